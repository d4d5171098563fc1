/// Which refused or failed requests a client retries, how often, and after what delay.
///
///     let retries = RetryPolicy(maxRetries: 4, baseDelay: .milliseconds(500))
///     let client = Client(baseURL: url, transport: .libcurl, configuration: .init(retries: retries))
///
/// Only requests that are safe to repeat are retried: those with an idempotent method (RFC 9110 §9.2.2) or an
/// `Idempotency-Key` field, those that, according to the error, the server has not received, and those that it has
/// refused with 429. A stream can be read only once, so its request is never retried. Once a part of a response has
/// reached the caller, as with `withResponse` and `events`, the request is not retried.
///
/// The delay is random between zero and a ceiling that doubles with each retry. A longer `Retry-After` of the
/// response replaces it, up to `maxRetryAfter`. If the delay would pass the total limit, no retry is sent: the
/// send ends at that limit with `.timedOut`, and the error keeps the last response.
public struct RetryPolicy: Sendable {
    /// The most retries of a request.
    public var maxRetries: Int
    /// The ceiling of the first delay.
    public var baseDelay: Duration
    /// The largest ceiling of later delays.
    public var maxDelay: Duration
    /// The longest `Retry-After` that is obeyed.
    public var maxRetryAfter: Duration = .seconds(60)
    /// The most retries of all requests of the client together; each success returns a tenth of one.
    ///
    /// With an empty budget nothing is retried, so that a server in trouble gets about a tenth more requests, not
    /// several times as many. Nil for no bound.
    public var budget: Int?
    /// The response statuses after which a request is retried.
    public var statuses: Set<HTTPResponse.Status> = [429, 502, 503, 504]
    /// The failures that are retried: before the head, and while a body that the client decodes is received.
    ///
    /// A whole response is never requested again because of its content: `.decodingFailed`, `.emptyBody`,
    /// `.unexpectedContentType` and `.unacceptableStatus` have no effect here, and `statuses` decides about the last.
    public var codes: Set<NetworkError.Code> = [
        .cannotResolve, .cannotConnect, .connectionLost, .incompleteBody,
    ]
    /// Whether a 503 with a valid `Retry-After` field counts as a refusal, like 429, so that a request of any method is retried.
    ///
    /// False by default: some servers send it after they have begun to act on the request.
    public var trustsUnavailable = false
    /// Decides in place of the rest of the policy; nil for no such closure.
    ///
    ///     retries.decide = { failure in
    ///         guard failure.response?.status == 403,
    ///             let reset = failure.response?.fields["X-RateLimit-Reset"].flatMap(Double.init)
    ///         else { return .standard }
    ///         return .retry(after: .seconds(reset - Date().timeIntervalSince1970))
    ///     }
    ///
    /// It runs after every failure before the head or while a body that the client decodes is received, and after every
    /// status of at least 400 or in `statuses`, while the request has retries left and a body that can be sent again.
    /// It does not run after `.cancelled`, after a failure to get credentials, or after a whole response that cannot be
    /// decoded (`.decodingFailed`, `.emptyBody`, `.unexpectedContentType`). `maxRetries`, `budget` and the total limit
    /// still apply.
    public var decide: (@Sendable (Failure) -> Decision)?
    /// Chooses a delay below its ceiling.
    public var jitter: @Sendable (_ ceiling: Duration) -> Duration = { $0 * Double.random(in: 0...1) }

    /// Makes a policy; the defaults are those of `.standard`.
    public init(
        maxRetries: Int = 2, baseDelay: Duration = .milliseconds(200), maxDelay: Duration = .seconds(20),
        budget: Int? = 100
    ) {
        self.maxRetries = maxRetries
        self.baseDelay = baseDelay
        self.maxDelay = maxDelay
        self.budget = budget
    }

    /// No retries.
    public static let none = RetryPolicy(maxRetries: 0)

    /// Two retries after 429, 502, 503 and 504, and after failures to resolve, to connect and to receive a whole
    /// response.
    public static let standard = RetryPolicy()

    /// The size of a client's budget if its own policy has no bound.
    static let standardBudget = 100
}

extension RetryPolicy {
    /// A failed attempt that may be retried.
    public struct Failure: Sendable {
        /// The request that was sent.
        public let request: HTTPRequest
        /// The head of the response; nil if the attempt failed before it.
        public let response: HTTPResponse?
        /// The error of the attempt; nil if a response arrived.
        public let error: NetworkError?
        /// The number of retries before.
        public let count: Int
        /// Whether the rest of the policy would retry the request.
        public let isRetriedByPolicy: Bool
    }

    /// The decision after a failure; more can be added without breaking a caller.
    public struct Decision: Sendable, Hashable {
        enum Kind: Hashable {
            case standard
            case retry(after: Duration?)
            case stop
        }

        let kind: Kind

        /// Follows the rest of the policy.
        public static let standard = Decision(kind: .standard)
        /// Returns the response or throws the error.
        public static let stop = Decision(kind: .stop)

        /// Retries after a delay of at most a day; nil for the delay of the policy.
        public static func retry(after delay: Duration?) -> Decision { Decision(kind: .retry(after: delay)) }
    }
}
