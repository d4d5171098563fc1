import CCurl
import CurlewTransport

/// On the way to a connection.
extension Transfer {
    /// curl is about to look up the host; returns whether it may by itself.
    ///
    /// A name is looked up for all at once, so that the transfer ends here, to be given to curl again afterwards.
    func beginLookup() -> Bool {
        connectionBegan()
        guard !progress.hasAwaitedLookup, HostName(request.target) != nil else { return true }
        progress.isAwaitingLookup = true
        return false
    }

    /// Begins to wait for a lookup; false when the request was sent on a connection that has died, and cannot be again.
    func beginAwaitingLookup() -> Bool {
        progress.lookupStart = callbacks.now
        guard sendingTime != nil else { return true }
        resend.attemptForgotten(hasSentBytes: hasSentBytes)
        return rewind(to: 0)
    }

    /// The lookup that it has waited for has ended, or a connection has become free meanwhile.
    func stopAwaitingLookup(hasEnded: Bool) {
        progress.isAwaitingLookup = false
        progress.hasAwaitedLookup = hasEnded
        progress.lookupTime += progress.lookupStart.nanoseconds(to: callbacks.now)
        noteDetour()
    }

    /// curl gets the transfer anew: what it counts begins with that.
    func noteDetour() {
        if let admittedTime { progress.detour = admittedTime.nanoseconds(to: callbacks.now) }
    }

    /// Opens a socket for the address that curl begins with, or for another that is known to respond.
    func openSocket(for address: borrowing OfferedAddress) -> Int32 {
        chooseAddress(address)
        let descriptor = address.openSocket()
        watch(descriptor, address)
        return descriptor
    }

    /// Puts an address that is known to respond in the place of the one that curl begins with.
    private func chooseAddress(_ address: borrowing OfferedAddress) {
        guard progress.sockets.isEmpty, let name = HostName(request.target),
            let known = progress.address ?? callbacks.addresses.preferred(of: name)
        else { return }
        address.replace(by: known)
    }

    /// curl connects a socket.
    private func watch(_ descriptor: Int32, _ address: borrowing OfferedAddress) {
        guard descriptor >= 0, progress.address == nil, let name = HostName(request.target),
            callbacks.addresses.alternatives(of: name) != nil
        else { return }
        progress.attemptBegan(
            descriptor, address.value, patience: deadlines.sharingNanoseconds, at: callbacks.now)
        callbacks.connecting[descriptor] = self
        touch()
    }

    /// A socket is closed that was being connected.
    func attemptEnded(_ descriptor: Int32) {
        progress.attemptEnded(descriptor, at: callbacks.now)
        touch()
    }

    /// There is a connection, or none is wanted any more.
    func stopWatching() {
        for descriptor in progress.sockets { callbacks.connecting[descriptor] = nil }
        progress.stopWatching()
    }

    /// The addresses to be tried side by side, since curl's has not responded in good time; nil when there is no need.
    ///
    /// Those that curl has tried come last.
    func addressesToDial(at now: MonotonicTime) -> [SocketAddress]? {
        guard progress.checkTime <= now else { return nil }
        let isConnected = progress.sockets.contains { SocketAddress.isConnected($0) }
        stopWatching()
        guard !isConnected, let name = HostName(request.target),
            let all = callbacks.addresses.alternatives(of: name)
        else { return nil }
        let (tried, untried) = (progress.tried, all.filter { !progress.tried.contains($0) })
        return untried + all.filter { tried.contains($0) }
    }

    /// When the loop next has something to do for it; `distantFuture` for never.
    var nextTime: MonotonicTime {
        min(deadlines.next, sharingEnd, standstill.end, progress.checkTime, dial?.nextTime ?? .distantFuture)
    }

    /// The limit that has passed, as an error; nil when none has.
    func timeout(at now: MonotonicTime) -> NetworkError? {
        deadlines.passed(
            at: now,
            lacking: MissingConnection(to: request.authority, lack, wasSent: sendingTime != nil))
    }

    private var lack: MissingConnection.Reason {
        if admittedTime == nil { return .allInUse }
        if progress.isAwaitingLookup { return .nameLookup }
        if dial != nil { return .connecting }
        if handshakeTime != nil { return .handshake }
        return hasOpenedSocket ? .connecting : .another
    }
}
