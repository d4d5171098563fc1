import CurlewTransport

/// Checks that bytes are one JSON text (RFC 8259), without reading its values.
struct JSONSyntax {
    private let bytes: [UInt8]
    private var index = 0

    // Deeper nesting could exhaust the small stack of a connection's thread.
    private static let depthLimit = 100

    static func isValid(_ bytes: [UInt8]) -> Bool {
        guard String(validating: bytes, as: UTF8.self) != nil else { return false }
        var syntax = JSONSyntax(bytes: bytes)
        return syntax.skipValue(depth: 0) && syntax.index == bytes.count
    }

    private init(bytes: [UInt8]) {
        self.bytes = bytes
    }

    private var next: UInt8? { index < bytes.count ? bytes[index] : nil }

    private mutating func skipValue(depth: Int) -> Bool {
        skipBlanks()
        defer { skipBlanks() }
        guard depth < Self.depthLimit, let next else { return false }
        switch next {
        case UInt8(ascii: "{"):
            return skipList(end: "}") {
                $0.skipBlanks(); return $0.skipString() && $0.skipColon() && $0.skipValue(depth: depth + 1)
            }
        case UInt8(ascii: "["): return skipList(end: "]") { $0.skipValue(depth: depth + 1) }
        case UInt8(ascii: "\""): return skipString()
        case UInt8(ascii: "t"): return skip("true")
        case UInt8(ascii: "f"): return skip("false")
        case UInt8(ascii: "n"): return skip("null")
        default: return skipNumber()
        }
    }

    private mutating func skipList(end: Unicode.Scalar, _ skipItem: (inout JSONSyntax) -> Bool) -> Bool {
        index += 1
        skipBlanks()
        if skip(String(end)) { return true }
        while skipItem(&self) {
            if skip(String(end)) { return true }
            guard skip(",") else { return false }
        }
        return false
    }

    private mutating func skipColon() -> Bool {
        skipBlanks()
        return skip(":")
    }

    private mutating func skipString() -> Bool {
        guard skip("\"") else { return false }
        while let byte = next {
            index += 1
            switch byte {
            case UInt8(ascii: "\""): return true
            case UInt8(ascii: "\\"): guard skipEscape() else { return false }
            case 0..<32: return false
            default: break
            }
        }
        return false
    }

    private mutating func skipEscape() -> Bool {
        guard let byte = next else { return false }
        index += 1
        if byte != UInt8(ascii: "u") { return "\"\\/bfnrt".utf8.contains(byte) }
        let digits = bytes[index...].prefix(4)
        index += digits.count
        return digits.count == 4 && digits.allSatisfy { $0.hexDigitValue != nil }
    }

    private mutating func skipNumber() -> Bool {
        _ = skip("-")
        if !skip("0") && !skipDigits() { return false }
        if skip(".") && !skipDigits() { return false }
        guard next == UInt8(ascii: "e") || next == UInt8(ascii: "E") else { return true }
        index += 1
        _ = skip("+") || skip("-")
        return skipDigits()
    }

    private mutating func skipDigits() -> Bool {
        let start = index
        while let next, (48...57).contains(next) { index += 1 }
        return index > start
    }

    private mutating func skipBlanks() {
        while let next, next == 32 || (9...10).contains(next) || next == 13 { index += 1 }
    }

    private mutating func skip(_ text: String) -> Bool {
        guard bytes[index...].starts(with: text.utf8) else { return false }
        index += text.utf8.count
        return true
    }
}
