import CurlewTransport

/// A connection on which a request is sent, while others wait for one to the same host.
struct ReadyConnection {
    let host: String
    let route: Int
    let isMultiplexed: Bool
}

/// Connections that curl makes for another transfer.
extension Transfer {
    /// Whether it waits for a connection that curl makes for another transfer.
    var isParked: Bool { sharingEnd != .distantFuture }

    /// Tells the loop of the connection, where others wait for one.
    func noteReadyConnection() {
        guard !callbacks.awaitedHosts.isEmpty, mayShareConnection,
            callbacks.awaitedHosts.remove(host) != nil
        else { return }
        callbacks.readyConnections.append(
            ReadyConnection(
                host: host, route: easy.route, isMultiplexed: tlsSession?.speaksHTTP2 == true))
    }

    /// Whether it is better off with another connection than with the one that it waits for: HTTP/1.1 does not share one, so
    /// what makes a connection of its own stays with it.
    func mayMove(to connection: ReadyConnection) -> Bool {
        guard admittedTime != nil, sendingTime == nil, mayShareConnection, !progress.isAwaitingLookup,
            easy.route != connection.route, host == connection.host
        else { return false }
        return isParked || connection.isMultiplexed
    }
}
