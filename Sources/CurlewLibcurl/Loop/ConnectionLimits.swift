import CCurl
import CurlewTransport

/// How many connections curl may open and keep.
struct ConnectionLimits {
    private let perHost: Int?
    private let inAll: ConnectionLimit
    private var kept = 64

    init(_ configuration: TransportConfiguration) {
        perHost = configuration.maxConnectionsPerHost
        inAll = ConnectionLimit(configuration.maxConnections)
    }

    /// Sets all limits of a new multi handle.
    func apply(to multi: borrowing MultiHandle) {
        multi.set(CURLMOPT_MAXCONNECTS, kept)
        if let perHost { multi.set(CURLMOPT_MAX_HOST_CONNECTIONS, perHost) }
        // The server's own limit applies; curl's lower one would open another connection for each request beyond it.
        multi.set(CURLMOPT_MAX_CONCURRENT_STREAMS, 1 << 20)
        inAll.apply(to: multi, lookups: 0)
    }

    /// curl closes idle connections beyond its limit; the limit follows the largest concurrency so far.
    mutating func growKept(to transfers: Int, on multi: borrowing MultiHandle) {
        guard transfers > kept else { return }
        kept = transfers * 2
        multi.set(CURLMOPT_MAXCONNECTS, kept)
    }

    /// Allows for n running lookups.
    func allow(lookups: Int, on multi: borrowing MultiHandle) {
        inAll.apply(to: multi, lookups: lookups)
    }

    /// Removes the total limit until `allow`.
    func lift(from multi: borrowing MultiHandle) { inAll.lift(from: multi) }
}
