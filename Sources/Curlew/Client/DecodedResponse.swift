/// A decoded value with the head of the answer that it came from.
public struct DecodedResponse<Value: Sendable>: Sendable {
    /// The decoded value.
    public let value: Value
    /// The status code and its phrase.
    public let status: HTTPResponse.Status
    /// The head's fields.
    public let fields: HTTPFields
    /// The trailers behind the body.
    public let trailers: HTTPFields
    /// The version that was spoken.
    public let version: HTTPResponse.Version
    /// What the exchange has cost, the body included where the transport knows it.
    public let metrics: TransferMetrics
    /// Where the answer comes from, after redirects; nil when a middleware gave it by itself.
    public let target: HTTPRequest.Target?
    /// The redirects that led there, in order.
    public let redirects: [HTTPResponse.Redirect]
    /// How many times the request was tried.
    public let attempts: Int

    /// Takes what is worth keeping of an answer whose body was read; the body itself is let go.
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
