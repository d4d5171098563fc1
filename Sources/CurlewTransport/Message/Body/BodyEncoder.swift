#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// Turns a value into a body: JSON, or a format of your own.
public protocol BodyEncoder: Sendable {
    /// The Content-Type of the encoded bytes.
    var contentType: String { get }

    /// Encodes a value; an error that it throws becomes `.encodingFailed`.
    func encode<Value: Encodable>(_ value: Value) throws -> Data
}

extension JSONEncoder: BodyEncoder {
    /// `application/json` (RFC 8259 §11).
    public var contentType: String { "application/json" }
}

/// A value that writes its own JSON text, and so keeps what `JSONEncoder` would lose: the digits of its numbers.
package protocol JSONTextWriting {
    /// Returns nil for a value that JSON cannot represent.
    func jsonText(_ formatting: JSONEncoder.OutputFormatting) -> Data?
}

extension BodyEncoder {
    /// Encodes a value; for a `JSONEncoder`, a value that writes JSON encodes itself.
    func data<Value: Encodable>(of value: Value) throws -> Data {
        guard Self.self == JSONEncoder.self, let encoder = self as? JSONEncoder,
            let text = (value as? any JSONTextWriting)?.jsonText(encoder.outputFormatting)
        else { return try encode(value) }
        return text
    }
}
