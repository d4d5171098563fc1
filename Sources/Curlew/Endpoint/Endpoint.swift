/// The typed description of one API call: what is sent, and what the answer decodes into.
///
/// Endpoints are best written as static members, so that a call reads `client.send(.user("ada"))`:
///
///     extension Endpoint where Output == User {
///         static func user(_ login: String) -> Self { .get("/users/\(login)") }
///     }
public struct Endpoint<Output: Sendable>: Sendable {
    /// What errors and observers call it; method and path, with `{}` for interpolated values, unless set.
    public var name: String
    /// The method.
    public var method: HTTPRequest.Method
    /// The path below the base URL, or a URL.
    public var target: EndpointTarget
    /// The query, appended to that of the base URL, or of the own URL.
    public var query: Query
    /// Fields of this call; they replace the client's of the same name.
    public var fields: HTTPFields
    /// The body, nil for none.
    public var body: RequestBody?
    /// What this call does otherwise than its client.
    public var options: EndpointOptions
    /// What turns the answer into the output.
    public var decoder: ResponseDecoder<Output>

    /// Describes a call with any method and decoder.
    public init(
        _ method: HTTPRequest.Method, _ path: Path, query: Query = [:], fields: HTTPFields = [:],
        body: RequestBody? = nil, options: EndpointOptions = EndpointOptions(),
        decoder: ResponseDecoder<Output>
    ) {
        self.init(method, .path(path), query, fields, body, options, decoder)
    }

    /// Describes a call to a URL with any method and decoder.
    ///
    /// - Parameters:
    ///   - method: the method.
    ///   - url: an absolute http or https URL, which is sent as it is, or a reference, which is resolved against the base
    ///     URL. A user name and password in it become an Authorization field. Where its origin is not that of the base
    ///     URL, what belongs to that one is left out, as after a redirect: the client's `auth`, and those fields of its
    ///     configuration that carry secrets or name an origin.
    ///   - query: what is appended to the URL's query.
    ///   - fields: the fields of this call, which are sent whatever the URL's origin is.
    ///   - body: the body, nil for none.
    ///   - options: what this call does otherwise than its client.
    ///   - decoder: what turns the response into the output.
    public init(
        _ method: HTTPRequest.Method, url: some URLConvertible, query: Query = [:],
        fields: HTTPFields = [:], body: RequestBody? = nil, options: EndpointOptions = EndpointOptions(),
        decoder: ResponseDecoder<Output>
    ) {
        self.init(method, .url(url.urlText), query, fields, body, options, decoder)
    }

    private init(
        _ method: HTTPRequest.Method, _ target: EndpointTarget, _ query: Query, _ fields: HTTPFields,
        _ body: RequestBody?, _ options: EndpointOptions, _ decoder: ResponseDecoder<Output>
    ) {
        name = "\(method) \(target.template)"
        self.method = method
        self.target = target
        self.query = query
        self.fields = fields
        self.body = body
        self.options = options
        self.decoder = decoder
    }

    /// The same endpoint with the given changes.
    public func with(_ change: (inout Self) -> Void) -> Self {
        var copy = self
        change(&copy)
        return copy
    }
}

extension Endpoint: CustomStringConvertible {
    /// The name: query, fields and body may hold secrets.
    public var description: String { name }
}
