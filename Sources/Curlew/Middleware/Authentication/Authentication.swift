/// How a client says who it is, with every request to the origin of its base URL.
///
///     let client = Client(
///         baseURL: "https://api.example.com", transport: .libcurl,
///         configuration: .init(auth: .bearer(token)))
///
/// Nothing is added to a request that has an Authorization field already, to one for another scheme, host or port, and
/// after a redirect that led to one. Challenges are not answered and no `.netrc` is read.
public struct Authentication: Sendable {
    typealias Authorize = @Sendable (inout HTTPRequest) async throws -> Void

    enum Scheme: Sendable {
        case field(HTTPField)
        case custom(Authorize)
        case tokens(TokenSource)
    }

    let scheme: Scheme

    /// A user name and a password in UTF-8, sent as Basic (RFC 7617).
    ///
    /// A colon in the name and a control character in either is `.invalidRequest` when a request is sent.
    public static func basic(user: String, password: String) -> Self {
        let credentials = BasicCredentials(user: Array(user.utf8), password: Array(password.utf8))
        guard let flaw = credentials.flaw else { return Self(scheme: .field(credentials.field)) }
        return Self(scheme: .custom { _ in throw NetworkError.invalidRequest("the \(flaw)") })
    }

    /// A token that does not change (RFC 6750).
    public static func bearer(_ token: String) -> Self { Self(scheme: .field(.bearer(token))) }

    /// What a closure adds to each attempt, such as a signature.
    ///
    /// What it throws fails the send: a `NetworkError` as it is, another error as `.middlewareFailed`. It is cancelled and
    /// no longer waited for once the total limit has passed.
    public static func custom(_ authorize: @escaping @Sendable (inout HTTPRequest) async throws -> Void)
        -> Self
    {
        Self(scheme: .custom(authorize))
    }

    /// A token that a closure fetches, sent as Bearer.
    ///
    /// It is fetched before the first request, when its lifetime is over, and when a server has answered 401 to it; that
    /// request is then sent once more, if its body can be.
    ///
    /// However many requests need a new token, the closure runs once for all of them, and what it throws fails them all: a
    /// `NetworkError` as it is, another error as `.middlewareFailed`. A request that is cancelled or timed out while it
    /// waits leaves the closure running for the others, so give it a limit of its own. The value can be given to several
    /// clients, which then share the token.
    ///
    /// What the closure sends itself, also with the same client, goes without a token, and so does what the closure of
    /// another token sends while this one waits for it. A `Task` that it leaves running counts as part of it: that task
    /// gets the token in use, but none is fetched for it.
    ///
    /// - Parameters:
    ///   - token: the token to begin with, nil for none.
    ///   - refresh: gets the token that is to be replaced, nil without one.
    public static func refreshing(
        _ token: AccessToken? = nil,
        by refresh: @escaping @Sendable (AccessToken?) async throws -> AccessToken
    ) -> Self {
        Self(scheme: .tokens(TokenSource(token, refresh: refresh)))
    }
}

extension Authentication: CustomStringConvertible, CustomDebugStringConvertible {
    /// The field that is added, its secret redacted, or the kind where there is no such field yet.
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
