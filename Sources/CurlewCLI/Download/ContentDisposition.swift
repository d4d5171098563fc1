import Curlew

/// The file name in a Content-Disposition value (RFC 6266 §4.1), parsed as leniently as browsers and curl do:
/// the type may be missing.
struct ContentDisposition {
    /// The name as the server gave it, not yet safe to use; nil if there is none.
    ///
    /// The extended form takes precedence if it is UTF-8, the one charset that RFC 8187 still requires.
    let fileName: String?

    init(_ value: String) {
        var parameters: [String: String] = [:]
        var rest = value[...]
        while !rest.isEmpty {
            guard let (name, value) = Self.nextParameter(&rest), parameters[name] == nil else { continue }
            parameters[name] = value
        }
        let extended = parameters["filename*"]
        fileName =
            extended.flatMap(Self.utf8) ?? parameters["filename"].flatMap { $0.isEmpty ? nil : $0 }
            ?? extended.flatMap(Self.latin1)
    }

    /// Takes the next parameter, up to a semicolon; nil if it is none, such as the type.
    private static func nextParameter(_ rest: inout Substring) -> (name: String, value: String)? {
        let segment = rest.prefix { $0 != "=" && $0 != ";" }
        rest = rest.dropFirst(segment.count)
        guard rest.popFirst() == "=" else { return nil }
        // The last word: some servers forget the semicolon after the type.
        let name = segment.split { $0 == " " || $0 == "\t" }.last ?? ""
        rest = rest.drop { $0 == " " || $0 == "\t" }
        return (name.lowercased(), quotedString(&rest) ?? apostropheString(&rest) ?? token(&rest))
    }

    private static func token(_ rest: inout Substring) -> String {
        let value = rest.prefix { $0 != ";" }
        rest = rest.dropFirst(value.count)
        return String(Substring(value.utf8.trimmingOptionalWhitespace()))
    }

    /// A quoted string (RFC 9110 §5.6.4); an unterminated one extends to the end.
    ///
    /// A backslash escapes only a quote or a backslash. Otherwise it is a path separator of Windows, as browsers and
    /// curl take it (RFC 6266, appendix D).
    private static func quotedString(_ rest: inout Substring) -> String? {
        guard rest.first == "\"" else { return nil }
        rest.removeFirst()
        var value = ""
        while let character = rest.popFirst(), character != "\"" {
            let isEscape = character == "\\" && (rest.first == "\"" || rest.first == "\\")
            value.append(isEscape ? rest.popFirst() ?? character : character)
        }
        rest = rest.drop { $0 != ";" }
        return value
    }

    /// Apostrophes are not quotes in the standard, but some servers use them, and curl removes them.
    private static func apostropheString(_ rest: inout Substring) -> String? {
        guard rest.first == "'", let end = rest.dropFirst().firstIndex(of: "'") else { return nil }
        let tail = rest[end...].dropFirst().drop { $0 == " " || $0 == "\t" }
        guard tail.first == ";" || tail.isEmpty else { return nil }
        let value = rest[..<end].dropFirst()
        rest = tail
        return String(value)
    }

    /// RFC 8187 §3.2; nil in another charset.
    private static func utf8(_ value: String) -> String? {
        octets(value, charset: "utf-8").flatMap { String(validating: $0, as: UTF8.self) }
    }

    /// The other charset of RFC 5987.
    private static func latin1(_ value: String) -> String? {
        octets(value, charset: "iso-8859-1").map { octets in
            String(String.UnicodeScalarView(octets.map { Unicode.Scalar($0) }))
        }
    }

    private static func octets(_ value: String, charset: String) -> [UInt8]? {
        let parts = value.split(separator: "'", maxSplits: 2, omittingEmptySubsequences: false)
        guard parts.count == 3, parts[0].lowercased() == charset, !parts[2].isEmpty else { return nil }
        return try? PercentEncoding.decode(parts[2])
    }
}
