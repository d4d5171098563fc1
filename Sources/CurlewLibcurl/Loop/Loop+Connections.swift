import CCurl
import Curlew

/// Which connections the next request may use.
extension Loop {
    /// Before curl takes an idle connection for the next request.
    mutating func settleConnections() {
        settleDoubtful()
        if !suspects.isEmpty { settleSuspects() }
    }

    private func settleDoubtful() {
        for (descriptor, isMultiplexed) in callbacks.sockets.takeDoubtful()
        where isPaused(on: descriptor)
            || !KeptConnection(descriptor).discardInput(isMultiplexed: isMultiplexed)
        {
            callbacks.sockets.keepDoubtful(descriptor)
        }
    }

    /// Whether a transfer that is paused has the connection: what has come is its own then.
    private func isPaused(on descriptor: Int32) -> Bool {
        // The peer's port cannot be told any more where it has reset the connection.
        let port = ConnectionEnds(of: descriptor).localPort
        return transfers.contains { $0.isPaused && $0.easy.handle.ends.localPort == port }
    }

    /// curl closes kept connections beyond its limit; the limit follows the largest concurrency that was seen.
    mutating func growKeptConnections() {
        guard transfers.count > keptConnections else { return }
        keptConnections = transfers.count * 2
        multi.set(CURLMOPT_MAXCONNECTS, keptConnections)
    }

    /// A transfer has ended: whether its connection may be dead.
    mutating func noteSilence(of transfer: Transfer, _ failure: NetworkError?) {
        guard let moment = transfer.silenceBegan(before: failure),
            let descriptor = callbacks.sockets.connection(between: transfer.easy.handle.ends),
            callbacks.sockets.suspect(descriptor, silentSince: moment)
        else { return }
        suspects.append(
            SuspectConnection(
                descriptor: descriptor, host: transfer.host, route: transfer.easy.route))
    }

    /// Ends the suspect connections that no transfer uses, and keeps new requests off the others.
    private mutating func settleSuspects() {
        var used: [SuspectConnection] = []
        for suspect in suspects where callbacks.sockets.isSuspect(suspect.descriptor) {
            if callbacks.sockets.isWanted(suspect.descriptor) || isPaused(on: suspect.descriptor) {
                routes.leave(suspect.route, to: suspect.host)
                used.append(suspect)
            } else {
                KeptConnection(suspect.descriptor).end()
            }
        }
        suspects = used
    }

    /// Has transfers that have waited long enough for a connection in the making share another one, which the first of them
    /// makes.
    mutating func move(_ parked: [Transfer]) {
        for (host, transfers) in Dictionary(grouping: parked, by: \.host) {
            let mayMove = mayConnect(to: host)
            for transfer in transfers {
                if mayMove { routes.leave(transfer.easy.route, to: host) }
                if transfer.easy.route == routes.route(to: host) {
                    transfer.waitForShared(from: callbacks.now)
                    nextDeadline = min(nextDeadline, transfer.nextTime)
                } else {
                    multi.remove(transfer.easy.handle)
                    transfer.noteDetour()
                    giveToCurl(transfer)
                }
            }
        }
    }

    /// Whether the limit for each host, which libcurl applies to each route, allows another connection.
    private func mayConnect(to host: String) -> Bool {
        guard let most = settings.configuration.connectionsPerHost else { return true }
        var used: Set<ConnectionEnds> = []
        var madeCount = 0
        for transfer in transfers.all where transfer.admittedTime != nil && transfer.host == host {
            if transfer.sendingTime != nil {
                used.insert(transfer.easy.handle.ends)
            } else if transfer.sharingEnd == .distantFuture {
                madeCount += 1
            }
        }
        return used.count + madeCount < most
    }

    /// Has a transfer share connections with those that came since its host's last silent connection.
    func chooseRoute(_ transfer: Transfer) {
        guard transfer.mayShareConnection, !routes.areAllFirst else { return }
        transfer.easy.setRoute(routes.route(to: transfer.host))
    }
}
