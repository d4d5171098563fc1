import CCurl
import CurlewTransport

/// Has curl close the connections that are dead or too old, which it does by itself only when a transfer begins, and then
/// once a second at most.
///
/// It begins a transfer that is to open a connection and is refused a socket.
final class ConnectionSweep {
    private let easy: EasyHandle
    private let mostConnections: Int?

    /// Makes a sweep; nil without memory.
    init?(_ settings: TransferSettings) {
        guard let easy = EasyHandle() else { return nil }
        self.easy = easy
        mostConnections = settings.configuration.connections
        do throws(RefusedOption) {
            try configure(settings)
        } catch {
            return nil
        }
    }

    private func configure(_ settings: TransferSettings) throws(RefusedOption) {
        try easy.reset()
        try easy.set(CURLOPT_NOSIGNAL, 1)
        try easy.set(CURLOPT_NOPROXY, "*")
        try easy.set(CURLOPT_URL, "http://127.0.0.1:1/")
        // It takes part in nothing that other transfers do.
        try easy.set(CURLOPT_FRESH_CONNECT, 1)
        try easy.set(CURLOPT_ADDRESS_SCOPE, Int(Int32.max))
        try EasyHandle.check(CURLOPT_OPENSOCKETFUNCTION, unsafe curlew_easy_refuse_sockets(easy.pointer))
        try setLifetimes(settings)
    }

    /// curl closes connections that are older than a number of whole seconds, in TLS with close_notify; those whose lifetime
    /// has a fraction are shut down by the loop.
    private func setLifetimes(_ settings: TransferSettings) throws(RefusedOption) {
        let (idle, total) = (settings.lifetimes.idle, settings.lifetimes.total)
        if let seconds = Self.wholeSeconds(idle) { try easy.set(CURLOPT_MAXAGE_CONN, seconds - 1) }
        // 0 would mean no limit.
        if let seconds = Self.wholeSeconds(total), seconds > 1 {
            try easy.set(CURLOPT_MAXLIFETIME_CONN, seconds - 1)
        }
    }

    private static func wholeSeconds(_ nanoseconds: Int64) -> Int? {
        let (seconds, rest) = nanoseconds.quotientAndRemainder(dividingBy: 1_000_000_000)
        return rest == 0 && seconds <= Int64(Int32.max) ? Int(seconds) : nil
    }

    func run(on multi: borrowing MultiHandle) {
        // At its limit curl would close a connection that is still good.
        if mostConnections != nil { multi.set(CURLMOPT_MAX_TOTAL_CONNECTIONS, 0) }
        if multi.add(easy) {
            multi.act(on: CURL_SOCKET_TIMEOUT)
            multi.remove(easy)
        }
        if let mostConnections { multi.set(CURLMOPT_MAX_TOTAL_CONNECTIONS, mostConnections) }
    }
}
