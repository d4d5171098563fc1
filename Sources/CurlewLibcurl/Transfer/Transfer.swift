import CCurl
import CurlewTransport
import Synchronization

/// One exchange on one easy handle: joins what is received, what is sent and the attempts to reach the server.
///
/// It never leaves the loop's thread. A callback only stores what arrived and marks the transfer as touched; the loop
/// delivers it once curl has returned.
final class Transfer: EasyCallbacks {
    let easy: PooledHandle
    private let start: TransferStart
    let settings: TransferSettings
    let callbacks: LoopCallbacks
    // Unchecked, since one thread alone has them and no callback calls back: to check every access, several for each line
    // of a head, would take a thirtieth of what a small request costs.
    @safe @exclusivity(unchecked) var machine: ExchangeMachine
    @safe @exclusivity(unchecked) var resend: Resend
    @safe @exclusivity(unchecked) var receiving: Receiving
    @safe @exclusivity(unchecked) var sending: Sending
    @safe @exclusivity(unchecked) var attempt = Attempt()
    /// When a connection was free for it.
    var admittedTime: MonotonicTime?
    /// Whether it counts towards the connection limits.
    var queueState = QueueState.unlimited
    /// The waiter for the head; nil once it was delivered.
    private var continuation: NetworkContinuation<HTTPResponse>?
    /// What the waiter gets once this turn's work with curl is done.
    var outcome: Result<HTTPResponse, NetworkError>?
    /// Why a callback has ended the exchange; overrides curl's result.
    var failure: NetworkError?
    var isTouched = false
    /// Keeps curl from reading while it is paused, where that is needed.
    var heldReading = HeldReading()

    enum QueueState {
        case unlimited
        case waiting
        case admitted
    }

    /// Throws `.fileFailed` if the body's file cannot be read.
    init(
        _ start: TransferStart, easy: PooledHandle, settings: TransferSettings, callbacks: LoopCallbacks,
        pool: ChunkPool
    ) throws(NetworkError) {
        self.easy = easy
        self.start = start
        self.settings = settings
        self.callbacks = callbacks
        sending = try Sending(start)
        receiving = Receiving(start.request, settings.configuration, pool: pool)
        machine = ExchangeMachine(start.request.timeouts, start: start.startTime)
        resend = Resend(
            isIdempotent: start.request.method.isIdempotent, asksToContinue: sending.asksToContinue)
        continuation = start.continuation
        super.init()
    }

    var request: HTTPRequest { _read { yield start.request } }
    var path: ConnectionPath? { start.path }
    var ticket: TransferTicket { start.ticket }
    var startTime: MonotonicTime { start.startTime }
    var deadlines: Deadlines { _read { yield machine.deadlines } }
    var isPaused: Bool { receiving.isPaused || sending.isPaused }

    /// Scheme, host and port, and the way to the server if there is one, which identify a connection's use.
    var host: String {
        let server = "\(request.scheme)://\(request.authority)"
        return path.map { "\(server) through \($0)" } ?? server
    }

    /// The loop's slot of the transfer.
    var slot: Int { ticket.slot.load(ordering: .relaxed) }

    /// When the loop next has something to do for it; `distantFuture` for never.
    var nextTime: MonotonicTime { min(deadlines.next, attempt.nextTime, sending.standstillEnd) }

    func touch() {
        guard !isTouched else { return }
        isTouched = true
        callbacks.touched.append(self)
    }

    /// Resumes the sender, if there is an outcome.
    func resumeWaiter() {
        guard let outcome = outcome.take() else { return }
        continuation.take()?.resume(with: outcome)
    }

    override func lineReceived(_ line: UnsafeRawBufferPointer) -> Bool { unsafe takeLine(line) }
    override func bodyReceived(_ bytes: UnsafeRawBufferPointer) -> WriteResult { unsafe takeBody(bytes) }
    override func bodyWanted(_ buffer: UnsafeMutableRawBufferPointer) -> ReadResult {
        unsafe giveBody(buffer)
    }
    override func rewind(to offset: Int64) -> Bool {
        noteRefusal()
        return rewindBody(to: offset)
    }
    override func mayLookUp() -> Bool { beginLookup() }
    override func socketWanted(for address: borrowing OfferedAddress) -> Int32 { openSocket(for: address) }
    override func socketOpened(_ descriptor: Int32) { noteSocket(descriptor) }
    override func attemptStarted() -> Bool { beginAttempt() }
    override func progressed() { noteCloseNotice() }
    override func remarked(_ remark: CurlRemark) { noteRemark(remark) }
}
