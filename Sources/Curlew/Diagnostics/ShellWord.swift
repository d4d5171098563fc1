/// Quotes bytes as one word of the POSIX shell.
enum ShellWord {
    /// A word of text.
    static func quoted(_ text: String) -> String { quoted(Array(text.utf8)) }

    /// A word of any bytes except NUL, which no program argument can hold.
    static func quoted(_ bytes: [UInt8]) -> String {
        if !bytes.isEmpty, bytes.allSatisfy(isPlain) { return String(decoding: bytes, as: UTF8.self) }
        guard let text = String(validating: bytes, as: UTF8.self), !bytes.contains(0) else {
            return "\"$(printf \(printfFormat(bytes)))\""
        }
        // By scalars: a combining mark after a quotation mark would hide it from a search by Character.
        let parts = text.unicodeScalars.split(separator: "'", omittingEmptySubsequences: false)
        return "'" + parts.map { String($0) }.joined(separator: "'\\''") + "'"
    }

    /// Whether the bytes fit into an argument unchanged: Linux allows 128 KiB, and none can hold NUL.
    static func canBeArgument(_ bytes: [UInt8]) -> Bool {
        bytes.count <= 64 * 1024 && !bytes.contains(0) && String(validating: bytes, as: UTF8.self) != nil
    }

    /// A quoted format with which `printf` writes exactly these bytes.
    static func printfFormat(_ bytes: [UInt8]) -> String {
        var format = [UInt8(ascii: "'")]
        for byte in bytes {
            // A hyphen could begin an option.
            if isPlain(byte) && !"%-".utf8.contains(byte) {
                format.append(byte)
            } else {
                format += [UInt8(ascii: "\\"), digit(byte >> 6), digit(byte >> 3 & 7), digit(byte & 7)]
            }
        }
        return String(decoding: format, as: UTF8.self) + "'"
    }

    private static func digit(_ value: UInt8) -> UInt8 { UInt8(ascii: "0") + value }

    /// Whether a byte is not special to the shell.
    private static func isPlain(_ byte: UInt8) -> Bool {
        byte.isASCIILetter || byte.isASCIIDigit || "@%+=:,./-_".utf8.contains(byte)
    }
}
