import CurlewTransport

/// Decides which transfers may use a connection: first come, first served, except that HTTP/2 lets all share one.
struct ConnectionAdmission {
    private var queue: ConnectionQueue<Int>
    /// The hosts that speak HTTP/2, whose one connection all requests share.
    private var multiplexedHosts: Set<String> = []

    init(_ configuration: TransportConfiguration) {
        queue = ConnectionQueue(
            perHost: configuration.maxConnectionsPerHost, inAll: configuration.maxConnections)
    }

    /// Whether a connection is free for the transfer, or need not be; otherwise it waits.
    mutating func request(_ transfer: Transfer) -> Bool {
        transfer.queueState = .unlimited
        guard queue.isLimited else { return true }
        if transfer.mayUseHTTP2, multiplexedHosts.contains(transfer.host) { return true }
        let isAdmitted = queue.request(transfer.slot, host: transfer.host)
        transfer.queueState = isAdmitted ? .admitted : .waiting
        return isAdmitted
    }

    /// The transfer, which had that slot, has ended; returns the slots of those that are admitted in its place.
    mutating func ended(_ transfer: Transfer, slot: Int) -> [Int] {
        switch transfer.queueState {
        case .unlimited: return []
        case .waiting:
            _ = queue.cancel(slot)
            return []
        case .admitted: return queue.release(host: transfer.host)
        }
    }

    /// The transfer's response has come; returns the slots of those that are to ask again, since its host turns out to speak
    /// HTTP/2.
    mutating func responded(_ transfer: Transfer) -> [Int] {
        guard queue.isLimited, transfer.receiving.status.code > 0 else { return [] }
        if transfer.receiving.version == .http2 {
            return multiplexedHosts.insert(transfer.host).inserted ? queue.removeAll(host: transfer.host) : []
        }
        if transfer.mayUseHTTP2 { multiplexedHosts.remove(transfer.host) }
        return []
    }
}
