import CCurl
import CurlewTransport

/// Transfers that wait for a connection that curl is making for another one.
extension Loop {
    /// Transfers have waited long enough for a connection in progress: one of each host makes another, and the others
    /// wait for the first ready one.
    mutating func stopWaiting(_ parked: [Transfer]) {
        for (host, transfers) in Dictionary(grouping: parked, by: \.host) {
            let scout = hasWaitedInVain(transfers, for: host) && mayConnect(to: host) ? transfers.first : nil
            waitOn(for: host)
            if let scout {
                callbacks.awaitedHosts.insert(host)
                begin(scout, route: routes.another(to: host))
            }
        }
    }

    /// Makes all transfers that wait for a connection to a host wait as long again.
    private mutating func waitOn(for host: String) {
        for transfer in transfers.all where transfer.attempt.isParked && transfer.host == host {
            transfer.waitForShared(from: callbacks.now)
            transfers.noteDeadline(transfer.nextTime)
        }
    }

    /// Makes transfers that still wait for a connection use the first ready one.
    mutating func shareReadyConnections() {
        guard !callbacks.readyConnections.isEmpty else { return }
        let connections = callbacks.readyConnections
        callbacks.readyConnections.removeAll()
        for connection in connections {
            routes.use(connection.route, to: connection.host)
            for transfer in transfers.all where transfer.mayMove(to: connection) {
                begin(transfer, route: connection.route)
            }
        }
    }

    /// Hands a transfer that has sent nothing to curl again.
    private mutating func begin(_ transfer: Transfer, route: Int) {
        stopConnecting(transfer)
        multi.remove(transfer.easy.handle)
        transfer.noteDetour()
        giveToCurl(transfer, route: route)
    }

    /// Whether the host has sent nothing meanwhile, although this process had the time to receive.
    ///
    /// libcurl admits waiting requests to a new connection one after another, so that some still wait while it is
    /// used.
    private func hasWaitedInVain(_ parked: [Transfer], for host: String) -> Bool {
        let wait = parked.map(\.deadlines.sharingNanoseconds).min() ?? 0
        let start = callbacks.now.advanced(byNanoseconds: -wait)
        let middle = callbacks.now.advanced(byNanoseconds: -wait / 2)
        return !parked.contains { $0.attempt.sharingEnd < middle }
            && !callbacks.sockets.isAlive(
                host, route: routes.route(to: host), heardSince: start, openedSince: middle)
    }

    /// Whether the limit for each host, which libcurl applies to each route, allows another connection.
    private func mayConnect(to host: String) -> Bool {
        guard let most = settings.configuration.maxConnectionsPerHost else { return true }
        var used: Set<ConnectionEnds> = []
        var madeCount = 0
        for transfer in transfers.all where transfer.isUnderway && transfer.host == host {
            if transfer.sending.time == nil {
                madeCount += 1
            } else {
                used.insert(transfer.easy.handle.ends)
            }
        }
        return used.count + madeCount < most
    }
}
