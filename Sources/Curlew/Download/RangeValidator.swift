/// Tells a server to which version of a file the partial bytes belong (RFC 9110 §13.1.5).
struct RangeValidator: Codable, Equatable {
    enum Kind: String, Codable {
        case entityTag
        case date
    }

    let kind: Kind
    /// The octets of the field's value, as received and as If-Range sends them: one character each, since the record
    /// is JSON.
    let value: String

    /// The strong validator of a response; nil without one.
    init?(_ fields: HTTPFields) {
        if let tag = Self.value(of: .eTag, in: fields) {
            guard Self.isStrong(tag) else { return nil }
            (kind, value) = (.entityTag, tag)
        } else {
            guard let modified = Self.value(of: .lastModified, in: fields), let date = fields[.date],
                Self.isDate(modified), Self.isDate(date), modified != date
            else { return nil }
            (kind, value) = (.date, modified)
        }
    }

    /// Whether a partial response belongs to another version.
    func isContradicted(by fields: HTTPFields) -> Bool {
        let name: HTTPField.Name = kind == .entityTag ? .eTag : .lastModified
        return Self.value(of: name, in: fields).map { $0 != value } ?? false
    }

    /// The If-Range field.
    var field: HTTPField {
        HTTPField(name: .ifRange, bytes: value.unicodeScalars.map { UInt8(truncatingIfNeeded: $0.value) })
    }

    private static func value(of name: HTTPField.Name, in fields: HTTPFields) -> String? {
        let octets = fields.filter { $0.name == name }.map(\.bytes).joined(separator: ", ".utf8)
        guard fields.contains(name) else { return nil }
        return String(String.UnicodeScalarView(octets.map { Unicode.Scalar($0) }))
    }

    /// RFC 9110 §8.8.3: a weak tag begins with `W/`.
    private static func isStrong(_ tag: String) -> Bool {
        let quote = UInt8(ascii: "\"")
        guard tag.utf8.count >= 2, tag.utf8.first == quote, tag.utf8.last == quote else { return false }
        return tag.utf8.dropFirst().dropLast().allSatisfy { $0 > 0x20 && $0 != quote && $0 != 0x7F }
    }

    /// The shape of an IMF-fixdate (RFC 9110 §5.6.7).
    ///
    /// A server sends no Last-Modified later than its Date (§8.8.2.1), so one that differs is at least a second
    /// older, which makes it strong (§8.8.2.2). The dates need not be parsed for that.
    private static func isDate(_ text: String) -> Bool { text.utf8.count == 29 && text.hasSuffix(" GMT") }
}
