#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// Turns a value into a body: JSON, or a format of your own.
public protocol BodyEncoder: Sendable {
    /// The Content-Type of what it makes.
    var contentType: String { get }

    /// The value's bytes; what it throws becomes `.encodingFailed`.
    func encode<Value: Encodable>(_ value: Value) throws -> Data
}

extension JSONEncoder: BodyEncoder {
    /// `application/json` (RFC 8259 §11).
    public var contentType: String { "application/json" }
}

/// A value that writes its own JSON text, and so keeps what `JSONEncoder` would lose: the digits of its numbers.
package protocol JSONTextWriting {
    /// Nil for a value that JSON cannot hold.
    func jsonText(_ formatting: JSONEncoder.OutputFormatting) -> Data?
}

extension BodyEncoder {
    /// The value's bytes, by the value itself where it writes JSON and this is a `JSONEncoder`.
    func data<Value: Encodable>(of value: Value) throws -> Data {
        guard Self.self == JSONEncoder.self, let encoder = self as? JSONEncoder,
            let text = (value as? any JSONTextWriting)?.jsonText(encoder.outputFormatting)
        else { return try encode(value) }
        return text
    }
}
