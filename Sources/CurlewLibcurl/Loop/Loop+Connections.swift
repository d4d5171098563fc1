import CurlewTransport

/// Which connections the next request may use.
extension Loop {
    /// Before curl takes an idle connection for the next request.
    mutating func settleConnections() {
        settleDoubtful()
        settleSuspects()
    }

    private func settleDoubtful() {
        for (descriptor, isMultiplexed) in callbacks.sockets.takeDoubtful()
        where isPaused(on: descriptor)
            || !IdleConnection(descriptor).discardInput(isMultiplexed: isMultiplexed)
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

    /// Ends the connections whose time is over; also where curl would not look for as long as no request comes.
    mutating func endExpiredConnections() {
        guard min(callbacks.sockets.nextExpiry, sweeper.nextTime) <= callbacks.now else { return }
        let expired = expiredConnections()
        guard !expired.isEmpty || sweeper.nextTime <= callbacks.now else { return }
        sweepConnections()
        for descriptor in expired where callbacks.sockets.isIdle(descriptor) {
            IdleConnection(descriptor).end()
            callbacks.sockets.noteEnding(descriptor)
        }
        sweeper.schedule(isDue: callbacks.sockets.hasEnding, from: callbacks.now)
    }

    private func expiredConnections() -> [Int32] {
        let isPausing = transfers.contains { $0.isPaused }
        var expired: [Int32] = []
        for descriptor in callbacks.sockets.takeExpired() {
            if isPausing, isPaused(on: descriptor) {
                callbacks.sockets.noteUse(of: descriptor)
            } else if !callbacks.sockets.isIdleForLonger(descriptor, sentBefore: lastSent(on: descriptor)) {
                continue
            } else {
                expired.append(descriptor)
            }
        }
        return expired
    }

    private mutating func sweepConnections() {
        limits.lift(from: multi)
        sweeper.run(on: multi)
        limits.allow(lookups: lookups.count, on: multi)
    }

    /// When something was sent on a connection for the last time.
    ///
    /// An exchange that curl completes without waiting for the socket shows nowhere else.
    private func lastSent(on descriptor: Int32) -> MonotonicTime? {
        IdleConnection(descriptor).nanosecondsSinceSent.map { callbacks.now.advanced(byNanoseconds: -$0) }
    }

    /// A transfer has ended: whether its connection may be dead.
    mutating func noteSilence(of transfer: Transfer, _ failure: NetworkError?) {
        guard let moment = transfer.silenceBegan(before: failure),
            let descriptor = callbacks.sockets.connection(between: transfer.easy.handle.ends),
            callbacks.sockets.suspect(descriptor, silentSince: moment)
        else { return }
        routes.suspect(
            SuspectConnection(
                descriptor: descriptor, host: transfer.host, route: transfer.easy.route))
    }

    /// Ends the suspect connections that no transfer uses, and keeps new requests off the others.
    private mutating func settleSuspects() {
        for suspect in routes.takeSuspects() where callbacks.sockets.isSuspect(suspect.descriptor) {
            if callbacks.sockets.isWanted(suspect.descriptor) || isPaused(on: suspect.descriptor) {
                routes.avoid(suspect)
            } else {
                IdleConnection(suspect.descriptor).end()
            }
        }
    }

    /// Whether the server takes no more of a request whose response is whole.
    func standsStill(_ transfer: Transfer) -> Bool {
        let descriptor = callbacks.sockets.connection(between: transfer.easy.handle.ends)
        return transfer.standsStill(
            isConnectionWritable: descriptor.map { IdleConnection($0).isWritable } ?? false)
    }

    /// Has a transfer share connections with those of a route: the one that its host has now, unless another is given.
    func chooseRoute(_ transfer: Transfer, _ route: Int?) {
        guard transfer.mayShareConnection, !routes.areAllFirst else { return }
        transfer.easy.setRoute(route ?? routes.route(to: transfer.host))
    }
}
