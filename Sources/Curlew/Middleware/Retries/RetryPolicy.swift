/// Which refused or failed requests a client sends again, how often, and after what delay.
///
///     let retries = RetryPolicy(maxRetries: 4, baseDelay: .milliseconds(500))
///     let client = Client(baseURL: url, transport: .libcurl, configuration: .init(retries: retries))
///
/// Only what can do no harm is sent again: a request of an idempotent method (RFC 9110 §9.2.2) or with an
/// `Idempotency-Key` field, any request of which the error says that the server has not received it, and any request that
/// the server has refused with 429. A body that is a stream can be read once, so its request is never sent again. Once a part
/// of a response has reached the caller, as with `withResponse` and `events`, no other one takes its place.
///
/// The delay is random, between zero and a ceiling that doubles with each retry. A `Retry-After` field of the response takes
/// its place where it asks for more, up to `maxRetryAfter`. No retry is sent when the delay would pass the total limit: the
/// send then ends at that limit with `.timedOut`, and the error holds the last response.
public struct RetryPolicy: Sendable {
    /// How many times a request is sent again at most.
    public var maxRetries: Int
    /// The ceiling of the first delay.
    public var baseDelay: Duration
    /// The ceiling that later delays do not exceed.
    public var maxDelay: Duration
    /// The longest time that a `Retry-After` field is obeyed.
    public var maxRetryAfter: Duration = .seconds(60)
    /// How many retries all requests of the client have together; each success gives back a tenth of one.
    ///
    /// Once it is used up nothing is sent again, so that a server in trouble gets about a tenth more requests, not several
    /// times as many. Nil for no bound.
    public var budget: Int?
    /// The statuses of responses after which the request is sent again.
    public var statuses: Set<HTTPResponse.Status> = [429, 502, 503, 504]
    /// The failures after which the request is sent again: before the head, and in a body that the client decodes.
    public var codes: Set<NetworkError.Code> = [
        .cannotResolve, .cannotConnect, .connectionLost, .incompleteBody,
    ]
    /// Whether a 503 with a `Retry-After` field counts as a refusal, like 429, so that a request of any method is sent again.
    ///
    /// False unless set: some servers send it after they have begun to act on the request.
    public var trustsUnavailable = false
    /// Decides instead of the rest of the policy; nil for no such closure.
    ///
    ///     retries.decide = { failure in
    ///         guard failure.response?.status == 403,
    ///             let reset = failure.response?.fields["X-RateLimit-Reset"].flatMap(Double.init)
    ///         else { return .standard }
    ///         return .retry(after: .seconds(reset - Date().timeIntervalSince1970))
    ///     }
    ///
    /// It is asked after every failure, and after every status from 400 on or in `statuses`, while the request has retries
    /// left and a body that can be sent again. `maxRetries`, `budget` and the total limit hold whatever it says.
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

    /// Nothing is sent again.
    public static let none = RetryPolicy(maxRetries: 0)

    /// Two retries after 429, 502, 503 and 504, and after failures to resolve, to connect and to get a whole response.
    public static let standard = RetryPolicy()

    /// The size of a client's budget where its own policy has no bound.
    static let standardBudget = 100
}

extension RetryPolicy {
    /// An attempt that may be followed by another one.
    public struct Failure: Sendable {
        /// The request that was sent.
        public let request: HTTPRequest
        /// The head of the response; nil where the attempt failed before it.
        public let response: HTTPResponse?
        /// What the attempt failed with; nil where a response came.
        public let error: NetworkError?
        /// How many retries there were before.
        public let count: Int
        /// Whether the rest of the policy would send the request again.
        public let isRetriedByPolicy: Bool
    }

    /// What follows a failure.
    public enum Decision: Sendable, Hashable {
        /// What the rest of the policy says.
        case standard
        /// The request is sent again after a delay, a day at most; nil for the delay of the policy.
        case retry(after: Duration?)
        /// The caller gets the response or the error.
        case stop
    }
}
