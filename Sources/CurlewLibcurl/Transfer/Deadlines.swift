import Curlew

/// The limits of one exchange: which of them runs, and when it passes. No clock of its own.
struct Deadlines {
    private enum Phase {
        case connecting
        case awaitingHead
        case receiving(isPaused: Bool)
        case ended
    }

    private let timeouts: Timeouts
    private let start: MonotonicTime
    private var phase = Phase.connecting
    private var lastSent: MonotonicTime
    private var lastActivity: MonotonicTime

    init(_ timeouts: Timeouts, start: MonotonicTime) {
        self.timeouts = timeouts
        self.start = start
        lastSent = start
        lastActivity = start
    }

    mutating func connected() {
        if case .connecting = phase { phase = .awaitingHead }
    }

    mutating func bytesSent(at now: MonotonicTime) {
        lastSent = now
        lastActivity = now
    }

    mutating func bytesReceived(at now: MonotonicTime) { lastActivity = now }

    mutating func headReceived(at now: MonotonicTime) {
        lastActivity = now
        phase = .receiving(isPaused: false)
    }

    /// A pause by the reader is not idleness.
    mutating func readerPaused() {
        if case .receiving = phase { phase = .receiving(isPaused: true) }
    }

    mutating func readerResumed(at now: MonotonicTime) {
        lastActivity = now
        if case .receiving = phase { phase = .receiving(isPaused: false) }
    }

    mutating func ended() { phase = .ended }

    /// The first limit to pass; `distantFuture` without one.
    var next: MonotonicTime { running.map(\.deadline).min() ?? .distantFuture }

    /// The limit that has passed, the first one when there are several.
    func passed(at now: MonotonicTime) -> (phase: TimeoutPhase, limit: Duration)? {
        running.filter { $0.deadline <= now }.min { $0.deadline < $1.deadline }.map { ($0.phase, $0.limit) }
    }

    private typealias Running = (phase: TimeoutPhase, limit: Duration, deadline: MonotonicTime)

    private var running: [Running] {
        switch phase {
        case .connecting: active([(.connect, timeouts.connect, start), head, total])
        case .awaitingHead: active([head, total])
        case .receiving(isPaused: false): active([(.idle, timeouts.idle, lastActivity), total])
        case .receiving(isPaused: true): active([total])
        case .ended: []
        }
    }

    private typealias Limit = (phase: TimeoutPhase, limit: Duration?, from: MonotonicTime)
    private var head: Limit { (.head, timeouts.head, lastSent) }
    private var total: Limit { (.total, timeouts.total, start) }

    private func active(_ limits: [Limit]) -> [Running] {
        limits.compactMap { limit in
            limit.limit.map { (limit.phase, $0, limit.from.advanced(by: $0)) }
        }
    }
}
