/// What the contract of `Transport` says about the order of one exchange; no I/O, no lock, no await.
///
/// Interim heads are discarded. One final head is delivered, so one caller is resumed once. A failure before it fails
/// the send, and after it ends the body. Every event also updates the limits.
///
/// Legal transitions: awaiting the head → receiving the body → ended, and awaiting the head → ended.
package struct ExchangeMachine: Sendable {
    @usableFromInline
    enum State {
        case awaitingHead
        /// Nil for a body whose length is unknown, or that only the platform can count.
        case receivingBody(length: Int64?, received: Int64)
        case ended
    }

    @usableFromInline var state = State.awaitingHead
    @usableFromInline package internal(set) var deadlines: Deadlines

    package init(_ timeouts: Timeouts, start: MonotonicTime) {
        deadlines = Deadlines(timeouts, start: start)
    }

    /// What to do with a part of a response that has arrived.
    package enum PartAction {
        case discard
        case deliver
    }

    /// Whether the final head has arrived and the exchange has not ended: field lines are then trailers, and bytes
    /// its body.
    @inlinable
    package var hasHead: Bool {
        if case .receivingBody = state { true } else { false }
    }

    @inlinable
    package var isEnded: Bool {
        if case .ended = state { true } else { false }
    }

    /// Whether the body has all declared bytes; false if its length is unknown.
    @inlinable
    package var isResponseWhole: Bool {
        if case .receivingBody(let length?, let received) = state { received >= length } else { false }
    }

    /// A connection is being made; returns whether the connect limit restarts.
    package mutating func connectionBegan(at now: MonotonicTime) -> Bool {
        deadlines.connectionBegan(at: now)
    }

    /// A connection is made.
    @inlinable
    package mutating func connected() { deadlines.connected() }

    /// Bytes of the request were sent.
    @inlinable
    package mutating func bytesSent(at now: MonotonicTime) { deadlines.bytesSent(at: now) }

    /// A head has arrived; any number of interim heads precede the final one (RFC 9110 §15.2).
    ///
    /// - Parameter bodyLength: how many bytes the body must have; nil if that is unknown, or the platform checks it.
    @inlinable
    package mutating func headReceived(
        status: Int, bodyLength: Int64?, at now: MonotonicTime
    ) -> PartAction {
        guard status >= 200, case .awaitingHead = state else { return .discard }
        state = .receivingBody(length: bodyLength, received: 0)
        deadlines.headReceived(at: now)
        return .deliver
    }

    /// Bytes of a body or of trailers have arrived; they are discarded unless they belong to the final head.
    @inlinable
    package mutating func bytesReceived(at now: MonotonicTime) -> PartAction {
        guard hasHead else { return .discard }
        deadlines.bytesReceived(at: now)
        return .deliver
    }

    /// Bytes of the body were passed on to its reader; only these count towards its length.
    @inlinable
    package mutating func bodyTaken(_ count: Int) {
        guard case .receivingBody(let length, let received) = state else { return }
        state = .receivingBody(length: length, received: received + Int64(count))
    }

    @inlinable
    package mutating func readerPaused() { deadlines.readerPaused() }

    @inlinable
    package mutating func readerResumed(at now: MonotonicTime) { deadlines.readerResumed(at: now) }

    package enum EndAction {
        /// The exchange had already ended.
        case none
        /// The caller that waits for the head gets the failure.
        case failSend(NetworkError)
        /// The body's reader learns that it has ended, successfully or with a failure.
        case endBody(NetworkError?)
    }

    /// The exchange is over: complete as far as the platform knows, or with a failure.
    package mutating func ended(_ failure: NetworkError?) -> EndAction {
        defer {
            state = .ended
            deadlines.ended()
        }
        switch state {
        case .awaitingHead: return .failSend(failure ?? Self.noResponse)
        case .receivingBody(let length, let received):
            return .endBody(failure ?? Self.missingBytes(of: length, received))
        case .ended: return .none
        }
    }

    private static var noResponse: NetworkError {
        NetworkError(.connectionLost, "the server closed the connection without a response").updating {
            $0.mayHaveBeenProcessed = true
        }
    }

    private static func missingBytes(of length: Int64?, _ received: Int64) -> NetworkError? {
        guard let length, received < length else { return nil }
        return NetworkError(.incompleteBody, "the body has \(received) of \(length) bytes").updating {
            $0.mayHaveBeenProcessed = true
        }
    }
}
