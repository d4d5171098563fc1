/// Decides what follows when a connection to an event stream ends or cannot be made (WHATWG HTML §9.2.3).
struct EventReconnectionMachine: Sendable {
    /// What the owner must do.
    enum Action: Equatable {
        case connect(after: Duration)
        case finish
        case fail
    }

    private let policy: EventReconnection
    private var hasConnected = false
    private var failureCount = 0

    /// So that no server, and no policy, makes a client connect without a pause.
    private static let shortestDelay = Duration.milliseconds(100)
    private static let longestBackoff = Duration.seconds(60)
    /// So that no clock overflows, whatever the server says.
    private static let longestDelay = Duration.seconds(24 * 60 * 60)

    init(policy: EventReconnection) {
        self.policy = policy
    }

    /// The head of an event stream has come.
    mutating func connected() {
        hasConnected = true
    }

    /// An event has come: a head alone does not show that the server is well.
    mutating func eventReceived() {
        failureCount = 0
    }

    /// The server has ended the stream, properly or by closing the connection of a body without a length.
    func streamEnded(retryTime: Duration?) -> Action {
        policy.isEnabled ? .connect(after: delay(retryTime)) : .finish
    }

    /// Connecting has failed, or the stream has broken off.
    ///
    /// What fails before the first head is the caller's to know.
    mutating func failed(_ error: NetworkError, retryTime: Duration?) -> Action {
        guard policy.isEnabled, hasConnected, error.isPassing else { return .fail }
        failureCount += 1
        return failureCount <= policy.failureLimit ? .connect(after: delay(retryTime)) : .fail
    }

    private func delay(_ retryTime: Duration?) -> Duration {
        let delay = min(max(Self.shortestDelay, retryTime ?? policy.delay), Self.longestDelay)
        guard failureCount > 1 else { return delay }
        let doublings = min(failureCount - 1, 16)
        return min(delay * (1 << doublings), max(delay, Self.longestBackoff))
    }
}

extension NetworkError {
    /// Whether the same request may well succeed later.
    fileprivate var isPassing: Bool {
        switch code {
        case .cannotResolve, .cannotConnect, .connectionLost, .incompleteBody: true
        case .timedOut: phase != .total
        default: false
        }
    }
}
