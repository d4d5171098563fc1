import CCurl
import CurlewTransport

/// What curl's callbacks report until there is a connection.
extension Transfer {
    /// curl is about to look up the host; returns whether it may.
    ///
    /// A host is looked up once for all transfers, so the transfer ends here and is handed to curl again afterwards.
    func beginLookup() -> Bool {
        attempt.connectionBegan()
        guard !attempt.progress.hasAwaitedLookup, lookupName != nil else { return true }
        attempt.needsLookup()
        return false
    }

    /// Opens a socket for curl's first address, or for another one that is known to respond.
    func openSocket(for address: borrowing OfferedAddress) -> Int32 {
        chooseAddress(address)
        guard mayConnect(to: address) else { return -1 }
        let descriptor = address.openSocket()
        watch(descriptor, address)
        return descriptor
    }

    /// Whether the address policy allows the address for which curl wants a socket.
    private func mayConnect(to address: borrowing OfferedAddress) -> Bool {
        guard let rule = settings.addressRule, let ip = address.value.ip, !rule.allows(ip) else {
            return true
        }
        attempt.refused(ip)
        return false
    }

    /// Replaces curl's first address by one that is known to respond.
    private func chooseAddress(_ address: borrowing OfferedAddress) {
        guard attempt.progress.sockets.isEmpty, let name = lookupName,
            let known = attempt.progress.address ?? callbacks.addresses.preferred(of: name)
        else { return }
        address.replace(by: known)
    }

    /// curl connects a socket.
    private func watch(_ descriptor: Int32, _ address: borrowing OfferedAddress) {
        // The loop's own sockets are not bound to an interface.
        guard descriptor >= 0, attempt.progress.address == nil, settings.configuration.names.interface == nil,
            let name = lookupName,
            callbacks.addresses.alternatives(of: name) != nil
        else { return }
        attempt.watch(descriptor, address.value, for: deadlines.sharingNanoseconds, at: callbacks.now)
        callbacks.connecting[descriptor] = self
        touch()
    }

    /// A socket that was being connected is closed.
    func attemptEnded(_ descriptor: Int32) {
        attempt.socketClosed(descriptor, at: callbacks.now)
        touch()
    }

    /// curl has opened a socket for a connection: for the first attempt, or for a repeat that it reports only in this
    /// way.
    func noteSocket(_ descriptor: Int32) {
        callbacks.sockets.opened(descriptor)
        if mayShareConnection { callbacks.sockets.noteHost(host, route: easy.route, of: descriptor) }
        attempt.socketOpened()
        if machine.connectionBegan(at: callbacks.now) { touch() }
    }

    /// A connection is ready and curl is about to send the request; returns whether it may.
    func beginAttempt() -> Bool {
        machine.connected()
        stopWatching()
        // curl counts repeats until the handle is reset, and fails at the sixth.
        if sending.time != nil { easy.shape = nil }
        noteRefusal()
        sending.began(at: callbacks.now)
        // A callback may only read information from curl: only curl knows what it has written, and to which peer.
        attempt.connected(request.target.isSecure ? TLSSession(easy.handle) : nil)
        attempt.connectionsMade(easy.handle.long(CURLINFO_NUM_CONNECTS))
        noteReadyConnection()
        switch resend.attemptStarted(hasSentBytes: hasWrittenBytes, isOnIdleConnection: isOnIdleConnection) {
        case .proceed: return true
        case .moveToFreshConnection: return false
        case .refuse:
            failure = Resend.connectionLost
            return false
        }
    }

    /// curl itself repeats what it has sent on a connection of its own only if the server has refused it before it
    /// processed anything: by REFUSED_STREAM or HTTP_1_1_REQUIRED (RFC 9113 §8.7, §7).
    func noteRefusal() {
        if attempt.isOnFreshConnection, attempt.tlsSession?.speaksHTTP2 == true { resend.refused() }
    }

    /// Whether the connection was idle before this request; HTTP/2 may share one that is new.
    private var isOnIdleConnection: Bool {
        guard easy.handle.long(CURLINFO_NUM_CONNECTS) == 0 else { return false }
        return !request.target.isSecure || !mayUseHTTP2 || attempt.tlsSession?.speaksHTTP2 == false
    }

    /// curl has written to its log.
    func noteRemark(_ remark: CurlRemark) {
        switch remark {
        case .handshakeBegan:
            attempt.handshakeBegan(at: callbacks.now)
        case .closeNotified: attempt.note(.received)
        case .certificateRequested: attempt.certificateRequested()
        case .alerted(let alert): attempt.alerted(alert)
        case .publicKey(let hash): attempt.presented(hash)
        case .writeFailed: LateAlert.read(easy.handle)
        }
    }
}

/// What the loop does until there is a connection.
extension Transfer {
    /// Begins to wait for a lookup; returns false if the request was sent on a connection that has died, and cannot
    /// be resent.
    func beginAwaitingLookup() -> Bool {
        attempt.lookupBegan(at: callbacks.now)
        guard sending.time != nil else { return true }
        resend.attemptForgotten(hasSentBytes: hasSentBytes)
        return rewind(to: 0)
    }

    /// The lookup that it has waited for has ended, or a connection has become idle.
    func stopAwaitingLookup(hasEnded: Bool) {
        attempt.stopAwaitingLookup(hasEnded: hasEnded, at: callbacks.now)
        noteDetour()
    }

    /// curl gets the transfer again: its times start from now.
    func noteDetour() {
        if let admittedTime { attempt.noteDetour(admittedTime.nanoseconds(to: callbacks.now)) }
    }

    /// There is a connection, or none is wanted any more.
    func stopWatching() {
        for descriptor in attempt.progress.sockets { callbacks.connecting[descriptor] = nil }
        attempt.stopWatching()
    }

    /// The addresses to try in parallel, since curl's has not responded in time; nil if there is no need.
    ///
    /// Those that curl has tried come last.
    func addressesToDial(at now: MonotonicTime) -> [SocketAddress]? {
        guard attempt.progress.checkTime <= now else { return nil }
        let isConnected = attempt.progress.sockets.contains { SocketAddress.isConnected($0) }
        stopWatching()
        guard !isConnected, let name = lookupName,
            let all = callbacks.addresses.alternatives(of: name)
        else { return nil }
        let tried = attempt.progress.tried
        let allowed = all.filter { mayDial($0) }
        return allowed.filter { !tried.contains($0) } + allowed.filter { tried.contains($0) }
    }

    private func mayDial(_ address: SocketAddress) -> Bool {
        guard let rule = settings.addressRule, let ip = address.ip else { return true }
        return rule.allows(ip)
    }

    /// The limit that has passed, as an error; nil if none has.
    func timeout(at now: MonotonicTime) -> NetworkError? {
        deadlines.passed(
            at: now,
            lacking: MissingConnection(
                to: request.authority, admittedTime == nil ? .allInUse : attempt.missingStep,
                wasSent: sending.time != nil))
    }
}
