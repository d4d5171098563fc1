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
    /// The delay before the latest connection; nil before the first one.
    private var lastDelay: Duration?

    /// So that no server, and no policy, makes a client connect without a pause.
    private static let shortestDelay = Duration.milliseconds(100)
    private static let longestBackoff = Duration.seconds(60)

    init(policy: EventReconnection) {
        self.policy = policy
    }

    /// The head of an event stream has come.
    mutating func connected() {
        hasConnected = true
    }

    /// A line has come after the head: a comment, too, shows that the server is well, where a head alone does not.
    mutating func lineReceived() {
        failureCount = 0
    }

    /// The server has ended the stream, properly or by closing the connection of a body without a length.
    ///
    /// - Parameter age: the time since the head.
    mutating func streamEnded(retryTime: Duration?, age: Duration?) -> Action {
        guard policy.isEnabled else { return .finish }
        judge(age)
        return connect(retryTime)
    }

    /// Connecting has failed, or the stream has broken off.
    ///
    /// What fails before the first head is the caller's to know.
    ///
    /// - Parameter age: the time since the head; nil without one.
    mutating func failed(_ error: NetworkError, retryTime: Duration?, age: Duration?) -> Action {
        guard policy.isEnabled, hasConnected, error.isPassing else { return .fail }
        judge(age)
        failureCount += 1
        return failureCount <= policy.failureLimit ? connect(retryTime) : .fail
    }

    /// A connection that lived longer than the client had waited for it is well, even if it was silent: what cuts it off
    /// is a limit on the way, such as a proxy's.
    private mutating func judge(_ age: Duration?) {
        if let age, age >= lastDelay ?? delay(nil) { failureCount = 0 }
    }

    private mutating func connect(_ retryTime: Duration?) -> Action {
        let delay = delay(retryTime)
        lastDelay = delay
        return .connect(after: delay)
    }

    private func delay(_ retryTime: Duration?) -> Duration {
        let delay = min(max(Self.shortestDelay, retryTime ?? policy.delay), .longestDelay)
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
