/// Which refused or failed requests a client retries, how often, and after what delay.
///
///     var retries = RetryPolicy.standard
///     retries.limit = 4
///     retries.statuses.insert(500)
///     let client = Client(baseURL: url, transport: .libcurl, configuration: .init(retries: retries))
///
/// Only requests that are safe to repeat are retried: those with an idempotent method (RFC 9110 §9.2.2) or an
/// `Idempotency-Key` field, and those that, according to the error, the server has not received. A stream can be read
/// only once, so its request is never retried. Once a part of a response has reached the caller, as with
/// `withResponse` and `events`, the request is not retried.
///
/// The delay is random between zero and a ceiling that doubles with each retry. A longer `Retry-After` of the
/// response replaces it, up to `longestRetryAfter`. If the delay would pass the total limit, no retry is sent: the
/// send ends at that limit with `.timedOut`, and the error keeps the last response.
public struct RetryPolicy: Sendable {
    /// The most retries of a request.
    public var limit: Int
    /// The response statuses that are refused.
    public var statuses: Set<HTTPResponse.Status> = [429, 502, 503, 504]
    /// The failures that are retried: before the head, and in a body that the client decodes.
    public var codes: Set<NetworkError.Code> = [
        .cannotResolve, .cannotConnect, .connectionLost, .incompleteBody,
    ]
    /// The ceiling of the first delay.
    public var firstPause: Duration = .milliseconds(200)
    /// The largest ceiling of later delays.
    public var longestPause: Duration = .seconds(20)
    /// The longest `Retry-After` that is obeyed.
    public var longestRetryAfter: Duration = .seconds(60)
    /// The retries that the client has in reserve for all its requests; each success returns a tenth of one.
    ///
    /// With an empty reserve nothing is retried, so that a server in trouble gets about a tenth more requests, not
    /// several times as many. Nil for no bound.
    public var reserve: Int? = 100
    /// Chooses a delay below its ceiling.
    public var jitter: @Sendable (_ ceiling: Duration) -> Duration = { $0 * Double.random(in: 0...1) }

    /// Makes a policy with the other settings of `.standard`.
    public init(limit: Int) {
        self.limit = limit
    }

    /// No retries.
    public static let none = RetryPolicy(limit: 0)

    /// Two retries after 429, 502, 503 and 504, and after failures to resolve, to connect and to receive a whole
    /// response.
    public static let standard = RetryPolicy(limit: 2)
}
