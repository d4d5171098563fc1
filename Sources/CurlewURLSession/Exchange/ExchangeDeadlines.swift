import Curlew

/// The instants at which the limits of one exchange pass.
struct ExchangeDeadlines {
    private let headLimit: Duration?
    private let idleLimit: Duration?
    private let totalLimit: Duration?
    private let total: ContinuousClock.Instant?
    /// Of the head first, of the next byte afterwards.
    private var phase: ContinuousClock.Instant?
    private var isAwaitingHead = true

    init(timeouts: Timeouts, start: ContinuousClock.Instant) {
        headLimit = Self.usable(timeouts.head)
        idleLimit = Self.usable(timeouts.idle)
        totalLimit = Self.usable(timeouts.total)
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

    /// The error of the limit that has passed, nil when none has.
    func passed(at now: ContinuousClock.Instant) -> NetworkError? {
        if let total, let totalLimit, now >= total { return .timedOut(.total, after: totalLimit) }
        guard let phase, now >= phase else { return nil }
        let limit = isAwaitingHead ? headLimit : idleLimit
        return limit.map { .timedOut(isAwaitingHead ? .head : .idle, after: $0) }
    }

    /// A limit of more than about 70 years is none: the clock cannot count so far.
    private static func usable(_ limit: Duration?) -> Duration? {
        guard let limit, let nanoseconds = limit.nanoseconds, nanoseconds < Int64.max / 4 else { return nil }
        return limit
    }
}
