import CCurl

/// Has curl close the connections that are dead or too old, which it does by itself only when a transfer begins, and then
/// once a second at most.
///
/// It begins a transfer that is to open a connection and is refused a socket.
///
/// Seen with 7.88.1; active with every version, since every one looks at idle connections when a transfer begins.
///
/// It has no row in `LibcurlHazard`: a program sees it only by its open descriptors.
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
        // It takes part in nothing that other transfers do.
        try easy.set(CURLOPT_FRESH_CONNECT, 1)
        try easy.set(CURLOPT_ADDRESS_SCOPE, AddressScope.unused)
        try easy.refuseSockets()
        try setLifetimes(lifetimes)
    }

    /// curl closes connections, in TLS with close_notify, whose age in whole seconds is beyond a number; those whose lifetime
    /// has a fraction are shut down by the loop before that.
    private func setLifetimes(_ lifetimes: ConnectionLifetimes) throws(RefusedOption) {
        try easy.set(CURLOPT_MAXAGE_CONN, Self.wholeSeconds(below: lifetimes.idle))
        // 0 means no limit: the loop alone shuts down what may be a second old.
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
