/// A token that is sent as `Authorization: Bearer` (RFC 6750).
public struct AccessToken: Sendable, Hashable {
    /// The token; a secret.
    public let value: String
    /// When it is no longer used; nil for as long as the server takes it.
    public let expiry: ContinuousClock.Instant?

    /// Makes a token.
    ///
    /// - Parameters:
    ///   - value: the token.
    ///   - lifetime: how long it is used from now on, such as the `expires_in` of OAuth 2.0; nil for as long as the server
    ///     takes it. One too large for the clock is none.
    public init(_ value: String, lifetime: Duration? = nil) {
        self.value = value
        expiry = lifetime.flatMap { $0.nanoseconds == nil ? nil : ContinuousClock.now.advanced(by: $0) }
    }

    func isExpired(at now: ContinuousClock.Instant) -> Bool { expiry.map { $0 <= now } ?? false }
}

extension AccessToken: CustomStringConvertible, CustomDebugStringConvertible {
    /// `<redacted>`.
    public var description: String { "<redacted>" }

    /// `<redacted>`.
    public var debugDescription: String { description }
}
