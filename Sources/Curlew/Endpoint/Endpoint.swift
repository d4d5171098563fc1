/// The typed description of one API call: what is sent, and what the answer decodes into.
///
/// Endpoints are best written as static members, so that a call reads `client.send(.user("ada"))`:
///
///     extension Endpoint where Output == User {
///         static func user(_ login: String) -> Self { .get("/users/\(login)") }
///     }
public struct Endpoint<Output: Sendable>: Sendable {
    /// What errors and observers call it; method and path with `{}` for interpolated pieces unless set.
    public var name: String
    /// The method.
    public var method: HTTPRequest.Method
    /// The path, appended to the base URL's path.
    public var path: Path
    /// The query, appended to the base URL's query.
    public var query: Query
    /// Fields of this call; they replace the client's of the same name.
    public var fields: HTTPFields
    /// The body, nil for none.
    public var body: RequestBody?
    /// Limits of this call; nil for the client's.
    public var timeouts: Timeouts?
    /// Which redirects are followed; nil for the client's policy.
    public var redirects: RedirectPolicy?
    /// Which version of HTTP is spoken.
    public var httpVersion: HTTPRequest.VersionChoice = .automatic
    /// Whether `100 Continue` is asked for before the body is sent.
    public var expectContinue = false
    /// What turns the answer into the output.
    public var decoder: ResponseDecoder<Output>

    /// Describes a call with any method and decoder.
    public init(
        _ method: HTTPRequest.Method, _ path: Path, query: Query = [:], fields: HTTPFields = [:],
        body: RequestBody? = nil, timeouts: Timeouts? = nil, decoder: ResponseDecoder<Output>
    ) {
        name = "\(method) \(path.template)"
        self.method = method
        self.path = path
        self.query = query
        self.fields = fields
        self.body = body
        self.timeouts = timeouts
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
