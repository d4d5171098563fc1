/// Percent-encoding of URL parts (RFC 3986 §2).
package enum PercentEncoding {
    /// What is wrong with a URL part that cannot be repaired.
    package enum Flaw: Error, Equatable {
        case badEscape
        case controlCharacter
    }

    /// The UTF-8 of a value with everything but unreserved characters escaped: one path piece, or one query name or value.
    package static func encodeValue(_ value: some StringProtocol) -> String {
        encode(value.utf8, keeping: \.isUnreserved)
    }

    /// Path text whose valid `%XX` stays and in which characters that a path cannot hold are escaped.
    package static func repairPath(_ text: some StringProtocol) throws(Flaw) -> String {
        try check(text.utf8)
        return encode(text.utf8) { isPathCharacter($0) || $0 == UInt8(ascii: "%") }
    }

    /// Query text whose valid `%XX` stays and in which characters that a query cannot hold are escaped.
    package static func repairQuery(_ text: some StringProtocol) throws(Flaw) -> String {
        try check(text.utf8)
        return encode(text.utf8) {
            isPathCharacter($0) || $0 == UInt8(ascii: "%") || $0 == UInt8(ascii: "?")
        }
    }

    /// The bytes behind the escapes; a `%` that starts no valid escape is `.badEscape`.
    package static func decode(_ text: some StringProtocol) throws(Flaw) -> [UInt8] {
        var decoded: [UInt8] = []
        var rest = Array(text.utf8)[...]
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "%") else {
                decoded.append(byte)
                continue
            }
            guard let high = rest.popFirst()?.hexDigitValue, let low = rest.popFirst()?.hexDigitValue else {
                throw .badEscape
            }
            decoded.append(high << 4 | low)
        }
        return decoded
    }

    /// RFC 3986 §3.3 `pchar` and the slash, without escapes.
    private static func isPathCharacter(_ byte: UInt8) -> Bool {
        byte.isUnreserved || byte.isSubDelimiter || byte == UInt8(ascii: ":") || byte == UInt8(ascii: "@")
            || byte == UInt8(ascii: "/")
    }

    private static func check(_ bytes: some Collection<UInt8>) throws(Flaw) {
        if bytes.contains(where: { $0 < 0x20 || $0 == 0x7F }) { throw .controlCharacter }
        var rest = bytes[...]
        while let percent = rest.firstIndex(of: UInt8(ascii: "%")) {
            rest = rest[percent...].dropFirst()
            guard rest.prefix(2).count == 2, rest.prefix(2).allSatisfy({ $0.hexDigitValue != nil }) else {
                throw .badEscape
            }
        }
    }

    private static let hexDigits = Array("0123456789ABCDEF".utf8)

    static func encode(
        _ bytes: some Collection<UInt8>, keeping isKept: (UInt8) -> Bool
    ) -> String {
        var encoded: [UInt8] = []
        encoded.reserveCapacity(bytes.count + 16)
        for byte in bytes {
            if isKept(byte) {
                encoded.append(byte)
            } else {
                encoded += [UInt8(ascii: "%"), hexDigits[Int(byte >> 4)], hexDigits[Int(byte & 15)]]
            }
        }
        return String(decoding: encoded, as: UTF8.self)
    }
}

extension PercentEncoding.Flaw {
    package var explanation: String {
        switch self {
        case .badEscape: "has a % that is not followed by two hexadecimal digits"
        case .controlCharacter: "has a control character"
        }
    }
}
