import CCurl

/// Makes curl close the connections that are dead or too old, which it does only when a transfer starts, and at most
/// once a second.
///
/// It starts a transfer that must open a connection and is refused a socket.
///
/// Seen with 7.88.1; active with every version, since all versions check idle connections when a transfer starts.
///
/// It has no row in `LibcurlHazard`: a program notices it only by its open descriptors.
final class ConnectionSweep {
    private let easy: EasyHandle

    /// Makes a sweep; nil without memory.
    init?(_ lifetimes: ConnectionLifetimes) {
        guard let easy = EasyHandle() else { return nil }
        self.easy = easy
        do throws(RefusedOption) {
            try configure(lifetimes)
        } catch {
            return nil
        }
    }

    private func configure(_ lifetimes: ConnectionLifetimes) throws(RefusedOption) {
        try easy.reset()
        try easy.set(CURLOPT_NOSIGNAL, 1)
        try easy.set(CURLOPT_NOPROXY, "*")
        try easy.set(CURLOPT_URL, "http://127.0.0.1:1/")
        // It shares nothing with other transfers.
        try easy.set(CURLOPT_FRESH_CONNECT, 1)
        try easy.set(CURLOPT_ADDRESS_SCOPE, AddressScope.unused)
        try easy.refuseSockets()
        try setLifetimes(lifetimes)
    }

    /// curl closes connections, over TLS with close_notify, whose age in whole seconds exceeds a number; the loop
    /// shuts down those whose lifetime has a fraction before that.
    private func setLifetimes(_ lifetimes: ConnectionLifetimes) throws(RefusedOption) {
        try easy.set(CURLOPT_MAXAGE_CONN, Self.wholeSeconds(below: lifetimes.idle))
        // 0 means no limit: then only the loop shuts down connections that may be a second old.
        try easy.set(CURLOPT_MAXLIFETIME_CONN, Self.wholeSeconds(below: lifetimes.total))
    }

    private static func wholeSeconds(below nanoseconds: Int64) -> Int {
        Int(min((nanoseconds - 1) / 1_000_000_000, Int64(Int32.max)))
    }

    func run(on multi: borrowing MultiHandle) {
        guard multi.add(easy) else { return }
        multi.act(on: CURL_SOCKET_TIMEOUT)
        multi.remove(easy)
    }
}
