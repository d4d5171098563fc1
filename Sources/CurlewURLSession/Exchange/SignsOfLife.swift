import CurlewTransport

/// Whether a host still sends anything over the connections of one session.
///
/// An HTTP/2 connection on which the server has fallen silent stays open, and later requests would get no response on it
/// (RFC 9113 §9.1). URLSession does not report which connection carries a request, so all connections to a host are
/// judged together.
struct SignsOfLife {
    /// In nanoseconds.
    ///
    /// A request that is abandoned sooner shows nothing: it may not have been sent yet, and requests cancelled in a
    /// row must not each make a new session.
    static let patience: Int64 = 250_000_000

    private var latest: [String: MonotonicTime] = [:]
    private var silentHosts: Set<String> = []

    /// A part of a response has arrived.
    mutating func received(from host: String, at now: MonotonicTime) {
        latest[host] = now
        silentHosts.remove(host)
    }

    /// A request was abandoned that had waited since `start`.
    mutating func waitedInVain(
        for host: String, since start: MonotonicTime, until now: MonotonicTime
    ) {
        guard start.nanoseconds(to: now) >= Self.patience else { return }
        if let latest = latest[host], latest > start { return }
        silentHosts.insert(host)
    }

    /// Whether the next request to a host needs another connection.
    func isSilent(_ host: String) -> Bool { silentHosts.contains(host) }
}
