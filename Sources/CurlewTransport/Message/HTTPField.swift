/// One header or trailer field: a name and a value (RFC 9110 §5).
///
/// A field can hold any bytes. A name that is not a token, or a value with CR, LF or NUL, fails with
/// `.invalidRequest` when the request is sent.
public struct HTTPField: Sendable, Hashable {
    /// The field's name, compared ignoring case.
    public var name: Name
    /// The value's bytes, without surrounding white space.
    public var bytes: [UInt8]
    /// Whether the value is a secret: it never appears in a description and is not sent to another origin after a
    /// redirect.
    public var isSensitive: Bool

    /// Makes a field from text, which is sent as UTF-8.
    public init(name: Name, value: String, isSensitive: Bool = false) {
        self.init(name: name, bytes: Array(value.utf8), isSensitive: isSensitive)
    }

    /// Makes a field from the value's bytes.
    public init(name: Name, bytes: [UInt8], isSensitive: Bool = false) {
        self.name = name
        self.bytes = bytes
        self.isSensitive = isSensitive
    }

    /// The value as text: UTF-8 where it is valid, otherwise each byte as one ISO-8859-1 character.
    public var value: String {
        get { HTTPField.text(of: bytes[...]) }
        set { bytes = Array(newValue.utf8) }
    }

    /// Whether descriptions hide all of the value: it was marked sensitive, or its name always carries a secret.
    public var isRedacted: Bool { isSensitive || name.carriesSecret }

    package static func text(of bytes: ArraySlice<UInt8>) -> String {
        if let text = String(validating: bytes, as: UTF8.self) { return text }
        return String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) }))
    }
}

extension HTTPField: CustomStringConvertible {
    /// `Name: value`, with `<redacted>` in place of a secret and of what may be one in a URL.
    public var description: String { "\(name): \(redacted.value)" }
}

extension HTTPField: CustomDebugStringConvertible {
    /// The same as `description`, so that a debugger does not print a secret either.
    public var debugDescription: String { description }
}
