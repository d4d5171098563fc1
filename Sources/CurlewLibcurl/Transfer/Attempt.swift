import CurlewTransport

/// The steps of one exchange to a connection, and the server's TLS messages on it; like `Receiving` it cannot be
/// copied.
struct Attempt: ~Copyable {
    /// Until when it waits for a connection that curl makes for another transfer; `distantFuture` while it waits for none.
    private(set) var sharingEnd = MonotonicTime.distantFuture
    private(set) var progress = ConnectionProgress()
    /// The search for an address that responds, when curl has met one that does not.
    private(set) var dial: Dial?
    /// Whether curl has opened a socket for it.
    private var hasOpenedSocket = false
    /// When the TLS handshake began.
    private(set) var handshakeTime: MonotonicTime?
    /// What was agreed with the server when the request was sent.
    private(set) var tlsSession: TLSSession?
    /// Whether TLS has announced the connection's end.
    private(set) var closeNotice = CloseNotice.unknown
    /// Whether curl has made the connection for it.
    private(set) var isOnFreshConnection = false
    private var connectionCount = 0
    /// Whether the server asks for a client certificate.
    private var isCertificateRequested = false
    private var alert: Int?
    /// The hash of the server's public key, if there are pins.
    private(set) var publicKey: String?
    /// The last address that the address policy did not allow.
    private(set) var refusedAddress: IPAddress?

    enum CloseNotice {
        /// Not every TLS library can be asked.
        case unknown
        case missing
        case received
    }

    /// Whether it waits for a connection that curl makes for another transfer.
    var isParked: Bool { sharingEnd != .distantFuture }

    /// The step that the connection still lacks, for error messages.
    var missingStep: MissingConnection.Reason {
        if progress.isAwaitingLookup { return .nameLookup }
        if dial != nil { return .connecting }
        if handshakeTime != nil { return .handshake }
        return hasOpenedSocket ? .connecting : .another
    }

    /// When the loop next has something to do for it; `distantFuture` for never.
    var nextTime: MonotonicTime { min(sharingEnd, progress.checkTime, dial?.nextTime ?? .distantFuture) }
}

/// Connections.
extension Attempt {
    /// Begins to wait for another transfer's connection.
    mutating func park(until end: MonotonicTime) {
        hasOpenedSocket = false
        handshakeTime = nil
        sharingEnd = end
    }

    /// curl makes a connection for this transfer, which waits for no other's any more.
    mutating func connectionBegan() { sharingEnd = .distantFuture }

    mutating func socketOpened() {
        connectionBegan()
        hasOpenedSocket = true
        handshakeTime = nil
    }

    /// A connection is ready, and the request is about to be sent.
    ///
    /// What TLS has said on a connection that has died says nothing of this one.
    mutating func connected(_ session: TLSSession?) {
        connectionBegan()
        closeNotice = .unknown
        alert = nil
        tlsSession = session
    }

    /// curl gets the transfer, and counts its connections from 0.
    mutating func handedOver() { connectionCount = 0 }

    /// curl has made n connections for the transfer since then.
    mutating func connectionsMade(_ count: Int) {
        isOnFreshConnection = count > connectionCount
        connectionCount = count
    }

    mutating func begin(_ dial: Dial) { self.dial = dial }

    mutating func endDial() {
        dial?.end()
        dial = nil
    }
}

/// Names and addresses.
extension Attempt {
    /// The name is looked up for all transfers at once.
    mutating func needsLookup() { progress.isAwaitingLookup = true }

    mutating func lookupBegan(at now: MonotonicTime) { progress.lookupStart = now }

    /// The lookup has ended, or a connection has become idle.
    mutating func stopAwaitingLookup(hasEnded: Bool, at now: MonotonicTime) {
        progress.isAwaitingLookup = false
        progress.hasAwaitedLookup = hasEnded
        progress.lookupTime += progress.lookupStart.nanoseconds(to: now)
    }

    /// curl gets the transfer anew: what it counts begins n nanoseconds after the transfer was admitted.
    mutating func noteDetour(_ nanoseconds: Int64) { progress.detour = nanoseconds }

    /// The address policy does not allow an address.
    mutating func refused(_ address: IPAddress) { refusedAddress = address }

    /// An address has responded when others had not.
    mutating func found(_ address: SocketAddress) { progress.address = address }

    /// curl connects a socket to one of several addresses, which has n nanoseconds to respond.
    mutating func watch(
        _ descriptor: Int32, _ address: SocketAddress, for patience: Int64, at now: MonotonicTime
    ) {
        progress.attemptBegan(descriptor, address, patience: patience, at: now)
    }

    /// A socket is closed that was being connected.
    mutating func socketClosed(_ descriptor: Int32, at now: MonotonicTime) {
        progress.attemptEnded(descriptor, at: now)
    }

    /// There is a connection, or none is wanted any more.
    mutating func stopWatching() { progress.stopWatching() }
}

/// TLS.
extension Attempt {
    mutating func handshakeBegan(at now: MonotonicTime) {
        handshakeTime = now
        isCertificateRequested = false
        alert = nil
    }

    mutating func note(_ notice: CloseNotice) { closeNotice = notice }

    mutating func certificateRequested() { isCertificateRequested = true }

    mutating func alerted(_ alert: Int) { self.alert = alert }

    mutating func presented(_ publicKey: String) { self.publicKey = publicKey }

    /// Why the server has refused the client, which has a certificate or none, by an alert; nil when it has not.
    func refusal(hasIdentity: Bool) -> TLSProblem? {
        alert.flatMap {
            TLSProblem(
                alert: $0, isCertificateRequested: isCertificateRequested, hasIdentity: hasIdentity)
        }
    }
}
