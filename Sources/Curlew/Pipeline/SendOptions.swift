/// The settings of one send, apart from its request.
struct SendOptions: Sendable {
    /// Reads the body of a response that the send decodes, and returns the response with the body in memory.
    typealias Collect = @Sendable (HTTPResponse) async throws(NetworkError) -> HTTPResponse

    let endpoint: String
    /// The endpoint's own policies; nil for the client's.
    let policies: EndpointOptions.Policies?
    /// A limit that also covers other sends.
    let deadline: SendDeadline?
    /// Nil if the caller reads the body, or without retries.
    var collect: Collect?
    /// The number of a send with several exchanges; nil for a new one.
    let number: SendNumber?
    /// Whether the endpoint sets Accept-Encoding itself.
    let hasOwnCodings: Bool

    init(
        _ endpoint: Endpoint<some Sendable>, within deadline: SendDeadline? = nil, number: SendNumber? = nil
    ) {
        self.endpoint = endpoint.name
        policies = endpoint.options.policies
        self.deadline = deadline
        self.number = number
        hasOwnCodings = endpoint.fields.contains(.acceptEncoding)
    }
}
