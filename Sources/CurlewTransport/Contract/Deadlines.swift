/// The limits of one exchange: which of them runs, and when it passes; it has no clock of its own.
///
/// Legal transitions: connecting → awaiting the head → receiving → ended; from each of them → ended; and from awaiting the
/// head back to connecting, when the request is resent on another connection.
package struct Deadlines: Sendable {
    @usableFromInline
    enum Phase {
        case connecting
        case awaitingHead
        case receiving(isPaused: Bool)
        case ended
    }

    package let timeouts: Timeouts
    @usableFromInline let headLimit: Int64
    @usableFromInline let idleLimit: Int64
    @usableFromInline let total: MonotonicTime
    @usableFromInline var connect: MonotonicTime
    @usableFromInline var phase = Phase.connecting
    @usableFromInline package internal(set) var lastSent: MonotonicTime
    @usableFromInline package internal(set) var lastActivity: MonotonicTime

    package init(_ timeouts: Timeouts, start: MonotonicTime) {
        self.timeouts = timeouts
        headLimit = timeouts.nanoseconds(of: .head)
        idleLimit = timeouts.nanoseconds(of: .idle)
        total = start.advanced(byNanoseconds: timeouts.nanoseconds(of: .total))
        connect = start.advanced(byNanoseconds: timeouts.nanoseconds(of: .connect))
        lastSent = start
        lastActivity = start
    }

    /// A connection is being made.
    ///
    /// Returns whether it replaces one on which the request was lost: then the connect limit restarts.
    package mutating func connectionBegan(at now: MonotonicTime) -> Bool {
        guard case .awaitingHead = phase else { return false }
        phase = .connecting
        connect = now.advanced(byNanoseconds: timeouts.nanoseconds(of: .connect))
        return true
    }

    /// A connection is made, or the transport cannot know when one is.
    @inlinable
    package mutating func connected() {
        if case .connecting = phase { phase = .awaitingHead }
    }

    @inlinable
    package mutating func bytesSent(at now: MonotonicTime) {
        lastSent = now
        lastActivity = now
    }

    @inlinable
    package mutating func bytesReceived(at now: MonotonicTime) { lastActivity = now }

    @inlinable
    package mutating func headReceived(at now: MonotonicTime) {
        lastActivity = now
        phase = .receiving(isPaused: false)
    }

    /// A pause by the reader is not idle time.
    @inlinable
    package mutating func readerPaused() {
        if case .receiving = phase { phase = .receiving(isPaused: true) }
    }

    @inlinable
    package mutating func readerResumed(at now: MonotonicTime) {
        lastActivity = now
        if case .receiving = phase { phase = .receiving(isPaused: false) }
    }

    @inlinable
    package mutating func ended() { phase = .ended }

    @inlinable var head: MonotonicTime { lastSent.advanced(byNanoseconds: headLimit) }
    @inlinable var idle: MonotonicTime { lastActivity.advanced(byNanoseconds: idleLimit) }

    /// The first limit to pass; `distantFuture` without one.
    @inlinable
    package var next: MonotonicTime {
        switch phase {
        case .connecting: min(connect, head, total)
        case .awaitingHead: min(head, total)
        case .receiving(isPaused: false): min(idle, total)
        case .receiving(isPaused: true): total
        case .ended: .distantFuture
        }
    }

    /// The limit that has passed, as an error; the first one if several have.
    ///
    /// Before a connection is made, the error says what is missing.
    package func passed(
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

    private var running: [(Timeouts.Phase, Duration?, MonotonicTime)] {
        let total = (Timeouts.Phase.total, timeouts.namedTotal, total)
        let head = (Timeouts.Phase.head, timeouts.head, head)
        return switch phase {
        case .connecting: [(.connect, timeouts.connect, connect), head, total]
        case .awaitingHead: [head, total]
        case .receiving(isPaused: false): [(.idle, timeouts.idle, idle), total]
        case .receiving(isPaused: true): [total]
        case .ended: []
        }
    }
}
