#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

// To and from text without a decoder or encoder, which would lose the digits of numbers.
extension JSONValue {
    /// Parses a JSON text in UTF-8, with or without a byte order mark, and keeps the digits of numbers.
    ///
    /// Throws `.decodingFailed` if it is not JSON, or is nested deeper than ``nestingLimit``.
    public init(json text: Data) throws(NetworkError) {
        guard let value = JSONParser.parse(text) else {
            throw NetworkError(
                .decodingFailed,
                "the bytes are not JSON in UTF-8, or are nested deeper than \(Self.nestingLimit)"
            )
        }
        self = value
    }

    /// Returns the value as JSON text, with the digits of numbers as they are.
    ///
    /// Throws `.encodingFailed` for a number that is not finite, and for more than 512 nested arrays and objects.
    public func json() throws(NetworkError) -> Data {
        guard let text = JSONWriter.write(self) else {
            throw NetworkError(
                .encodingFailed,
                "the value holds a number that is not finite, or is nested deeper than \(Self.encodingNestingLimit)"
            )
        }
        return text
    }
}

extension BodyDecoder {
    /// Decodes a value; for a `JSONDecoder`, JSON of any shape keeps the digits of its numbers.
    ///
    /// The decoder reads what the parser rejects: it knows more encodings and explains errors.
    func value<Value: Decodable>(_ type: Value.Type, from data: Data) throws -> Value {
        guard JSONValue.isPart(type), Self.self == JSONDecoder.self,
            let value = JSONParser.parse(data)?.part(of: type)
        else { return try decode(type, from: data) }
        return value
    }
}

extension JSONValue {
    /// Whether a type is JSON of any shape; single comparisons, since this runs for every response.
    fileprivate static func isPart<Value>(_ type: Value.Type) -> Bool {
        type == JSONValue.self || type == JSONValue?.self || type == [JSONValue].self
            || type == [String: JSONValue].self
    }

    /// The value as one of the types that hold JSON of any shape; `null` is nil for an optional one.
    fileprivate func part<Value>(of type: Value.Type) -> Value? {
        if type == JSONValue?.self, isNull { return nil }
        return self as? Value ?? arrayValue as? Value ?? objectValue as? Value
    }
}

extension JSONValue: JSONTextWriting {
    package func jsonText(_ formatting: JSONEncoder.OutputFormatting) -> Data? {
        JSONWriter.write(self, formatting)
    }
}

extension RequestBody {
    /// A JSON value, encoded when it is sent, by the client's encoder.
    ///
    ///     .json(["name": "Ada", "age": 36, "tags": ["a", 1]])
    ///
    /// Literals whose values have several types use this overload; any other value uses the generic `json`. An error of
    /// the encoder becomes `.encodingFailed`.
    public static func json(_ value: JSONValue) -> Self { encodable(value) }

    private static func encodable<Value: Encodable & Sendable>(_ value: Value) -> Self { .json(value) }
}
