/// Parses a JSON text into a value that keeps the digits of numbers (RFC 8259), in linear time.
///
/// It reads only UTF-8 and no extensions. A decoder reads what it rejects: a decoder knows more encodings and
/// explains errors.
struct JSONParser {
    private var rest: ArraySlice<UInt8>
    private var depth = 0

    init(_ bytes: [UInt8]) {
        rest = bytes[...]
    }

    var isAtEnd: Bool { rest.isEmpty }

    /// Parses a whole text; nil if it is not JSON, or is nested deeper than ``JSONValue/nestingLimit``.
    ///
    /// A leading byte order mark is ignored, as RFC 8259 §8.1 allows and `JSONDecoder` does.
    static func parse(_ bytes: some Sequence<UInt8>) -> JSONValue? {
        var parser = JSONParser(Array(bytes))
        _ = parser.take(word: "\u{FEFF}")
        let value = parser.value()
        parser.skipWhitespace()
        return parser.isAtEnd ? value : nil
    }

    private mutating func value() -> JSONValue? {
        skipWhitespace()
        switch rest.first {
        case UInt8(ascii: "{"): return nested { $0.object() }
        case UInt8(ascii: "["): return nested { $0.array() }
        case UInt8(ascii: "\""): return string().map(JSONValue.string)
        case UInt8(ascii: "t"): return take(word: "true") ? .bool(true) : nil
        case UInt8(ascii: "f"): return take(word: "false") ? .bool(false) : nil
        case UInt8(ascii: "n"): return take(word: "null") ? .null : nil
        default: return number().map(JSONValue.number)
        }
    }

    private mutating func nested(_ read: (inout Self) -> JSONValue?) -> JSONValue? {
        guard depth < JSONValue.nestingLimit else { return nil }
        depth += 1
        defer { depth -= 1 }
        rest.removeFirst()
        return read(&self)
    }

    /// The first of two members of the same name wins, as in `JSONDecoder`.
    private mutating func object() -> JSONValue? {
        var members: [String: JSONValue] = [:]
        skipWhitespace()
        if take("}") { return .object([:]) }
        repeat {
            skipWhitespace()
            guard let name = string() else { return nil }
            skipWhitespace()
            guard take(":"), let value = value() else { return nil }
            if members[name] == nil { members[name] = value }
            skipWhitespace()
        } while take(",")
        return take("}") ? .object(members) : nil
    }

    private mutating func array() -> JSONValue? {
        var elements: [JSONValue] = []
        skipWhitespace()
        if take("]") { return .array([]) }
        repeat {
            guard let value = value() else { return nil }
            elements.append(value)
            skipWhitespace()
        } while take(",")
        return take("]") ? .array(elements) : nil
    }

    /// RFC 8259 §6: no leading zero, and a digit on both sides of a point.
    mutating func number() -> JSONNumber? {
        let start = rest.startIndex
        var scan = rest
        if scan.first == UInt8(ascii: "-") { scan.removeFirst() }
        let hasZero = scan.first == UInt8(ascii: "0")
        let whole = Self.skipDigits(&scan)
        guard whole > 0, whole == 1 || !hasZero else { return nil }
        if scan.first == UInt8(ascii: ".") {
            scan.removeFirst()
            guard Self.skipDigits(&scan) > 0 else { return nil }
        }
        if let letter = scan.first, letter.asciiLowercased == UInt8(ascii: "e") {
            scan.removeFirst()
            if scan.first == UInt8(ascii: "+") || scan.first == UInt8(ascii: "-") { scan.removeFirst() }
            guard Self.skipDigits(&scan) > 0 else { return nil }
        }
        defer { rest = scan }
        return JSONNumber(checked: String(decoding: rest[start..<scan.startIndex], as: UTF8.self))
    }

    private static func skipDigits(_ scan: inout ArraySlice<UInt8>) -> Int {
        let digits = scan.prefix(while: \.isASCIIDigit)
        scan = scan[digits.endIndex...]
        return digits.count
    }

    private mutating func take(_ character: Unicode.Scalar) -> Bool {
        guard rest.first == UInt8(ascii: character) else { return false }
        rest.removeFirst()
        return true
    }

    private mutating func take(word: String) -> Bool {
        guard rest.starts(with: word.utf8) else { return false }
        rest = rest.dropFirst(word.utf8.count)
        return true
    }

    private mutating func skipWhitespace() {
        rest = rest.drop { $0 == 0x20 || $0 == 0x0A || $0 == 0x0D || $0 == 0x09 }
    }
}

// Strings (RFC 8259 §7).
extension JSONParser {
    /// Nil for an escape or bytes that are not text, such as half a surrogate pair.
    private mutating func string() -> String? {
        guard rest.first == UInt8(ascii: "\"") else { return nil }
        rest.removeFirst()
        var text: [UInt8] = []
        while true {
            let plain = rest.prefix { $0 >= 0x20 && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\") }
            text += plain
            rest = rest[plain.endIndex...]
            switch rest.popFirst() {
            case UInt8(ascii: "\""): return String(validating: text, as: UTF8.self)
            case UInt8(ascii: "\\"):
                guard let scalar = escapedScalar() else { return nil }
                text += scalar.utf8
            default: return nil
            }
        }
    }

    private mutating func escapedScalar() -> Unicode.Scalar? {
        switch rest.popFirst() {
        case UInt8(ascii: "\""): "\""
        case UInt8(ascii: "\\"): "\\"
        case UInt8(ascii: "/"): "/"
        case UInt8(ascii: "b"): "\u{8}"
        case UInt8(ascii: "f"): "\u{C}"
        case UInt8(ascii: "n"): "\n"
        case UInt8(ascii: "r"): "\r"
        case UInt8(ascii: "t"): "\t"
        case UInt8(ascii: "u"): scalarOfUnits()
        default: nil
        }
    }

    private mutating func scalarOfUnits() -> Unicode.Scalar? {
        guard let first = unit() else { return nil }
        guard UTF16.isLeadSurrogate(first) else { return Unicode.Scalar(first) }
        guard take(word: "\\u"), let second = unit(), UTF16.isTrailSurrogate(second) else { return nil }
        let value = 0x10000 + (UInt32(first & 0x3FF) << 10 | UInt32(second & 0x3FF))
        return Unicode.Scalar(value)
    }

    private mutating func unit() -> UInt16? {
        let digits = rest.prefix(4).compactMap(\.hexDigitValue)
        guard digits.count == 4 else { return nil }
        rest = rest.dropFirst(4)
        return digits.reduce(0) { $0 << 4 | UInt16($1) }
    }
}
