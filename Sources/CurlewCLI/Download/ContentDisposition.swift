import Curlew

/// The value of Content-Disposition (RFC 6266 §4.1), of which only the file name matters.
struct ContentDisposition {
    /// The name as the server gave it, not yet safe to use; nil without one.
    ///
    /// The extended form counts for more.
    let fileName: String?

    init(_ value: String) {
        var parameters: [String: String] = [:]
        var rest = value.drop { $0 != ";" }
        while let (name, value) = Self.nextParameter(&rest) {
            if parameters[name] == nil { parameters[name] = value }
        }
        fileName = parameters["filename*"].flatMap(Self.decoded) ?? parameters["filename"]
    }

    /// The parameter behind the next semicolon; nil at the end and at what is no parameter.
    private static func nextParameter(_ rest: inout Substring) -> (name: String, value: String)? {
        rest = rest.drop { $0 == ";" || $0 == " " || $0 == "\t" }
        let name = rest.prefix { $0 != "=" && $0 != ";" }
        rest = rest.dropFirst(name.count)
        guard rest.popFirst() == "=" else { return nil }
        let key = name.filter { $0 != " " && $0 != "\t" }.lowercased()
        rest = rest.drop { $0 == " " || $0 == "\t" }
        guard rest.first == "\"" else {
            let value = rest.prefix { $0 != ";" }
            rest = rest.dropFirst(value.count)
            return (key, String(Substring(value.utf8.trimmingOptionalWhitespace())))
        }
        return (key, quotedString(&rest))
    }

    /// RFC 9110 §5.6.4; one that does not end takes all that is left.
    private static func quotedString(_ rest: inout Substring) -> String {
        rest.removeFirst()
        var value = ""
        while let character = rest.popFirst(), character != "\"" {
            value.append(character == "\\" ? rest.popFirst() ?? character : character)
        }
        rest = rest.drop { $0 != ";" }
        return value
    }

    /// RFC 8187 §3.2; nil in another charset than UTF-8.
    private static func decoded(_ value: String) -> String? {
        let parts = value.split(separator: "'", maxSplits: 2, omittingEmptySubsequences: false)
        guard parts.count == 3, parts[0].lowercased() == "utf-8" else { return nil }
        return (try? PercentEncoding.decode(parts[2])).flatMap { String(validating: $0, as: UTF8.self) }
    }
}
