import CurlewTransport

/// libcurl keeps sending a request after the response is complete, even if the server does not read it.
///
/// Over HTTP/2 a server need not read it (RFC 9113 §8.1), but it may: the request is sent as long as the server
/// accepts it.
///
/// Seen with 7.88.1; active with every version.
///
/// It has no row in `LibcurlHazard`: RFC 9113 lets the client decide how long it sends.
struct Standstill {
    /// Until when the upload may make no progress; `distantFuture` while that is not checked.
    private(set) var end = MonotonicTime.distantFuture
    private var sentBefore: Int64 = 0

    var isWatched: Bool { end != .distantFuture }

    /// Checks after a time whether more than these bytes were sent.
    mutating func watch(sent: Int64, from now: MonotonicTime, for nanoseconds: Int64) {
        sentBefore = sent
        end = now.advanced(byNanoseconds: nanoseconds)
    }

    /// Whether nothing was sent meanwhile.
    func hasStood(sent: Int64) -> Bool { sent == sentBefore }
}
