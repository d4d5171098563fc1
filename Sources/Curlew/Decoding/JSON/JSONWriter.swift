#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Writes a value as `JSONEncoder` does with the same formatting, but keeps the digits of numbers.
struct JSONWriter {
    private let formatting: JSONEncoder.OutputFormatting
    private var bytes: [UInt8] = []
    private var depth = 0

    private init(_ formatting: JSONEncoder.OutputFormatting) {
        self.formatting = formatting
    }

    /// The bytes of a value; nil if a number is not finite, or the value is nested deeper than
    /// ``JSONValue/encodingNestingLimit``.
    static func write(_ value: JSONValue, _ formatting: JSONEncoder.OutputFormatting = []) -> Data? {
        var writer = JSONWriter(formatting)
        return writer.write(value) ? Data(writer.bytes) : nil
    }

    private mutating func write(_ value: JSONValue) -> Bool {
        switch value {
        case .null: put("null")
        case .bool(let value): put(value ? "true" : "false")
        case .number(let number):
            guard number.isFinite else { return false }
            put(number.text)
        case .string(let text): write(text)
        case .array(let elements):
            return writeNested("[", elements, "]") { $0.write($1) }
        case .object(let members):
            let isSorted = formatting.contains(.sortedKeys)
            let ordered = isSorted ? members.sorted { $0.key < $1.key } : Array(members)
            return writeNested("{", ordered, "}") { writer, member in
                writer.write(member.key)
                writer.put(writer.isPretty ? " : " : ":")
                return writer.write(member.value)
            }
        }
        return true
    }

    private var isPretty: Bool { formatting.contains(.prettyPrinted) }

    private mutating func writeNested<Element>(
        _ start: String, _ elements: [Element], _ end: String, _ write: (inout Self, Element) -> Bool
    ) -> Bool {
        guard depth < JSONValue.encodingNestingLimit else { return false }
        put(start)
        depth += 1
        for (place, element) in elements.enumerated() {
            if place > 0 { put(",") }
            putLineBreak()
            guard write(&self, element) else { return false }
        }
        depth -= 1
        if elements.isEmpty, isPretty { put("\n") }
        putLineBreak()
        put(end)
        return true
    }

    private mutating func putLineBreak() {
        if isPretty { put("\n" + String(repeating: "  ", count: depth)) }
    }

    private mutating func write(_ text: String) {
        put("\"")
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "\""): put("\\\"")
            case UInt8(ascii: "\\"): put("\\\\")
            case UInt8(ascii: "/"): put(formatting.contains(.withoutEscapingSlashes) ? "/" : "\\/")
            case 0x08: put("\\b")
            case 0x0C: put("\\f")
            case 0x0A: put("\\n")
            case 0x0D: put("\\r")
            case 0x09: put("\\t")
            case ..<0x10: put("\\u000\(String(byte, radix: 16))")
            case ..<0x20: put("\\u00\(String(byte, radix: 16))")
            default: bytes.append(byte)
            }
        }
        put("\"")
    }

    private mutating func put(_ text: String) {
        bytes += text.utf8
    }
}
