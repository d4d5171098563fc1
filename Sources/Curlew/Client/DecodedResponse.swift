/// A decoded value with the head of the answer that it came from.
public struct DecodedResponse<Value: Sendable>: Sendable {
    /// The decoded value.
    public let value: Value
    private let response: HTTPResponse

    init(value: Value, response: HTTPResponse) {
        self.value = value
        self.response = response
    }

    /// The status code and its phrase.
    public var status: HTTPResponse.Status { response.status }
    /// The head's fields.
    public var fields: HTTPFields { response.fields }
    /// The trailers behind the body.
    public var trailers: HTTPFields { response.body.trailers }
    /// The version that was spoken.
    public var version: HTTPResponse.Version { response.version }
    /// What the exchange has cost, the body included where the transport knows it.
    public var metrics: TransferMetrics { response.body.metrics ?? response.metrics }
}
