import CurlewTransport

/// The states of one exchange; no I/O, no lock, no await.
///
/// Legal transitions: awaiting the head → head complete → head delivered → ended, and from each of them → ended. An
/// interim head (1xx) and the 417 that curl answers by itself leave the state as it is.
struct TransferMachine {
    private enum State {
        case awaitingHead
        case headComplete
        case headDelivered
        case ended
    }

    private enum Move {
        case none
        case due
        case done
    }

    private var state = State.awaitingHead
    private var attempts = 0
    private var awaitsRepeat = false
    private var hasRepeated = false
    /// Whether the repeat was or is to be moved to a fresh connection.
    private var move = Move.none
    /// Whether anything of an answer has come, an interim one included.
    private var hasAnswerBegun = false
    private let isIdempotent: Bool
    private let asksToContinue: Bool

    init(isIdempotent: Bool, asksToContinue: Bool) {
        self.isIdempotent = isIdempotent
        self.asksToContinue = asksToContinue
    }

    enum AttemptAction: Equatable {
        case proceed
        /// Not on this connection: the loop sends it on a fresh one.
        case moveToFreshConnection
        case refuse
    }

    /// curl is about to send the request, possibly once more because a kept connection has died.
    ///
    /// Sent once more by itself it may be only when it cannot have been processed, or can be processed twice
    /// (RFC 9112 §9.3.1), and then once, so on no other connection that was kept for one request at a time: it may have died
    /// with the first. A server that refuses it says that it has not begun with it (RFC 9113 §8.7).
    mutating func attemptStarted(
        hasSentBytes: @autoclosure () -> Bool, isAfterRefusal: Bool = false,
        isOnKeptConnection: @autoclosure () -> Bool = false
    ) -> AttemptAction {
        if awaitsRepeat {
            awaitsRepeat = false
            return .proceed
        }
        if isAfterRefusal, case .awaitingHead = state { return .proceed }
        attempts += 1
        if attempts == 1 { return .proceed }
        guard case .awaitingHead = state, attempts == 2, !hasAnswerBegun, isIdempotent || !hasSentBytes()
        else { return .refuse }
        guard isOnKeptConnection(), case .none = move else { return .proceed }
        move = .due
        // This one has not taken place.
        attempts = 1
        return .moveToFreshConnection
    }

    /// Whether the loop is to send it on a fresh connection now; it is told once.
    mutating func takeMove() -> Bool {
        guard case .due = move else { return false }
        move = .done
        return true
    }

    /// The status line of an answer has come.
    mutating func answerBegan() { hasAnswerBegun = true }

    enum HeadAction: Equatable {
        /// Forget it: another head follows.
        case discard
        /// Forget it, and do not ask to continue when curl now sends the request once more.
        case repeatUnasked
        case keep
    }

    /// A head has ended (RFC 9110 §15.2: any number of interim heads come first).
    mutating func headEnded(status: Int, hasSentBody: Bool) -> HeadAction {
        if status < 200 { return .discard }
        if status == 417, asksToContinue, !hasSentBody, !hasRepeated {
            awaitsRepeat = true
            hasRepeated = true
            return .repeatUnasked
        }
        if case .awaitingHead = state { state = .headComplete }
        return .keep
    }

    /// Whether it may be sent once more behind an attempt on a kept connection that has died.
    var mayBeRepeated: Bool {
        if case .awaitingHead = state { return isIdempotent && attempts == 1 && !hasAnswerBegun }
        return false
    }

    /// Whether the request is still to be sent once more, without asking to continue.
    var isRepeatDue: Bool { awaitsRepeat }

    /// Whether the final head is complete, so that field lines are trailers and bytes are its body.
    var isHeadComplete: Bool {
        switch state {
        case .headComplete, .headDelivered: true
        case .awaitingHead, .ended: false
        }
    }

    /// The turn is over: whether the head is to be handed over although the body goes on.
    mutating func turnEnded() -> Bool {
        guard case .headComplete = state else { return false }
        state = .headDelivered
        return true
    }

    enum EndAction {
        case none
        case failSend(NetworkError)
        /// Head and body are handed over together, the body with the failure at its end.
        case deliverWhole(NetworkError?)
        case finishBody(NetworkError?)
    }

    /// The exchange is over.
    ///
    /// A failure behind a complete head belongs to the body: the status may count for more.
    mutating func ended(_ failure: NetworkError?) -> EndAction {
        defer { state = .ended }
        switch state {
        case .awaitingHead: return .failSend(failure ?? Self.noAnswer)
        case .headComplete: return .deliverWhole(failure)
        case .headDelivered: return .finishBody(failure)
        case .ended: return .none
        }
    }

    private static var noAnswer: NetworkError {
        NetworkError(.connectionLost, "the server closed the connection without an answer").updating {
            $0.mayHaveBeenProcessed = true
        }
    }
}
