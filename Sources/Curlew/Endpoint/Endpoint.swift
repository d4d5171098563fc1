/// The typed description of one API call: its request, and the type of its response.
///
/// Endpoints are best written as static members, so that a call reads `client.send(.user("ada"))`:
///
///     extension Endpoint where Output == User {
///         static func user(_ login: String) -> Self { .get("/users/\(login)") }
///     }
public struct Endpoint<Output: Sendable>: Sendable {
    /// The name in errors and events; by default method and path, if not empty, with `{}` for
    /// interpolated values.
    public var name: String
    /// The method.
    public var method: HTTPRequest.Method
    /// The path below the base URL, or a URL.
    public var target: EndpointTarget
    /// The query, appended to that of the base URL or of the endpoint's own URL.
    public var query: URLQuery
    /// Fields of this call; they replace the client's of the same name.
    public var fields: HTTPFields
    /// The body; nil for none.
    public var body: RequestBody?
    /// The settings that differ from the client's.
    public var options: EndpointOptions
    /// Turns the response into the output.
    public var decoder: ResponseDecoder<Output>

    /// Describes a call with any method and decoder.
    public init(
        _ method: HTTPRequest.Method, _ path: URLPath, query: URLQuery = [:], fields: HTTPFields = [:],
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
    ///     URL. A user name and password in it become an Authorization field, unless `options` or `fields` have
    ///     credentials or the options say `.none`. If its origin differs from that of the base
    ///     URL, some things are not sent, as after a redirect: the client's `auth`, and the fields of its configuration
    ///     that carry secrets or name an origin.
    ///   - query: the items that are appended to the URL's query.
    ///   - fields: the fields of this call, which are sent to any origin.
    ///   - body: the body; nil for none.
    ///   - options: the settings that differ from the client's.
    ///   - decoder: what turns the response into the output.
    public init(
        _ method: HTTPRequest.Method, url: some URLConvertible, query: URLQuery = [:],
        fields: HTTPFields = [:], body: RequestBody? = nil, options: EndpointOptions = EndpointOptions(),
        decoder: ResponseDecoder<Output>
    ) {
        self.init(method, .url(url.urlText), query, fields, body, options, decoder)
    }

    private init(
        _ method: HTTPRequest.Method, _ target: EndpointTarget, _ query: URLQuery, _ fields: HTTPFields,
        _ body: RequestBody?, _ options: EndpointOptions, _ decoder: ResponseDecoder<Output>
    ) {
        let template = target.template
        name = template.isEmpty ? "\(method)" : "\(method) \(template)"
        self.method = method
        self.target = target
        self.query = query
        self.fields = fields
        self.body = body
        self.options = options
        self.decoder = decoder
    }

    /// The same request, whose response another decoder turns into another output.
    func decoded<Other>(by decoder: ResponseDecoder<Other>) -> Endpoint<Other> {
        var other = Endpoint<Other>(method, target, query, fields, body, options, decoder)
        other.name = name
        return other
    }

    /// The same endpoint with the given changes.
    public func with(_ change: (inout Self) -> Void) -> Self {
        var copy = self
        change(&copy)
        return copy
    }
}

extension Endpoint: CustomStringConvertible {
    /// The name only, since query, fields and body may hold secrets.
    public var description: String { name }
}
