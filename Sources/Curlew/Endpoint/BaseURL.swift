/// The URL that a client's endpoints share, or the own URL of an endpoint.
struct BaseURL: Sendable {
    private let parts: URLParts
    /// The Authorization field that the URL's userinfo stands for (RFC 7617).
    let authorization: HTTPField?

    /// Takes an absolute URL without its fragment; throws `.invalidURL`.
    init(_ url: String) throws(NetworkError) {
        parts = try URLParts(url)
        authorization = try parts.userinfo.map { userinfo throws(NetworkError) in
            try Self.basicAuthorization(userinfo)
        }
    }

    /// The URL itself as a target: it has the scheme, host and port of every path.
    var origin: HTTPRequest.Target { HTTPRequest.Target(parts) }

    /// Resolves a reference against this URL; throws `.invalidURL`.
    func resolving(_ reference: String) throws(NetworkError) -> BaseURL {
        try BaseURL(origin.url(of: reference))
    }

    /// The URL with a query appended; throws `.encodingFailed`.
    func target(query: URLQuery) throws(NetworkError) -> HTTPRequest.Target {
        try query.checked().isEmpty ? origin : target(path: "", query: query)
    }

    /// The target of an endpoint: its path and query appended to those of this URL.
    func target(path: URLPath, query: URLQuery) throws(NetworkError) -> HTTPRequest.Target {
        let joined = try Self.join(parts.path, path.checked())
        let queries = [parts.query ?? "", try query.checked()].filter { !$0.isEmpty }
        let suffix = queries.isEmpty ? "" : "?" + queries.joined(separator: "&")
        return HTTPRequest.Target(
            scheme: parts.scheme, authority: parts.authority, checkedPath: joined + suffix)
    }

    /// Joins the paths with one slash; an empty endpoint path keeps the base path as it is.
    private static func join(_ base: String, _ path: String) -> String {
        guard !path.isEmpty else { return base.isEmpty ? "/" : base }
        let head = base.hasSuffix("/") ? String(base.dropLast()) : base
        return path.hasPrefix("/") ? head + path : "\(head)/\(path)"
    }

    private static func basicAuthorization(_ userinfo: String) throws(NetworkError) -> HTTPField {
        let bytes = userinfo.utf8
        let colon = bytes.firstIndex(of: UInt8(ascii: ":")) ?? bytes.endIndex
        guard let user = try? PercentEncoding.decode(Substring(bytes[..<colon])),
            let password = try? PercentEncoding.decode(Substring(bytes[colon...].dropFirst()))
        else {
            throw .invalidURL(
                "the URL's user name or password \(PercentEncoding.Problem.badEscape.explanation)")
        }
        let credentials = BasicCredentials(user: user, password: password)
        if let problem = credentials.problem { throw .invalidURL("the URL's \(problem)") }
        return credentials.field
    }
}
