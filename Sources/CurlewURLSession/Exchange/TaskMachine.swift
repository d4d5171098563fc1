import CurlewTransport

/// One exchange on a URLSession task: the machine of every transport, and what only URLSession needs; no I/O, no
/// lock, no await.
///
/// The head may arrive before `resume` has returned, so whether the task runs is kept beside the states.
struct TaskMachine {
    /// The effects of an exchange's end, which are independent of each other.
    struct End {
        /// The caller that waits for the head gets this failure.
        var failsSend: NetworkError?
        /// The body has ended, successfully or with a failure.
        var endsBody: BodyOutcome?
        var cancelsTask = false

        /// Since when nothing has arrived, if the exchange was abandoned by a limit or its caller.
        func silenceBegan(
            started: MonotonicTime?, timeouts: Timeouts, now: MonotonicTime = .now
        ) -> MonotonicTime? {
            guard let failure = failsSend ?? endsBody?.failure,
                [.timedOut, .cancelled].contains(failure.code)
            else { return nil }
            if failure.phase == .idle { return now.advanced(byNanoseconds: -timeouts.nanoseconds(of: .idle)) }
            return started
        }
    }

    /// How a body ended.
    struct BodyOutcome {
        var failure: NetworkError?
    }

    /// How long an upload may make no progress after a complete response before its rest is abandoned.
    static let standstillNanoseconds: Int64 = 1_000_000_000

    private var exchange: ExchangeMachine
    private let authority: String
    private var isAwaitingConnection = false
    private var isTaskRunning = false
    private var mayBeReadNoFurther = false
    private var isBodyLost = false
    /// When the exchange ends because the server has stopped reading the request (RFC 9113 §8.1); `distantFuture`
    /// while the response is not complete.
    private(set) var standstillEnd = MonotonicTime.distantFuture
    /// Why the exchange has ended.
    private(set) var failure: NetworkError?

    /// - Parameter authority: host and port, for errors.
    init(timeouts: Timeouts, authority: String = "", now: MonotonicTime) {
        exchange = ExchangeMachine(timeouts, start: now)
        self.authority = authority
    }

    var isEnded: Bool { exchange.isEnded }

    var hasHead: Bool { exchange.hasHead }

    /// The earliest moment at which a limit can pass; `distantFuture` without one.
    var nextDeadline: MonotonicTime { min(exchange.deadlines.next, standstillEnd) }

    /// The exchange waits for a free connection.
    mutating func queued() { isAwaitingConnection = true }

    /// A connection is free; URLSession does not report when one is made.
    ///
    /// - Parameter mayBeReadNoFurther: whether there is a body, of which the server may leave a part unread.
    mutating func started(mayBeReadNoFurther: Bool = false) {
        self.mayBeReadNoFurther = mayBeReadNoFurther
        isAwaitingConnection = false
        exchange.connected()
    }

    /// The task was resumed; returns whether to cancel it, since the exchange has ended meanwhile.
    mutating func taskResumed() -> Bool {
        isTaskRunning = true
        return isEnded
    }

    mutating func bytesSent(now: MonotonicTime) {
        exchange.bytesSent(at: now)
        noteStandstill(now: now)
    }

    private mutating func noteStandstill(now: MonotonicTime) {
        guard mayBeReadNoFurther, exchange.isResponseWhole else { return }
        standstillEnd = now.advanced(byNanoseconds: Self.standstillNanoseconds)
    }

    /// A head has arrived; returns whether it is the final one, which is delivered.
    mutating func headReceived(status: Int, expecting body: ResponseHead.ExpectedBody, now: MonotonicTime)
        -> Bool
    {
        let length: Int64? = if case .length(let length) = body { length } else { nil }
        guard exchange.headReceived(status: status, bodyLength: length, at: now) == .deliver else {
            return false
        }
        isBodyLost = body == .lost
        noteStandstill(now: now)
        return true
    }

    /// Bytes of the body have arrived; returns whether they are wanted.
    mutating func dataReceived(_ count: Int, now: MonotonicTime) -> Bool {
        guard exchange.bytesReceived(at: now) == .deliver else { return false }
        exchange.bodyTaken(count)
        noteStandstill(now: now)
        return true
    }

    /// The challenge of a 401 comes after its whole body; rejecting it ends the task with a meaningless error.
    mutating func challengeReceived() -> End {
        hasHead ? completed() : End()
    }

    /// The task has ended.
    mutating func taskCompleted(with failure: NetworkError?) -> End {
        defer { isTaskRunning = false }
        var end = failure.map { self.end(with: $0) } ?? completed()
        end.cancelsTask = false
        return end
    }

    /// The exchange is abandoned: by its caller, its reader, a limit or `shutdown`.
    mutating func abandoned(_ failure: NetworkError) -> End {
        end(with: failure)
    }

    /// A limit may have passed.
    mutating func timerFired(now: MonotonicTime) -> End {
        if standstillEnd <= now { return stoodStill() }
        let failure = exchange.deadlines.passed(
            at: now, lacking: isAwaitingConnection ? MissingConnection(to: authority, .allInUse) : nil)
        return failure.map { end(with: $0) } ?? End()
    }

    /// The response is complete, and the rest of the request is not sent.
    private mutating func stoodStill() -> End {
        var end = completed()
        end.cancelsTask = isTaskRunning
        return end
    }

    /// The exchange is complete as far as the platform knows.
    private mutating func completed() -> End {
        end(with: isBodyLost ? Self.lostBody : nil)
    }

    private mutating func end(with failure: NetworkError?) -> End {
        standstillEnd = .distantFuture
        switch exchange.ended(failure) {
        case .none: return End()
        case .failSend(let failure):
            self.failure = failure
            return End(failsSend: failure, cancelsTask: isTaskRunning)
        case .endBody(let failure):
            self.failure = failure
            return End(
                endsBody: BodyOutcome(failure: failure), cancelsTask: isTaskRunning && failure != nil)
        }
    }

    private static var lostBody: NetworkError {
        .unsupported("URLSession drops the body of a redirect response without a Location")
    }
}
