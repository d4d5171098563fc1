#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// A cookie that a jar keeps (RFC 6265 §5.3).
public struct Cookie: Sendable, Hashable {
    /// The name.
    public let name: String
    /// The value, which is often a secret.
    public let value: String
    /// The host that it belongs to, in lower case.
    public let domain: String
    /// Whether it goes to that host only, and not to hosts below it.
    public let isHostOnly: Bool
    /// The path that it belongs to, with everything below.
    public let path: String
    /// When it ends; nil for one that ends with the jar.
    public let expires: Date?
    /// Whether it goes over https only.
    public let isSecure: Bool
    /// Whether the server wants it kept from scripts.
    public let isHTTPOnly: Bool

    func hasExpired(at now: Date) -> Bool { expires.map { $0 <= now } ?? false }

    /// Whether a request gets it (RFC 6265 §5.4); its domain is known to match.
    func isFor(path: String, isSecureRequest: Bool) -> Bool {
        (isSecureRequest || !isSecure) && CookiePath.contains(self.path, path)
    }
}

extension Cookie: CustomStringConvertible, CustomDebugStringConvertible {
    /// Name, domain and path; the value is redacted.
    public var description: String { "\(name)=\(HTTPField.redactedValue) for \(domain)\(path)" }

    /// The same as `description`.
    public var debugDescription: String { description }
}
