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

/// The paths of cookies.
enum CookiePath {
    /// The path of a cookie that names none (RFC 6265 §5.1.4).
    static func standard(for path: Substring) -> String {
        guard path.utf8.first == UInt8(ascii: "/"), let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")),
            slash > path.startIndex
        else { return "/" }
        return String(path[..<slash])
    }

    /// Whether a path is the cookie's or below it (RFC 6265 §5.1.4).
    static func contains(_ cookiePath: String, _ path: String) -> Bool {
        let (cookie, request) = (cookiePath.utf8, path.utf8)
        guard request.starts(with: cookie) else { return false }
        return request.count == cookie.count || cookie.last == UInt8(ascii: "/")
            || request.dropFirst(cookie.count).first == UInt8(ascii: "/")
    }
}
