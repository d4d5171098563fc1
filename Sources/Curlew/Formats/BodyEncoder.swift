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
