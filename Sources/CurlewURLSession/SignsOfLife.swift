import CurlewTransport

/// Whether anything still comes from a host over the connections of one session.
///
/// An HTTP/2 connection on which the server has fallen silent stays open, and later requests would wait on it in vain
/// (RFC 9113 §9.1). URLSession does not tell which connection carries a request, so the signs of a host count together.
struct SignsOfLife {
    /// In nanoseconds.
    ///
    /// A request that is given up sooner shows nothing: it may not have been sent yet, and requests that are cancelled one
    /// after the other must not make a new session each.
    static let patience: Int64 = 250_000_000

    private var latest: [String: MonotonicTime] = [:]
    private var silentHosts: Set<String> = []

    /// A part of a response has come.
    mutating func received(from host: String, at now: MonotonicTime) {
        latest[host] = now
        silentHosts.remove(host)
    }

    /// A request was given up that had waited since an instant.
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
