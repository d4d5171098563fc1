import CurlewTransport

/// The connections that the next request may use.
extension Loop {
    /// Called before curl takes an idle connection for the next request.
    mutating func settleConnections() {
        settleFiredIdle()
        settleSuspects()
    }

    private func settleFiredIdle() {
        for (descriptor, isMultiplexed) in callbacks.sockets.takeFiredIdle()
        where isPaused(on: descriptor)
            || !IdleConnection(descriptor).discardInput(isMultiplexed: isMultiplexed)
        {
            callbacks.sockets.keepFiredIdle(descriptor)
        }
    }

    /// Whether a paused transfer has the connection: then the bytes on it belong to that transfer.
    private func isPaused(on descriptor: Int32) -> Bool {
        // The peer's port is unknown once the peer has reset the connection.
        let port = ConnectionEnds(of: descriptor).localPort
        return transfers.contains { $0.isPaused && $0.easy.handle.ends.localPort == port }
    }

    /// Ends expired connections, even those that curl would not check until the next request.
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

    /// When something was last sent on a connection.
    ///
    /// An exchange that curl completes without waiting for the socket is visible only here.
    private func lastSent(on descriptor: Int32) -> MonotonicTime? {
        IdleConnection(descriptor).nanosecondsSinceSent.map { callbacks.now.advanced(byNanoseconds: -$0) }
    }

    /// A transfer has ended: notes whether its connection may be dead.
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

    /// Stops reading for a transfer whose reader has enough for now; HTTP/2 may share its connection.
    func holdReading(for transfer: Transfer) {
        guard transfer.receiving.isPaused, transfer.receiving.version != .http2 else { return }
        let descriptor = callbacks.sockets.connection(between: transfer.easy.handle.ends)
        transfer.heldReading.begin(&callbacks.sockets, descriptor)
    }

    /// Whether the server has stopped reading a request whose response is complete.
    func standsStill(_ transfer: Transfer) -> Bool {
        let descriptor = callbacks.sockets.connection(between: transfer.easy.handle.ends)
        return transfer.standsStill(
            isConnectionWritable: descriptor.map { IdleConnection($0).isWritable } ?? false)
    }

    /// Makes a transfer share connections with those of a route, by default its host's current one.
    func chooseRoute(_ transfer: Transfer, _ route: Int?) {
        guard transfer.mayShareConnection, !routes.areAllFirst else { return }
        transfer.easy.setRoute(route ?? routes.route(to: transfer.host))
    }
}
