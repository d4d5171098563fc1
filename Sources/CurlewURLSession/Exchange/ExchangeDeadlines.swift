import CurlewTransport

/// The instants at which the limits of one exchange pass.
struct ExchangeDeadlines {
    private let headLimit: Duration?
    private let idleLimit: Duration?
    private let totalLimit: Duration?
    private let namedTotal: Duration?
    private let authority: String
    private let total: ContinuousClock.Instant?
    /// Of the head first, of the next byte afterwards.
    private var phase: ContinuousClock.Instant?
    private var isAwaitingHead = true
    private var isAwaitingConnection = false

    /// - Parameter authority: host and port, for errors.
    init(timeouts: Timeouts, authority: String, start: ContinuousClock.Instant) {
        self.authority = authority
        headLimit = Self.usable(timeouts.head)
        idleLimit = Self.usable(timeouts.idle)
        totalLimit = Self.usable(timeouts.total)
        namedTotal = timeouts.namedTotal
        total = totalLimit.map { start + $0 }
        phase = headLimit.map { start + $0 }
    }

    /// The earliest of them.
    var next: ContinuousClock.Instant? {
        guard let phase, let total else { return phase ?? total }
        return min(phase, total)
    }

    /// A byte went or came: the phase's limit starts again.
    mutating func bytesMoved(now: ContinuousClock.Instant) {
        phase = (isAwaitingHead ? headLimit : idleLimit).map { now + $0 }
    }

    mutating func headReceived(now: ContinuousClock.Instant) {
        isAwaitingHead = false
        bytesMoved(now: now)
    }

    /// All is there to send, but no connection is free yet.
    mutating func queued() { isAwaitingConnection = true }

    /// A connection is free; URLSession does not tell when one is made.
    mutating func started() { isAwaitingConnection = false }

    /// The error of the limit that has passed, nil when none has.
    func passed(at now: ContinuousClock.Instant) -> NetworkError? {
        if let total, let limit = namedTotal ?? totalLimit, now >= total { return error(.total, limit) }
        guard let phase, now >= phase else { return nil }
        let limit = isAwaitingHead ? headLimit : idleLimit
        return limit.map { error(isAwaitingHead ? .head : .idle, $0) }
    }

    private func error(_ phase: TimeoutPhase, _ limit: Duration) -> NetworkError {
        guard isAwaitingConnection else { return .timedOut(phase, after: limit) }
        return .timedOut(phase, after: limit, lacking: MissingConnection(to: authority, .allInUse))
    }

    /// A limit of more than about 70 years is none: the clock cannot count so far.
    private static func usable(_ limit: Duration?) -> Duration? {
        guard let limit, let nanoseconds = limit.nanoseconds, nanoseconds < Int64.max / 4 else { return nil }
        return limit
    }
}
