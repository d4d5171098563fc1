/// A decoded value with the head of its response.
public struct Response<Value: Sendable>: Sendable {
    /// The decoded value.
    public let value: Value
    /// The status code and its phrase.
    public let status: HTTPResponse.Status
    /// The head's fields.
    public let fields: HTTPFields
    /// The trailers after the body.
    public let trailers: HTTPFields
    /// The HTTP version used.
    public let version: HTTPResponse.Version
    /// The metrics of the exchange, including the body if the transport knows them.
    public let metrics: TransferMetrics
    /// The target that sent the response, after redirects; nil if a middleware made the response.
    public let target: HTTPRequest.Target?
    /// The redirects that led there, in order.
    public let redirects: [HTTPResponse.Redirect]
    /// The number of attempts.
    public let attempts: Int

    /// Keeps the head, trailers and metrics of a response whose body was read.
    init(value: Value, response: HTTPResponse) {
        self.value = value
        status = response.status
        fields = response.fields
        trailers = response.body.trailers
        version = response.version
        metrics = response.body.metrics ?? response.metrics
        target = response.target
        redirects = response.redirects
        attempts = response.attempts
    }
}
