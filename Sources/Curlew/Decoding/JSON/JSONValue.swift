/// A JSON value of any shape, for bodies without a Swift type (RFC 8259).
///
///     let body: JSONValue = ["name": "Ada", "tags": [1, 2], "admin": true, "note": nil]
///     value["tags"]?[0]?.intValue
///
/// Numbers keep their digits if the whole body is a JSON value: as an endpoint's output, a line of JSON Lines, a body
/// from ``RequestBody/json(_:)``, and with ``init(json:)`` and ``json()``. Inside another type the decoder or encoder
/// decides: `JSONDecoder` and `JSONEncoder` keep 38 digits, but turn `1.0` into 1.
public enum JSONValue: Sendable, Hashable {
    /// `null`
    case null
    /// `true` or `false`
    case bool(Bool)
    /// A number, with its digits.
    case number(JSONNumber)
    /// A string.
    case string(String)
    /// An array.
    case array([JSONValue])
    /// An object; the order of its names is not kept.
    case object([String: JSONValue])

    /// The value of a name; nil if there is none or this is not an object.
    public subscript(name: String) -> JSONValue? {
        if case .object(let members) = self { members[name] } else { nil }
    }

    /// The value at an index; nil if there is none or this is not an array.
    public subscript(index: Int) -> JSONValue? {
        if case .array(let elements) = self, elements.indices.contains(index) { elements[index] } else { nil }
    }

    /// The elements of an array, nil for anything else.
    public var arrayValue: [JSONValue]? {
        if case .array(let elements) = self { elements } else { nil }
    }

    /// The members of an object, nil for anything else.
    public var objectValue: [String: JSONValue]? {
        if case .object(let members) = self { members } else { nil }
    }

    /// The text of a string, nil for anything else.
    public var stringValue: String? {
        if case .string(let text) = self { text } else { nil }
    }

    /// The number with its digits, nil for anything else.
    public var numberValue: JSONNumber? {
        if case .number(let number) = self { number } else { nil }
    }

    /// The whole number, nil outside the range of `Int`, and for anything else.
    public var intValue: Int? { numberValue?.intValue }

    /// The nearest `Double` of a number, nil outside its range, and for anything else.
    public var doubleValue: Double? { numberValue?.doubleValue }

    /// The truth value, nil for anything else.
    public var boolValue: Bool? {
        if case .bool(let value) = self { value } else { nil }
    }

    /// Whether it is `null`.
    public var isNull: Bool { self == .null }
}

extension JSONValue: Codable {
    /// The deepest nesting of arrays and objects that is decoded.
    public static let nestingLimit = 64
    /// The deepest nesting that is encoded, the most that `JSONDecoder` reads in other types: far more would overflow
    /// the stack.
    static let encodingNestingLimit = 512

    /// Decodes any JSON; throws `DecodingError` if it is not JSON or is nested too deep.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        // Each mismatch costs an error, which is slower the deeper the value is nested: frequent types come first.
        if container.decodeNil() {
            self = .null
        } else if let text = try? container.decode(String.self) {
            self = .string(text)
        } else if var elements = try? decoder.unkeyedContainer() {
            try Self.checkNesting(decoder)
            self = .array(try Self.all(of: &elements))
        } else if let number = try? JSONNumber(from: container) {
            self = .number(number)
        } else if let value = try? container.decode(Bool.self) {
            self = .bool(value)
        } else {
            try Self.checkNesting(decoder)
            self = .object(try container.decode([String: JSONValue].self))
        }
    }

    private static func all(of elements: inout any UnkeyedDecodingContainer) throws -> [JSONValue] {
        var values: [JSONValue] = []
        while !elements.isAtEnd { values.append(try elements.decode(JSONValue.self)) }
        return values
    }

    /// Decoding time grows with the square of the depth.
    private static func checkNesting(_ decoder: any Decoder) throws {
        guard decoder.codingPath.count >= nestingLimit else { return }
        throw DecodingError.dataCorrupted(
            .init(codingPath: decoder.codingPath, debugDescription: "nested deeper than \(nestingLimit)"))
    }

    /// Encodes the value as plain JSON.
    ///
    /// Throws what the encoder throws, such as for a number that is not finite, and `EncodingError` for more than 512
    /// nested arrays and objects.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .null: try container.encodeNil()
        case .bool(let value): try container.encode(value)
        case .number(let number): try number.encode(to: &container)
        case .string(let text): try container.encode(text)
        case .array(let elements):
            try checkNesting(encoder)
            try container.encode(elements)
        case .object(let members):
            try checkNesting(encoder)
            try container.encode(members)
        }
    }

    private func checkNesting(_ encoder: any Encoder) throws {
        let limit = Self.encodingNestingLimit
        guard encoder.codingPath.count >= limit else { return }
        // Not the value itself: printing the error would overflow the stack.
        throw EncodingError.invalidValue(
            "array or object",
            .init(codingPath: encoder.codingPath, debugDescription: "nested deeper than \(limit)"))
    }
}

extension JSONValue: ExpressibleByNilLiteral, ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral,
    ExpressibleByFloatLiteral, ExpressibleByStringInterpolation, ExpressibleByArrayLiteral,
    ExpressibleByDictionaryLiteral
{
    /// Makes `null`.
    public init(nilLiteral: ()) { self = .null }
    /// Makes `true` or `false`.
    public init(booleanLiteral value: Bool) { self = .bool(value) }
    /// Makes a whole number.
    public init(integerLiteral value: Int64) { self = .number(JSONNumber(value)) }
    /// Makes a number.
    public init(floatLiteral value: Double) { self = .number(JSONNumber(value)) }
    /// Makes a string.
    public init(stringLiteral value: String) { self = .string(value) }
    /// Makes an array.
    public init(arrayLiteral elements: JSONValue...) { self = .array(elements) }
    /// Makes an object; the last value of a repeated name wins.
    public init(dictionaryLiteral elements: (String, JSONValue)...) {
        self = .object(Dictionary(elements) { _, last in last })
    }
}
