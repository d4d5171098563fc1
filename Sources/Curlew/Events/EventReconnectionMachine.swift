/// Decides what to do when a connection to an event stream ends or cannot be made (WHATWG HTML §9.2.3).
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

    /// Keeps a server or a policy from making a client reconnect without a delay.
    private static let shortestDelay = Duration.milliseconds(100)
    private static let longestBackoff = Duration.seconds(60)

    init(policy: EventReconnection) {
        self.policy = policy
    }

    /// The head of an event stream has arrived.
    mutating func connected() {
        hasConnected = true
    }

    /// A line has arrived after the head: even a comment shows that the server works, which a head alone does not.
    mutating func lineReceived() {
        failureCount = 0
    }

    /// The server has ended the stream, by its framing or by closing the connection of a body without a length.
    ///
    /// - Parameter age: the time since the head.
    mutating func streamEnded(retryTime: Duration?, age: Duration?) -> Action {
        guard policy.isEnabled else { return .finish }
        resetCount(for: age)
        return connect(retryTime)
    }

    /// Connecting has failed, or the stream has broken.
    ///
    /// A failure before the first head is thrown to the caller.
    ///
    /// - Parameter age: the time since the head; nil without one.
    mutating func failed(_ error: NetworkError, retryTime: Duration?, age: Duration?) -> Action {
        guard policy.isEnabled, hasConnected, error.isTransient else { return .fail }
        resetCount(for: age)
        failureCount += 1
        return failureCount <= policy.failureLimit ? connect(retryTime) : .fail
    }

    /// A connection that lasted longer than the delay before it was healthy, even if silent: a limit in between, such
    /// as a proxy's, closed it.
    private mutating func resetCount(for age: Duration?) {
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
    /// Whether the same request may succeed later.
    fileprivate var isTransient: Bool {
        switch code {
        case .cannotResolve, .cannotConnect, .connectionLost, .incompleteBody: true
        case .timedOut: phase != .total
        default: false
        }
    }
}
