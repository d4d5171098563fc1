#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// Turns a body into a value: JSON, or a format of your own.
public protocol BodyDecoder: Sendable {
    /// The value of the Accept field.
    var accept: String { get }

    /// Whether it can read a body of this Content-Type, given in lower case and without parameters.
    func accepts(mediaType: String) -> Bool

    /// Decodes a value; an error that it throws becomes `.decodingFailed`.
    func decode<Value: Decodable>(_ type: Value.Type, from data: Data) throws -> Value
}

extension JSONDecoder: BodyDecoder {
    /// `application/json`.
    public var accept: String { "application/json" }

    /// `*/json`, `*+json` (RFC 6839 §3.1), and `text/plain`, which simple servers send.
    public func accepts(mediaType: String) -> Bool {
        mediaType == "text/plain" || MediaType(mediaType)?.isJSON == true
    }
}
