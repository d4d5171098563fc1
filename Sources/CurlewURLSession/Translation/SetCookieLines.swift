import CurlewTransport

/// Splits Set-Cookie lines that were joined by commas (RFC 6265 §3 says not to join them).
enum SetCookieLines {
    /// A comma begins a new cookie when a name and an equals sign follow; the one in `Expires=Wed, 09 Jun …` does not.
    static func split(_ joined: String) -> [String] {
        var lines: [String] = []
        for part in joined.split(separator: ",", omittingEmptySubsequences: false) {
            if let last = lines.last, !beginsCookie(part) {
                lines[lines.count - 1] = "\(last),\(part)"
            } else {
                lines.append(String(part))
            }
        }
        return lines.map { String(decoding: Array($0.utf8)[...].trimmingOptionalWhitespace(), as: UTF8.self) }
    }

    private static func beginsCookie(_ part: Substring) -> Bool {
        // URLSession joins with a comma and a space; a comma inside a value has none.
        guard part.first == " " else { return false }
        let name = part.utf8.dropFirst().prefix { $0.isTokenCharacter }
        return !name.isEmpty && name.endIndex < part.endIndex
            && part.utf8[name.endIndex] == UInt8(ascii: "=")
    }
}
