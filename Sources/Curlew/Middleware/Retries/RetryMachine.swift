/// Decides after each attempt of one request whether to retry, and after what delay.
struct RetryMachine {
    private let policy: RetryPolicy
    private let isReplayable: Bool
    private let isIdempotent: Bool
    private var retries = 0

    /// What the owner must do after a refused attempt.
    enum Action: Equatable {
        /// Sends again after a delay.
        case retry(after: Duration)
        /// Waits for the deadline, which comes before the end of the delay, and fails.
        case expire
    }

    init(_ policy: RetryPolicy, _ request: HTTPRequest) {
        self.policy = policy
        isReplayable = request.body?.isReplayable ?? true
        isIdempotent = request.method.isIdempotent || request.fields.contains(.idempotencyKey)
    }

    private var hasRetryLeft: Bool { isReplayable && retries < policy.limit }

    /// Whether a response is refused, and the request sent again.
    func refuses(_ status: HTTPResponse.Status) -> Bool {
        hasRetryLeft && isIdempotent && policy.statuses.contains(status)
    }

    /// Whether the request is sent again after a failure.
    func refuses(_ error: NetworkError) -> Bool {
        hasRetryLeft && policy.codes.contains(error.code) && (isIdempotent || error.isProvablyUnsent)
    }

    /// The attempt was refused.
    ///
    /// - Parameters:
    ///   - retryAfter: the response's Retry-After; it can lengthen the delay, not shorten it.
    ///   - left: the time to the deadline; nil without one.
    mutating func attemptRefused(retryAfter: Duration?, left: Duration?) -> Action {
        let requested = min(retryAfter ?? .zero, policy.longestRetryAfter)
        let delay = max(.zero, policy.jitter(ceiling), requested)
        if let left, delay >= left { return .expire }
        retries += 1
        return .retry(after: delay)
    }

    private var ceiling: Duration { policy.firstPause.doubled(times: retries, upTo: policy.longestPause) }
}

extension NetworkError {
    /// Whether the server cannot have received the request.
    fileprivate var isProvablyUnsent: Bool {
        code == .cannotResolve || code == .cannotConnect || mayHaveBeenProcessed == false
    }
}
