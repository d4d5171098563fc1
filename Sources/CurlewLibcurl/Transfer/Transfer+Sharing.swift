import CurlewTransport

/// A connection on which a request is sent, while others wait for one to the same host.
struct ReadyConnection {
    let host: String
    let route: Int
    let isMultiplexed: Bool
}

/// Connections that curl makes for another transfer.
extension Transfer {
    /// Begins to wait for another transfer's connection, if it may share one.
    func waitForShared(from now: MonotonicTime) {
        guard mayShareConnection else { return }
        attempt.park(until: now.advanced(byNanoseconds: deadlines.sharingNanoseconds))
    }

    /// Whether it has a connection, or curl makes one for it.
    var isUnderway: Bool { admittedTime != nil && !attempt.isParked }

    /// Reports the connection to the loop, if others wait for one.
    func noteReadyConnection() {
        guard !callbacks.awaitedHosts.isEmpty, mayShareConnection,
            callbacks.awaitedHosts.remove(host) != nil
        else { return }
        callbacks.readyConnections.append(
            ReadyConnection(
                host: host, route: easy.route, isMultiplexed: attempt.tlsSession?.speaksHTTP2 == true))
    }

    /// Whether it should take another connection than the one that it waits for: HTTP/1.1 does not share one, so a
    /// transfer that makes its own connection keeps it.
    func mayMove(to connection: ReadyConnection) -> Bool {
        guard admittedTime != nil, sending.time == nil, mayShareConnection,
            !attempt.progress.isAwaitingLookup,
            easy.route != connection.route, host == connection.host
        else { return false }
        return attempt.isParked || connection.isMultiplexed
    }
}
