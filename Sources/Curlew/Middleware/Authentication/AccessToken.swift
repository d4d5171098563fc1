/// A token that is sent as `Authorization: Bearer` (RFC 6750).
public struct AccessToken: Sendable, Hashable {
    /// The token; a secret.
    public let value: String
    /// How long it is used; nil for as long as the server accepts it.
    public let lifetime: Duration?

    /// Makes a token.
    ///
    /// - Parameters:
    ///   - value: the token.
    ///   - lifetime: how long it is used, such as the `expires_in` of OAuth 2.0; nil for as long as the server
    ///     accepts it. It begins when the refresh returns the token, or when a client is made with it. A lifetime too
    ///     large for the clock is the same as nil; a negative one has already ended.
    public init(_ value: String, lifetime: Duration? = nil) {
        self.value = value
        self.lifetime = lifetime
    }
}

extension AccessToken: CustomStringConvertible, CustomDebugStringConvertible {
    /// `<redacted>`.
    public var description: String { "<redacted>" }

    /// `<redacted>`.
    public var debugDescription: String { description }
}
