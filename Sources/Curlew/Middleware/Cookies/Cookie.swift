#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// A cookie in a jar (RFC 6265 §5.3).
public struct Cookie: Sendable, Hashable {
    /// The name's octets as the server sent them.
    let nameOctets: [UInt8]
    /// The value's octets as the server sent them.
    let valueOctets: [UInt8]
    /// The host that it belongs to, in lower case.
    public let domain: String
    /// Whether it is sent only to that host, and not to its subdomains.
    public let isHostOnly: Bool
    /// The path that it belongs to, including everything below.
    public let path: String
    /// When it expires; nil for a session cookie, which lasts as long as the jar.
    public let expires: Date?
    /// Whether it is sent only over https.
    public let isSecure: Bool
    /// Whether the server hides it from scripts.
    public let isHTTPOnly: Bool

    /// The name as text: UTF-8 if valid, otherwise each octet as one ISO-8859-1 character.
    public var name: String { HTTPField.text(of: nameOctets[...]) }

    /// The value, which is often a secret, as text: UTF-8 if valid, otherwise each octet as one ISO-8859-1 character.
    ///
    /// The server gets back the octets that it sent.
    public var value: String { HTTPField.text(of: valueOctets[...]) }

    /// Its part of the Cookie field (RFC 6265 §4.2.1).
    var pair: [UInt8] { nameOctets + [UInt8(ascii: "=")] + valueOctets }

    func hasExpired(at now: Date) -> Bool { expires.map { $0 <= now } ?? false }

    /// Whether it is sent with a request whose domain matches (RFC 6265 §5.4).
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
