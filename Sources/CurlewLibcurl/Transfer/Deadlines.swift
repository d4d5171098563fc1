import CurlewTransport

/// The limits of one exchange: which of them runs, and when it passes; it has no clock of its own.
struct Deadlines {
    private enum Phase {
        case connecting
        case awaitingHead
        case receiving(isPaused: Bool)
        case ended
    }

    private let timeouts: Timeouts
    private var connect: MonotonicTime
    private let total: MonotonicTime
    private var phase = Phase.connecting
    private(set) var lastSent: MonotonicTime
    private(set) var lastActivity: MonotonicTime

    init(_ timeouts: Timeouts, start: MonotonicTime) {
        self.timeouts = timeouts
        connect = start.advanced(byNanoseconds: timeouts.nanoseconds(of: .connect))
        total = start.advanced(byNanoseconds: timeouts.nanoseconds(of: .total))
        lastSent = start
        lastActivity = start
    }

    /// Answers whether this is another connection, behind one on which the request was lost: its limit counts anew.
    mutating func connectionBegan(at now: MonotonicTime) -> Bool {
        guard case .awaitingHead = phase else { return false }
        phase = .connecting
        connect = now.advanced(byNanoseconds: timeouts.nanoseconds(of: .connect))
        return true
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

    private var head: MonotonicTime { lastSent.advanced(byNanoseconds: timeouts.nanoseconds(of: .head)) }
    private var idle: MonotonicTime { lastActivity.advanced(byNanoseconds: timeouts.nanoseconds(of: .idle)) }

    /// The first limit to pass; `distantFuture` without one.
    var next: MonotonicTime {
        switch phase {
        case .connecting: min(connect, head, total)
        case .awaitingHead: min(head, total)
        case .receiving(isPaused: false): min(idle, total)
        case .receiving(isPaused: true): total
        case .ended: .distantFuture
        }
    }

    /// For how long it may wait for a connection in the making: a second, or a third of the smallest limit if that is less,
    /// so that there is time for another connection or two.
    var sharingNanoseconds: Int64 {
        Self.third(
            of: min(timeouts.nanoseconds(of: .connect), timeouts.nanoseconds(of: .head), totalNanoseconds))
    }

    /// For how long a request may stand still whose response is whole.
    var standstillNanoseconds: Int64 {
        Self.third(of: min(timeouts.nanoseconds(of: .idle), totalNanoseconds))
    }

    private var totalNanoseconds: Int64 { timeouts.nanoseconds(of: .total) }

    private static func third(of limit: Int64) -> Int64 { min(1_000_000_000, limit / 3) }

    /// The limit that has passed, as an error; the first one when there are several.
    ///
    /// Before there is a connection the error says what it lacks.
    func passed(
        at now: MonotonicTime, lacking connection: @autoclosure () -> MissingConnection? = nil
    ) -> NetworkError? {
        let first = next
        guard first <= now else { return nil }
        for (phase, limit, deadline) in running where deadline == first {
            guard let limit else { continue }
            if case .connecting = self.phase, let connection = connection() {
                return .timedOut(phase, after: limit, lacking: connection)
            }
            return .timedOut(phase, after: limit)
        }
        return nil
    }

    private var running: [(TimeoutPhase, Duration?, MonotonicTime)] {
        let total = (TimeoutPhase.total, timeouts.namedTotal, total)
        let head = (TimeoutPhase.head, timeouts.head, head)
        return switch phase {
        case .connecting: [(.connect, timeouts.connect, connect), head, total]
        case .awaitingHead: [head, total]
        case .receiving(isPaused: false): [(.idle, timeouts.idle, idle), total]
        case .receiving(isPaused: true): [total]
        case .ended: []
        }
    }
}
