import CurlewTransport

/// Reads `application/x-www-form-urlencoded` (WHATWG URL §5.1).
enum FormText {
    static func fields(in bytes: some Collection<UInt8>) -> [LoopbackServer.Field] {
        bytes.split(separator: UInt8(ascii: "&")).map { pair in
            let parts = pair.split(
                separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
            return LoopbackServer.Field(decode(parts[0]), parts.count > 1 ? decode(parts[1]) : "")
        }
    }

    /// Percent-decoded, `+` as a space; a malformed escape stays as it is.
    static func decode(_ bytes: some Collection<UInt8>) -> String {
        let bytes = Array(bytes)
        var decoded: [UInt8] = []
        var index = 0
        while index < bytes.count {
            let escaped =
                bytes[index] == UInt8(ascii: "%") ? escapedByte(bytes[(index + 1)...].prefix(2)) : nil
            decoded.append(escaped ?? (bytes[index] == UInt8(ascii: "+") ? UInt8(ascii: " ") : bytes[index]))
            index += escaped == nil ? 1 : 3
        }
        return String(decoding: decoded, as: UTF8.self)
    }

    private static func escapedByte(_ digits: ArraySlice<UInt8>) -> UInt8? {
        let values = digits.compactMap(\.hexDigitValue)
        return values.count == 2 ? values[0] << 4 | values[1] : nil
    }
}
