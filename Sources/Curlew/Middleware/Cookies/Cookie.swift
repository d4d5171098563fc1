#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// A cookie that a jar keeps (RFC 6265 §5.3).
public struct Cookie: Sendable, Hashable {
    /// The name's octets as the server sent them.
    let nameOctets: [UInt8]
    /// The value's octets as the server sent them.
    let valueOctets: [UInt8]
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

    /// The name as text: UTF-8 where it is valid, otherwise each octet as one ISO-8859-1 character.
    public var name: String { HTTPField.text(of: nameOctets[...]) }

    /// The value, which is often a secret, as text: UTF-8 where it is valid, otherwise each octet as one ISO-8859-1
    /// character.
    ///
    /// The server gets back the octets that it sent.
    public var value: String { HTTPField.text(of: valueOctets[...]) }

    /// What the Cookie field has of it (RFC 6265 §4.2.1).
    var pair: [UInt8] { nameOctets + [UInt8(ascii: "=")] + valueOctets }

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
