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

    /// The delay before the next attempt.
    enum Delay: Equatable {
        /// The policy's, or a longer `Retry-After`.
        case standard
        case chosen(Duration)
    }

    init(_ policy: RetryPolicy, _ request: HTTPRequest) {
        self.policy = policy
        isReplayable = request.body?.isReplayable ?? true
        isIdempotent = request.method.isIdempotent || request.fields.contains(.idempotencyKey)
    }

    private var hasRetryLeft: Bool { isReplayable && retries < policy.maxRetries }

    /// The delay before the next attempt at a request; nil if the caller gets the response.
    func delay(after response: HTTPResponse, to request: HTTPRequest) -> Delay? {
        let status = response.status
        let isListed = policy.statuses.contains(status)
        guard isListed || policy.decide != nil && status.code >= 400, hasRetryLeft else { return nil }
        return decided(isListed && (isIdempotent || hasRefused(response)), response.head, nil, request)
    }

    /// The delay before the next attempt at a request; nil if the caller gets the error.
    func delay(after error: NetworkError, of request: HTTPRequest) -> Delay? {
        guard hasRetryLeft, error.code != .cancelled else { return nil }
        let isRetried = policy.codes.contains(error.code) && (isIdempotent || error.isProvablyUnsent)
        return decided(isRetried, nil, error, request)
    }

    private func decided(
        _ isRetried: Bool, _ response: HTTPResponse?, _ error: NetworkError?, _ request: HTTPRequest
    ) -> Delay? {
        let failure = RetryPolicy.Failure(
            request: request, response: response, error: error, count: retries, isRetriedByPolicy: isRetried)
        switch (policy.decide?(failure) ?? .standard).kind {
        case .standard: return isRetried ? .standard : nil
        case .retry(let delay): return delay.map { .chosen(min($0, .longestDelay)) } ?? .standard
        case .stop: return nil
        }
    }

    /// Whether the server has declared that it did not act on the request (RFC 6585 §4).
    private func hasRefused(_ response: HTTPResponse) -> Bool {
        response.status == 429
            || response.status == 503 && policy.trustsUnavailable && RetryAfter.isValid(in: response.fields)
    }

    /// The attempt was refused.
    ///
    /// - Parameters:
    ///   - delay: the delay before the next attempt.
    ///   - retryAfter: the response's Retry-After; it can lengthen the policy's delay, not shorten it.
    ///   - left: the time to the deadline; nil without one.
    mutating func attemptRefused(_ delay: Delay = .standard, retryAfter: Duration?, left: Duration?) -> Action
    {
        let delay =
            switch delay {
            case .standard: max(policy.jitter(ceiling), min(retryAfter ?? .zero, policy.maxRetryAfter))
            case .chosen(let delay): delay
            }
        if let left, max(.zero, delay) >= left { return .expire }
        retries += 1
        return .retry(after: max(.zero, delay))
    }

    private var ceiling: Duration { policy.baseDelay.doubled(times: retries, upTo: policy.maxDelay) }
}

extension NetworkError {
    /// Whether the server cannot have received the request.
    fileprivate var isProvablyUnsent: Bool {
        code == .cannotResolve || code == .cannotConnect || mayHaveBeenProcessed == false
    }
}
