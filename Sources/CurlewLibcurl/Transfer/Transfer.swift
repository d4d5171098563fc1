import CCurl
import CurlewTransport
import Synchronization

/// One exchange on one easy handle: its state machine, and what curl's callbacks write.
///
/// It never leaves the loop's thread.
/// A callback only stores what came and marks the transfer as touched; the loop then hands it over, once curl has
/// returned.
final class Transfer: EasyCallbacks {
    let easy: PooledHandle
    private let start: TransferStart
    let settings: TransferSettings
    /// When a connection was free for it.
    var admittedTime: MonotonicTime?
    /// Until when it waits for a connection that curl makes for another transfer; `distantFuture` while it waits for none.
    var sharingEnd = MonotonicTime.distantFuture
    /// Whether the rest of the request still moves, although its response is whole.
    var standstill = Standstill()
    /// When curl began to send the request, and what was agreed with the server then.
    var sendingTime: MonotonicTime?
    var tlsSession: TLSSession?
    @safe @exclusivity(unchecked) var progress = ConnectionProgress()
    /// The search for an address that responds, when curl has met one that does not.
    var dial: Dial?
    /// Whether curl has opened a socket for it.
    var hasOpenedSocket = false
    /// When the TLS handshake began.
    var handshakeTime: MonotonicTime?
    // Unchecked, since one thread alone has them and no callback calls back: to check every access, several for each line
    // of a head, would take a thirtieth of what a small request costs.
    @safe @exclusivity(unchecked) var machine: ExchangeMachine
    @safe @exclusivity(unchecked) var resend: Resend
    @safe @exclusivity(unchecked) var head: HeadCollector
    let upload: UploadSource?
    /// Only a request with content may ask (RFC 9110 §10.1.1).
    let asksToContinue: Bool
    /// Who waits for the head; nil once it was handed over.
    var continuation: NetworkContinuation<HTTPResponse>?
    /// What the waiter gets once this turn's work with curl is done.
    var outcome: Result<HTTPResponse, NetworkError>?
    /// The way of the body to its reader, once the head was handed over without it.
    var channel: BodyChannel?
    /// Why a callback has ended the exchange; counts for more than curl's result.
    var failure: NetworkError?

    let callbacks: LoopCallbacks
    /// Whether only the connection's end shows the end of the body, and whether TLS has announced it.
    var isBodyEndedByClose = false
    var isCloseNotified = false
    /// What the server has said of the client in TLS: whether it asks for a certificate, and its fatal alert.
    var isCertificateRequested = false
    var alert: Int?

    /// Whether it counts against the limits of connections.
    var queueState = QueueState.unlimited
    /// Scheme, host and port: what a connection is for.
    var host: String { "\(request.scheme)://\(request.authority)" }

    enum QueueState {
        case unlimited
        case waiting
        case admitted
    }

    /// What undoes the body's codings; nil where it is left as it is.
    var decoding: BodyDecoding?
    let pool: ChunkPool
    var chunk: Chunk?
    /// What Content-Length says of the answer's body.
    var bodyLength: Int64?
    var isTouched = false
    var isReaderPaused = false
    /// Whether curl holds bytes back because the chunk was full.
    var isChunkPaused = false
    /// Whether curl waits for the next bytes of the request's body.
    var isUploadPaused = false
    var isPaused: Bool { isReaderPaused || isChunkPaused || isUploadPaused }

    /// Throws `.fileFailed` when the body's file cannot be read.
    init(
        _ start: TransferStart, easy: PooledHandle, settings: TransferSettings, callbacks: LoopCallbacks,
        pool: ChunkPool
    ) throws(NetworkError) {
        self.easy = easy
        self.settings = settings
        head = HeadCollector(settings.configuration)
        upload = start.request.body == nil ? nil : try UploadSource(start)
        asksToContinue = start.request.options.expectContinue && upload?.hasContent == true
        self.callbacks = callbacks
        self.pool = pool
        self.start = start
        continuation = start.continuation
        machine = ExchangeMachine(start.request.timeouts, start: start.startTime)
        resend = Resend(isIdempotent: start.request.method.isIdempotent, asksToContinue: asksToContinue)
        super.init()
    }

    deinit {
        chunk?.giveBack(to: pool)
    }

    var request: HTTPRequest { _read { yield start.request } }
    var ticket: TransferTicket { start.ticket }
    var startTime: MonotonicTime { start.startTime }
    var deadlines: Deadlines { _read { yield machine.deadlines } }

    /// Begins to wait for another transfer's connection, if it may share one.
    func waitForShared(from now: MonotonicTime) {
        guard mayShareConnection else { return }
        hasOpenedSocket = false
        handshakeTime = nil
        sharingEnd = now.advanced(byNanoseconds: deadlines.sharingNanoseconds)
    }

    /// Whether it has a connection, or curl makes one for it.
    var isUnderway: Bool { admittedTime != nil && sharingEnd == .distantFuture }

    /// Where the loop keeps it.
    var slot: Int { ticket.slot.load(ordering: .relaxed) }

    func touch() {
        guard !isTouched else { return }
        isTouched = true
        callbacks.touched.append(self)
    }

    override func lineReceived(_ line: UnsafeRawBufferPointer) -> Bool { unsafe takeLine(line) }
    override func bodyReceived(_ bytes: UnsafeRawBufferPointer) -> WriteResult { unsafe takeBody(bytes) }
    override func bodyWanted(_ buffer: UnsafeMutableRawBufferPointer) -> ReadResult {
        unsafe giveBody(buffer)
    }
    override func rewind(to offset: Int64) -> Bool { rewindBody(to: offset) }
    override func mayLookUp() -> Bool { beginLookup() }
    override func socketWanted(for address: borrowing OfferedAddress) -> Int32 { openSocket(for: address) }
    override func socketOpened(_ descriptor: Int32) { noteSocket(descriptor) }
    override func attemptStarted() -> Bool { beginAttempt() }
    override func remarked(_ remark: CurlRemark) { noteRemark(remark) }
}
