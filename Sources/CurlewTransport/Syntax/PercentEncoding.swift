/// Percent-encoding of URL parts (RFC 3986 §2).
package enum PercentEncoding {
    /// What is wrong with a URL part that cannot be repaired.
    package enum Problem: Error, Equatable {
        case badEscape
        case controlCharacter
    }

    /// The UTF-8 of a value with everything but unreserved characters escaped: one path segment, or one query name or
    /// value.
    package static func encodeValue(_ value: some StringProtocol) -> String {
        encode(value.utf8, keeping: \.isUnreserved)
    }

    /// Not generic, since a generic function is not specialised in another module.
    package static func encodeValue(_ value: String) -> String {
        encode(value.utf8, keeping: \.isUnreserved)
    }

    /// Path text with every character escaped that a path cannot contain; valid `%XX` is kept.
    package static func repairPath(_ text: some StringProtocol) throws(Problem) -> String {
        try check(text.utf8)
        return encode(text.utf8) { isPathCharacter($0) || $0 == UInt8(ascii: "%") }
    }

    /// Not generic, since a generic function is not specialised in another module.
    package static func repairPath(_ text: String) throws(Problem) -> String {
        try repairPath(text[...])
    }

    /// Query text with every character escaped that a query cannot contain; valid `%XX` is kept.
    package static func repairQuery(_ text: some StringProtocol) throws(Problem) -> String {
        try check(text.utf8)
        return encode(text.utf8) {
            isPathCharacter($0) || $0 == UInt8(ascii: "%") || $0 == UInt8(ascii: "?")
        }
    }

    /// A URL reference from a server, repaired: a `%` that starts no escape becomes `%25`, as in browsers, and a byte
    /// that is not ASCII is escaped.
    static func repairReference(_ octets: some Collection<UInt8>) -> String {
        let octets = Array(octets)
        var repaired: [UInt8] = []
        for (place, octet) in octets.enumerated() {
            let isStray = octet == UInt8(ascii: "%") && !isEscape(octets[place...].prefix(3))
            if octet >= 0x80 || isStray { repaired += escape(octet) } else { repaired.append(octet) }
        }
        return String(decoding: repaired, as: UTF8.self)
    }

    private static func isEscape(_ bytes: some Collection<UInt8>) -> Bool {
        bytes.count == 3 && bytes.dropFirst().allSatisfy { $0.hexDigitValue != nil }
    }

    private static func escape(_ byte: UInt8) -> [UInt8] {
        [UInt8(ascii: "%"), hexDigits[Int(byte >> 4)], hexDigits[Int(byte & 15)]]
    }

    /// The bytes with escapes decoded; a `%` that starts no valid escape is `.badEscape`.
    package static func decode(_ text: some StringProtocol) throws(Problem) -> [UInt8] {
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

    private static func check(_ bytes: some Collection<UInt8>) throws(Problem) {
        if bytes.contains(where: { $0 < 0x20 || $0 == 0x7F }) { throw .controlCharacter }
        var rest = bytes[...]
        while let percent = rest.firstIndex(of: UInt8(ascii: "%")) {
            guard isEscape(rest[percent...].prefix(3)) else { throw .badEscape }
            rest = rest[percent...].dropFirst()
        }
    }

    private static let hexDigits = Array("0123456789ABCDEF".utf8)

    package static func encode(
        _ bytes: some Collection<UInt8>, keeping isKept: (UInt8) -> Bool
    ) -> String {
        if bytes.allSatisfy(isKept) { return String(decoding: bytes, as: UTF8.self) }
        var encoded: [UInt8] = []
        encoded.reserveCapacity(bytes.count + 16)
        for byte in bytes {
            if isKept(byte) { encoded.append(byte) } else { encoded += escape(byte) }
        }
        return String(decoding: encoded, as: UTF8.self)
    }
}

extension PercentEncoding.Problem {
    package var explanation: String {
        switch self {
        case .badEscape: "has a % that is not followed by two hexadecimal digits"
        case .controlCharacter: "has a control character"
        }
    }
}
