import CurlewTransport

/// libcurl waits for the rest of a request to be sent although the response is whole, also where the server does not take it.
///
/// Over HTTP/2 a server need not read it (RFC 9113 §8.1), but it may: the request is sent as long as the server lets it.
///
/// Seen with 7.88.1; active with every version.
///
/// It has no row in `LibcurlHazard`: RFC 9113 leaves it to the client how long it sends.
struct Standstill {
    /// Until when the request may stand still; `distantFuture` while that is not looked at.
    private(set) var end = MonotonicTime.distantFuture
    private var sentBefore: Int64 = 0

    var isWatched: Bool { end != .distantFuture }

    /// Looks at the end of a time whether more was sent than these bytes.
    mutating func watch(sent: Int64, from now: MonotonicTime, for nanoseconds: Int64) {
        sentBefore = sent
        end = now.advanced(byNanoseconds: nanoseconds)
    }

    /// Whether nothing was sent meanwhile.
    func hasStood(sent: Int64) -> Bool { sent == sentBefore }
}
