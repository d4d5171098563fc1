import CurlewTransport

/// Decides whether a request is sent again; no I/O, no lock, no await.
///
/// A request is resent automatically at most once, and only if the server cannot have processed it or the method is
/// idempotent (RFC 9112 §9.3.1). The resend never uses another idle HTTP/1.1 connection, which may be dead too. Once
/// part of a response has arrived, nothing is resent.
///
/// Two kinds of attempts do not count: those that the server refused before it processed anything (RFC 9113 §8.7), and the
/// repeat without `Expect` after a 417 (RFC 9110 §10.1.1).
struct Resend {
    private enum State {
        case unsent
        case sent(isRefused: Bool)
        /// curl was stopped from resending on an idle connection.
        case leavingIdleConnection
        /// curl makes a fresh connection for the resend.
        case awaitingFreshConnection
        case resent(isRefused: Bool)
        /// Part of a response has arrived, possibly of an interim one.
        case responseBegun(isRefused: Bool)
        /// The response was a 417: the next attempt does not ask to continue.
        case repeatingWithoutExpect
        /// The final head has arrived, or another attempt was not allowed.
        case settled
    }

    private var state = State.unsent
    private let isIdempotent: Bool
    /// Whether the request carries `Expect: 100-continue`.
    private var asksToContinue: Bool
    /// Whether an earlier attempt, whose figures curl has forgotten, has written bytes.
    private(set) var hadSentBytes = false

    init(isIdempotent: Bool, asksToContinue: Bool) {
        self.isIdempotent = isIdempotent
        self.asksToContinue = asksToContinue
    }

    enum AttemptAction: Equatable {
        case proceed
        /// Do not send it on this connection: the loop sends it on a fresh one.
        case moveToFreshConnection
        case refuse
    }

    /// A connection is ready and curl is about to send the request, possibly again because an idle connection has
    /// died.
    ///
    /// - Parameters:
    ///   - hasSentBytes: whether bytes of the request were written, as far as curl remembers; it must not read this value.
    ///   - isOnIdleConnection: whether the connection was idle before and carries one request at a time.
    mutating func attemptStarted(
        hasSentBytes: @autoclosure () -> Bool, isOnIdleConnection: @autoclosure () -> Bool
    ) -> AttemptAction {
        switch state {
        case .unsent, .sent(isRefused: true):
            state = .sent(isRefused: false)
            return .proceed
        case .sent(isRefused: false):
            guard isIdempotent || !(hadSentBytes || hasSentBytes()) else { return refuse() }
            guard isOnIdleConnection() else { return resend() }
            state = .leavingIdleConnection
            return .moveToFreshConnection
        case .leavingIdleConnection, .awaitingFreshConnection:
            return isIdempotent || !(hadSentBytes || hasSentBytes()) ? resend() : refuse()
        case .resent(isRefused: true): return resend()
        case .responseBegun(isRefused: true), .repeatingWithoutExpect:
            state = .responseBegun(isRefused: false)
            return .proceed
        case .resent(isRefused: false), .responseBegun(isRefused: false), .settled: return refuse()
        }
    }

    private mutating func resend() -> AttemptAction {
        state = .resent(isRefused: false)
        return .proceed
    }

    private mutating func refuse() -> AttemptAction {
        state = .settled
        return .refuse
    }

    /// The server has refused the attempt before it processed anything.
    mutating func refused() {
        switch state {
        case .sent: state = .sent(isRefused: true)
        case .resent: state = .resent(isRefused: true)
        case .responseBegun: state = .responseBegun(isRefused: true)
        case .unsent, .leavingIdleConnection, .awaitingFreshConnection, .repeatingWithoutExpect, .settled:
            break
        }
    }

    private var isRefused: Bool {
        switch state {
        case .sent(let isRefused), .resent(let isRefused), .responseBegun(let isRefused): isRefused
        case .unsent, .leavingIdleConnection, .awaitingFreshConnection, .repeatingWithoutExpect, .settled:
            false
        }
    }

    /// The status line of a response has arrived.
    mutating func responseBegan() {
        switch state {
        case .unsent, .sent, .leavingIdleConnection, .awaitingFreshConnection, .resent:
            state = .responseBegun(isRefused: false)
        case .responseBegun, .repeatingWithoutExpect, .settled: break
        }
    }

    enum HeadAction: Equatable {
        case proceed
        /// Discard the response, and do not ask to continue in the attempt that follows.
        case repeatWithoutExpect
    }

    /// A head is complete.
    mutating func headReceived(status: Int, hasSentBody: Bool) -> HeadAction {
        if status < 200 { return .proceed }
        guard status == 417, asksToContinue, !hasSentBody else {
            state = .settled
            return .proceed
        }
        asksToContinue = false
        state = .repeatingWithoutExpect
        return .repeatWithoutExpect
    }

    enum Ending {
        case completed
        /// The connection, which had been idle before, was lost.
        case idleConnectionLost
        case failed
    }

    enum EndingAction: Equatable {
        /// The exchange ends with the attempt.
        case end
        case sendAgain
        case sendOnFreshConnection
    }

    /// curl has ended the attempt, and does not itself resend the request.
    mutating func attemptEnded(
        _ ending: Ending, hasSentBytes: @autoclosure () -> Bool
    ) -> EndingAction {
        if ending == .completed { return isRepeatDue ? .sendAgain : .end }
        attemptForgotten(hasSentBytes: hadSentBytes || hasSentBytes())
        switch state {
        case .leavingIdleConnection:
            state = .awaitingFreshConnection
            return .sendOnFreshConnection
        case .sent, .awaitingFreshConnection:
            return ending == .idleConnectionLost && isIdempotent ? .sendAgain : .end
        case .unsent, .resent, .responseBegun, .repeatingWithoutExpect, .settled: return .end
        }
    }

    /// curl itself repeats a request after a 417 only while the connection stays open.
    private var isRepeatDue: Bool {
        if case .repeatingWithoutExpect = state { true } else { false }
    }

    /// curl starts again and no longer knows what the attempt has sent.
    mutating func attemptForgotten(hasSentBytes: Bool) { hadSentBytes = hasSentBytes }
}

/// Why a request is not sent again.
extension Resend {
    /// It must be sent again, but its body cannot be read again.
    var rewindFailure: NetworkError {
        guard isRefused || isIdempotent else { return Self.connectionLost }
        return NetworkError(
            .bodyNotReplayable, "the request had to be sent again, but its body can be read only once"
        ).updating { $0.mayHaveBeenProcessed = !isRefused }
    }

    static var connectionLost: NetworkError {
        NetworkError(.connectionLost, "the connection was lost before a response arrived").updating {
            $0.mayHaveBeenProcessed = true
        }
    }
}
