/// How a client authenticates every request to the origin of its base URL.
///
///     let client = Client(
///         baseURL: "https://api.example.com", transport: .libcurl,
///         configuration: .init(auth: .bearer(token)))
///
/// It replaces the user name and password of the base URL. Nothing is added to a request that already has an
/// Authorization field, to a request to another scheme, host or port, or after a redirect to one. The client does not react to challenges, and reads no
/// `.netrc` by itself: see ``Netrc``.
public struct Authentication: Sendable {
    typealias Authorize = @Sendable (inout HTTPRequest) async throws -> Void

    enum Scheme: Sendable {
        case field(HTTPField)
        case custom(Authorize)
        case tokens(TokenSource)
    }

    let scheme: Scheme

    /// A user name and a password in UTF-8, sent with the Basic scheme (RFC 7617).
    ///
    /// A colon in the name, or a control character in either, is `.invalidRequest` when a request is sent.
    public static func basic(user: String, password: String) -> Self {
        let credentials = BasicCredentials(user: Array(user.utf8), password: Array(password.utf8))
        guard let problem = credentials.problem else { return Self(scheme: .field(credentials.field)) }
        return Self(scheme: .custom { _ in throw NetworkError.invalidRequest("the \(problem)") })
    }

    /// A token that does not change (RFC 6750).
    public static func bearer(_ token: String) -> Self { Self(scheme: .field(.bearer(token))) }

    /// Credentials that a closure adds to each attempt, such as a signature.
    ///
    /// An error that it throws fails the send: a `NetworkError` unchanged, any other error as `.middlewareFailed`.
    /// Once the total limit has passed, it is cancelled and the send no longer waits for it.
    public static func custom(_ authorize: @escaping @Sendable (inout HTTPRequest) async throws -> Void)
        -> Self
    {
        Self(scheme: .custom(authorize))
    }

    /// A token that a closure fetches, sent as Bearer.
    ///
    /// It is fetched before the first request, when its lifetime is over, and after a 401; the request is then sent
    /// once more, if its body can be replayed.
    ///
    /// The closure runs once for all requests that need a new token, and an error that it throws fails them all: a
    /// `NetworkError` unchanged, any other error as `.middlewareFailed`. If a waiting request is cancelled or times
    /// out, the closure keeps running for the others, so give it a limit of its own. Several clients can share this
    /// value, and with it the token.
    ///
    /// Requests that the closure itself sends, even with the same client, carry no token, and neither do those of the
    /// closure of another token while this one waits for it. A `Task` that it leaves running is part of it: that task
    /// gets the token in use, but none is fetched for it.
    ///
    /// - Parameters:
    ///   - token: the first token; nil for none.
    ///   - refresh: returns a new token; takes the one to replace, nil without one.
    public static func refreshing(
        _ token: AccessToken? = nil,
        by refresh: @escaping @Sendable (AccessToken?) async throws -> AccessToken
    ) -> Self {
        Self(scheme: .tokens(TokenSource(token, refresh: refresh)))
    }
}

extension Authentication: CustomStringConvertible, CustomDebugStringConvertible {
    /// The added field, with its secret redacted, or the kind if there is no field yet.
    public var description: String {
        switch scheme {
        case .field(let field): field.description
        case .custom: "custom"
        case .tokens: "Bearer, refreshed"
        }
    }

    /// The same as `description`.
    public var debugDescription: String { description }
}

extension HTTPField {
    static func bearer(_ token: String) -> Self {
        HTTPField(name: .authorization, value: "Bearer \(token)", isSensitive: true)
    }
}
