/// Decides after each attempt of one request whether there is another, and after what pause.
struct RetryMachine {
    private let policy: RetryPolicy
    private let isReplayable: Bool
    private let isIdempotent: Bool
    private var retries = 0

    /// What the owner does with a refused attempt.
    enum Action: Equatable {
        /// Sends again after a pause.
        case retry(after: Duration)
        /// Waits for the deadline, which comes before the end of the pause, and fails.
        case expire
    }

    init(_ policy: RetryPolicy, _ request: HTTPRequest) {
        self.policy = policy
        isReplayable = request.body?.isReplayable ?? true
        isIdempotent = request.method.isIdempotent || request.fields.contains(.idempotencyKey)
    }

    private var hasRetryLeft: Bool { isReplayable && retries < policy.limit }

    /// Whether an answer is to be refused, and the request sent again.
    func refuses(_ status: HTTPResponse.Status) -> Bool {
        hasRetryLeft && isIdempotent && policy.statuses.contains(status)
    }

    /// Whether the request is to be sent again after a failure.
    func refuses(_ error: NetworkError) -> Bool {
        hasRetryLeft && policy.codes.contains(error.code) && (isIdempotent || error.isProvablyUnsent)
    }

    /// The attempt was refused.
    ///
    /// - Parameters:
    ///   - retryAfter: what the answer's Retry-After asks for; it makes a pause longer, never shorter.
    ///   - left: the time to the deadline, nil without one.
    mutating func attemptRefused(retryAfter: Duration?, left: Duration?) -> Action {
        let asked = min(retryAfter ?? .zero, policy.longestRetryAfter)
        let pause = max(.zero, policy.jitter(ceiling), asked)
        if let left, pause >= left { return .expire }
        retries += 1
        return .retry(after: pause)
    }

    private var ceiling: Duration { policy.firstPause.doubled(times: retries, upTo: policy.longestPause) }
}

extension NetworkError {
    /// Whether the server cannot have got the request.
    fileprivate var isProvablyUnsent: Bool {
        code == .cannotResolve || code == .cannotConnect || mayHaveBeenProcessed == false
    }
}
