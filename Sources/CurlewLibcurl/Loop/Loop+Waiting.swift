import CCurl
import CurlewTransport

/// Transfers that wait for a connection which curl makes for another one.
extension Loop {
    /// Has transfers that have waited long enough for a connection in the making share another one, which the first of them
    /// makes.
    mutating func move(_ parked: [Transfer]) {
        for (host, transfers) in Dictionary(grouping: parked, by: \.host) {
            let mayMove = hasWaitedInVain(transfers, for: host) && mayConnect(to: host)
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

    /// Whether the host has not said anything meanwhile, and this process has had the time to listen.
    ///
    /// libcurl lets the waiting requests onto a new connection one after another, so that some still wait while it is used.
    private func hasWaitedInVain(_ parked: [Transfer], for host: String) -> Bool {
        let wait = parked.map(\.deadlines.sharingNanoseconds).min() ?? 0
        let start = callbacks.now.advanced(byNanoseconds: -wait)
        let middle = callbacks.now.advanced(byNanoseconds: -wait / 2)
        return !parked.contains { $0.sharingEnd < middle }
            && !callbacks.sockets.isAlive(
                host, route: routes.route(to: host), heardSince: start, openedSince: middle)
    }

    /// Whether the limit for each host, which libcurl applies to each route, allows another connection.
    private func mayConnect(to host: String) -> Bool {
        guard let most = settings.configuration.connectionsPerHost else { return true }
        var used: Set<ConnectionEnds> = []
        var madeCount = 0
        for transfer in transfers.all where transfer.isUnderway && transfer.host == host {
            if transfer.sendingTime == nil {
                madeCount += 1
            } else {
                used.insert(transfer.easy.handle.ends)
            }
        }
        return used.count + madeCount < most
    }
}
