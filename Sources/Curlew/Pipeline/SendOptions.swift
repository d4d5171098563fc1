/// What holds for one send beside its request.
struct SendOptions: Sendable {
    /// Reads the body of a response, where the send decodes it, and returns the response with what was read.
    typealias Collect = @Sendable (HTTPResponse) async throws(NetworkError) -> HTTPResponse

    let endpoint: String
    /// What takes the place of the client's policies, nil for nothing.
    let policies: EndpointOptions.Policies?
    /// A limit that also covers other sends.
    let deadline: SendDeadline?
    /// Nil when the caller reads the body, and where there are no retries.
    var collect: Collect?
    /// That of a send with several exchanges; nil for a new one.
    let number: SendNumber?
    /// Whether the endpoint says itself which content codings it takes.
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
