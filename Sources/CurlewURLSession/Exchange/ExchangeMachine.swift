import CurlewTransport

/// The states of one exchange; no I/O, no lock, no await.
///
/// Legal transitions: awaitingHead → receivingBody → ended; awaitingHead → ended. The head may come while the caller of
/// `resume` has not returned yet, so whether the task runs is kept beside the state.
struct ExchangeMachine {
    private enum State {
        case awaitingHead
        case receivingBody(ExpectedBody, received: Int64)
        case ended(failure: NetworkError?)
    }

    /// What a complete body looks like.
    enum ExpectedBody: Equatable {
        /// So many bytes, as Content-Length said.
        case length(Int64)
        /// Any number of bytes: the platform checks the framing.
        case anyLength
        /// A body that this platform drops.
        case lost
    }

    /// What the end of an exchange brings about; the effects are independent.
    struct End {
        /// The one who waits for the head gets this failure.
        var failsSend: NetworkError?
        /// The body has ended, well or with a failure.
        var endsBody: BodyOutcome?
        var cancelsTask = false

        /// Since when nothing has come, if the exchange was given up by a limit or its caller.
        func silenceBegan(
            started: ContinuousClock.Instant?, idleLimit: Duration?, now: ContinuousClock.Instant = .now
        ) -> ContinuousClock.Instant? {
            guard let failure = failsSend ?? endsBody?.failure,
                [.timedOut, .cancelled].contains(failure.code)
            else { return nil }
            if failure.phase == .idle, let idleLimit { return now - idleLimit }
            return started
        }
    }

    /// How a body ended.
    struct BodyOutcome {
        var failure: NetworkError?
    }

    /// How long a request may stand still once its response is whole, before the rest of it is not sent.
    static let standstillLimit = Duration.seconds(1)

    private var state = State.awaitingHead
    private var mayBeReadNoFurther = false
    /// When a request last moved whose response is whole already.
    private var standstill: ContinuousClock.Instant?
    private var isTaskRunning = false
    private var deadlines: ExchangeDeadlines

    /// - Parameter authority: host and port, for errors.
    init(timeouts: Timeouts, authority: String = "", now: ContinuousClock.Instant) {
        deadlines = ExchangeDeadlines(timeouts: timeouts, authority: authority, start: now)
    }

    /// The failure of an exchange that ended before anybody waited for it.
    var failure: NetworkError? {
        if case .ended(let failure) = state { failure } else { nil }
    }

    var isEnded: Bool {
        if case .ended = state { true } else { false }
    }

    /// The earliest instant at which a limit can pass.
    var nextDeadline: ContinuousClock.Instant? {
        switch state {
        case .awaitingHead, .receivingBody: [deadlines.next, standstillEnd].compactMap(\.self).min()
        case .ended: nil
        }
    }

    /// When the exchange ends because the server reads no more of the request (RFC 9113 §8.1); nil while the response is
    /// not whole.
    var standstillEnd: ContinuousClock.Instant? { standstill.map { $0 + Self.standstillLimit } }

    var hasHead: Bool {
        switch state {
        case .receivingBody: true
        case .awaitingHead, .ended: false
        }
    }

    /// It waits for a free connection.
    mutating func queued() { deadlines.queued() }

    /// A connection is free.
    ///
    /// - Parameter mayBeReadNoFurther: whether there is a body, of which the server may leave a part unread.
    mutating func started(mayBeReadNoFurther: Bool = false) {
        self.mayBeReadNoFurther = mayBeReadNoFurther
        deadlines.started()
    }

    /// The task was resumed; answers whether it is to be cancelled, because the exchange has ended meanwhile.
    mutating func taskResumed() -> Bool {
        isTaskRunning = true
        return isEnded
    }

    mutating func bytesSent(now: ContinuousClock.Instant) {
        deadlines.bytesMoved(now: now)
        noteStandstill(now: now)
    }

    private mutating func noteStandstill(now: ContinuousClock.Instant) {
        if mayBeReadNoFurther, case .receivingBody(.length(let length), let received) = state,
            received >= length
        {
            standstill = now
        }
    }

    /// A head has come; answers whether it is the final one, to be handed over.
    mutating func headReceived(
        status: Int, expecting body: ExpectedBody, now: ContinuousClock.Instant
    ) -> Bool {
        switch state {
        case .awaitingHead:
            // RFC 9110 §15.2: interim responses precede the final one.
            guard status >= 200 else { return false }
            state = .receivingBody(body, received: 0)
            deadlines.headReceived(now: now)
            noteStandstill(now: now)
            return true
        case .receivingBody, .ended:
            return false
        }
    }

    /// Bytes of the body have come; answers whether they are wanted.
    mutating func dataReceived(_ count: Int, now: ContinuousClock.Instant) -> Bool {
        switch state {
        case .receivingBody(let body, let received):
            state = .receivingBody(body, received: received + Int64(count))
            deadlines.bytesMoved(now: now)
            noteStandstill(now: now)
            return true
        case .awaitingHead, .ended:
            return false
        }
    }

    /// The challenge of a 401 comes behind its whole body; turning it down ends the task with an error that means nothing.
    mutating func challengeReceived() -> End {
        switch state {
        case .receivingBody: finish(with: nil)
        case .awaitingHead, .ended: End()
        }
    }

    /// The task has ended.
    mutating func taskCompleted(with failure: NetworkError?) -> End {
        defer { isTaskRunning = false }
        var end = finish(with: failure)
        end.cancelsTask = false
        return end
    }

    /// The exchange is given up: by its caller, its reader, a limit or `shutdown`.
    mutating func abandoned(_ failure: NetworkError) -> End {
        end(with: failure)
    }

    /// A limit may have passed.
    mutating func timerFired(now: ContinuousClock.Instant) -> End {
        if !isEnded, let standstillEnd, now >= standstillEnd { return stoodStill() }
        guard !isEnded, let failure = deadlines.passed(at: now) else { return End() }
        return end(with: failure)
    }

    /// The response is whole, and the rest of the request is not sent.
    private mutating func stoodStill() -> End {
        var end = finish(with: nil)
        end.cancelsTask = isTaskRunning
        return end
    }

    /// The platform says that the exchange is complete, or why not.
    private mutating func finish(with failure: NetworkError?) -> End {
        switch state {
        case .awaitingHead: end(with: failure ?? Self.noHead)
        case .receivingBody(let body, let received): end(with: failure ?? Self.flaw(of: body, received))
        case .ended: End()
        }
    }

    private mutating func end(with failure: NetworkError?) -> End {
        defer { if !isEnded { state = .ended(failure: failure) } }
        switch state {
        case .awaitingHead: return End(failsSend: failure, cancelsTask: isTaskRunning)
        case .receivingBody:
            return End(
                endsBody: BodyOutcome(failure: failure), cancelsTask: isTaskRunning && failure != nil)
        case .ended: return End()
        }
    }

    private static var noHead: NetworkError {
        NetworkError(.connectionLost, "the exchange ended without an answer").updating {
            $0.mayHaveBeenProcessed = true
        }
    }

    private static func flaw(of body: ExpectedBody, _ received: Int64) -> NetworkError? {
        switch body {
        case .length(let length) where received < length:
            NetworkError(.incompleteBody, "the body has \(received) of \(length) bytes").updating {
                $0.mayHaveBeenProcessed = true
            }
        case .lost: .unsupported("URLSession drops the body of a redirect that leads nowhere")
        case .length, .anyLength: nil
        }
    }
}
