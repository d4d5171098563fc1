#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The parsed value of a Set-Cookie field (RFC 6265 §5.2).
struct SetCookie: Equatable {
    /// The octets that the server sent and gets back.
    let name: [UInt8]
    let value: [UInt8]
    private(set) var expires: Date?
    /// In seconds; it overrides `expires`.
    private(set) var maxAge: Int64?
    /// In lower case and without a leading dot.
    private(set) var domain: String?
    private(set) var path: String?
    private(set) var isSecure = false
    private(set) var isHTTPOnly = false

    /// The most bytes of name and value (RFC 6265 §6.1).
    static let sizeLimit = 4096

    /// Returns nil for a field that has no name, has a control character, or is too long.
    init?(_ field: ArraySlice<UInt8>) {
        guard field.allSatisfy(\.isFieldContent) else { return nil }
        let parts = field.split(separator: UInt8(ascii: ";"), omittingEmptySubsequences: false)
        guard let pair = parts.first, let equals = pair.firstIndex(of: UInt8(ascii: "=")) else { return nil }
        name = Array(pair[..<equals].trimmingOptionalWhitespace())
        value = Array(pair[equals...].dropFirst().trimmingOptionalWhitespace())
        guard !name.isEmpty, name.count + value.count <= Self.sizeLimit else { return nil }
        for part in parts.dropFirst() { read(part) }
    }

    /// The last of repeated attributes wins; unparsable ones are ignored.
    private mutating func read(_ attribute: ArraySlice<UInt8>) {
        let name = attribute.prefix { $0 != UInt8(ascii: "=") }
        let octets = attribute.dropFirst(name.count + 1).trimmingOptionalWhitespace()
        guard octets.count <= Self.attributeLimit else { return }
        let value = HTTPField.text(of: octets)[...]
        switch HTTPField.text(of: name.trimmingOptionalWhitespace()).lowercased() {
        case "expires": if let date = CookieDate.parse(value) { expires = date }
        case "max-age": if let seconds = Self.seconds(value) { maxAge = seconds }
        case "domain": readDomain(value)
        case "path": path = value.utf8.first == UInt8(ascii: "/") ? String(value) : nil
        case "secure": isSecure = true
        case "httponly": isHTTPOnly = true
        default: break
        }
    }

    private static let attributeLimit = 1024

    private mutating func readDomain(_ value: Substring) {
        let domain = value.utf8.first == UInt8(ascii: ".") ? value.dropFirst() : value
        if !domain.isEmpty { self.domain = domain.lowercased() }
    }

    /// Clamps a number that is too large or too small.
    private static func seconds(_ text: Substring) -> Int64? {
        let isNegative = text.utf8.first == UInt8(ascii: "-")
        let digits = isNegative ? text.dropFirst() : text
        guard !digits.isEmpty, digits.utf8.allSatisfy(\.isASCIIDigit) else { return nil }
        return Int64(text) ?? (isNegative ? .min : .max)
    }
}
