/// A JSON text to write (RFC 8259).
enum JSONText {
    case null
    case number(Int)
    case string(String)
    /// JSON text that is already encoded.
    case encoded([UInt8])
    case array([JSONText])
    case object([(String, JSONText)])

    /// The text in UTF-8, followed by a line feed.
    var encoded: [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(512)
        append(to: &bytes)
        bytes.append(UInt8(ascii: "\n"))
        return bytes
    }

    private func append(to bytes: inout [UInt8]) {
        switch self {
        case .null: bytes += "null".utf8
        case .number(let number): bytes += String(number).utf8
        case .string(let text): Self.append(text, to: &bytes)
        case .encoded(let text): bytes += text
        case .array(let items):
            Self.append(items, in: ("[", "]"), to: &bytes) { $0.append(to: &$1) }
        case .object(let members):
            Self.append(members, in: ("{", "}"), to: &bytes) { member, bytes in
                Self.append(member.0, to: &bytes)
                bytes += ": ".utf8
                member.1.append(to: &bytes)
            }
        }
    }

    private static func append<Item>(
        _ items: [Item], in brackets: (String, String), to bytes: inout [UInt8],
        _ add: (Item, inout [UInt8]) -> Void
    ) {
        bytes += brackets.0.utf8
        for (index, item) in items.enumerated() {
            if index > 0 { bytes += ", ".utf8 }
            add(item, &bytes)
        }
        bytes += brackets.1.utf8
    }

    private static func append(_ text: String, to bytes: inout [UInt8]) {
        bytes.append(UInt8(ascii: "\""))
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "\""), UInt8(ascii: "\\"): bytes += [UInt8(ascii: "\\"), byte]
            case UInt8(ascii: "\n"): bytes += "\\n".utf8
            case 0..<32, 127: bytes += "\\u00\(byte < 16 ? "0" : "")\(String(byte, radix: 16))".utf8
            default: bytes.append(byte)
            }
        }
        bytes.append(UInt8(ascii: "\""))
    }
}
