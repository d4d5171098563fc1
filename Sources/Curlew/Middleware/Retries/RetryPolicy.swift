/// Which refused or failed requests a client sends again, how often, and after what pause.
///
///     var retries = RetryPolicy.standard
///     retries.limit = 4
///     retries.statuses.insert(500)
///     let client = Client(baseURL: url, transport: .libcurl, configuration: .init(retries: retries))
///
/// Only what cannot do harm is sent again: a request of an idempotent method (RFC 9110 §9.2.2) or with an
/// `Idempotency-Key` field, and any request of which the error says that the server has not got it. A body that is a
/// stream can be read once, so its request is never sent again. Once a part of a response has reached the caller, as with
/// `withResponse` and `events`, no other one takes its place.
///
/// The pause is at random between zero and a ceiling that doubles with each retry. A `Retry-After` field of the answer
/// takes its place where it asks for more, up to `longestRetryAfter`. No retry is sent when the pause would pass the total limit: the send then
/// ends at that limit with `.timedOut`, and the error holds the last answer.
public struct RetryPolicy: Sendable {
    /// How many times a request is sent again at most.
    public var limit: Int
    /// The statuses of answers that are refused.
    public var statuses: Set<HTTPResponse.Status> = [429, 502, 503, 504]
    /// The failures after which the request is sent again: before the head, and in a body that the client decodes.
    public var codes: Set<NetworkError.Code> = [
        .cannotResolve, .cannotConnect, .connectionLost, .incompleteBody,
    ]
    /// The ceiling of the first pause.
    public var firstPause: Duration = .milliseconds(200)
    /// The ceiling that later pauses do not exceed.
    public var longestPause: Duration = .seconds(20)
    /// The longest time that a `Retry-After` field is obeyed.
    public var longestRetryAfter: Duration = .seconds(60)
    /// How many retries the client has in reserve for all its requests; each success gives back a tenth of one.
    ///
    /// Without reserve nothing is sent again, so that a server in trouble gets about a tenth more requests, not several
    /// times as many. Nil for no bound.
    public var reserve: Int? = 100
    /// Chooses a pause below its ceiling.
    public var jitter: @Sendable (_ ceiling: Duration) -> Duration = { $0 * Double.random(in: 0...1) }

    /// Makes a policy with the other settings of `.standard`.
    public init(limit: Int) {
        self.limit = limit
    }

    /// Nothing is sent again.
    public static let none = RetryPolicy(limit: 0)

    /// Two retries after 429, 502, 503 and 504, and after failures to resolve, to connect and to get a whole response.
    public static let standard = RetryPolicy(limit: 2)
}
