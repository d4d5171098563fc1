/// The parts of an absolute http or https URL, checked and with repaired escapes (RFC 3986 §3); the fragment is left out.
package struct URLParts: Sendable, Equatable {
    package let scheme: String
    package let userinfo: String?
    package let authority: String
    package let path: String
    package let query: String?

    /// Throws `.invalidURL`, with a message that names the part and never prints userinfo or query.
    package init(_ url: String) throws(NetworkError) {
        // Delimiters are searched for as bytes: a combining mark after one would hide it from a search by Character.
        let bytes = url.utf8
        guard let colon = bytes.firstIndex(of: UInt8(ascii: ":")), bytes[colon...].starts(with: "://".utf8)
        else {
            throw .invalidURL("the URL does not start with http:// or https://")
        }
        scheme = try Self.checkedScheme(url[..<colon])
        let hierarchy = bytes[colon...].dropFirst(3)
        let rest = hierarchy.drop { !"/?#\\".utf8.contains($0) }
        guard rest.first != UInt8(ascii: "\\") else {
            throw .invalidURL("the URL has a backslash after the host")
        }
        (userinfo, authority) = try Self.split(authority: hierarchy[..<rest.startIndex])

        let fragment = rest.drop { $0 != UInt8(ascii: "#") }
        let pathAndQuery = rest[..<fragment.startIndex]
        let questionAndQuery = pathAndQuery.drop { $0 != UInt8(ascii: "?") }
        path = try Self.repaired("path") { () throws(PercentEncoding.Problem) in
            try PercentEncoding.repairPath(Substring(pathAndQuery[..<questionAndQuery.startIndex]))
        }
        query =
            questionAndQuery.isEmpty
            ? nil
            : try Self.repaired("query") { () throws(PercentEncoding.Problem) in
                try PercentEncoding.repairQuery(Substring(questionAndQuery.dropFirst()))
            }
    }

    /// Userinfo, nil if there is none or it is empty, and the checked host and port.
    private static func split(
        authority: Substring.UTF8View
    ) throws(NetworkError) -> (userinfo: String?, authority: String) {
        guard let at = authority.lastIndex(of: UInt8(ascii: "@")) else {
            return (nil, try AuthorityParser.check(Substring(authority)))
        }
        let userinfo = authority[..<at]
        let hostAndPort = try AuthorityParser.check(Substring(authority[at...].dropFirst()))
        return (userinfo.isEmpty ? nil : String(Substring(userinfo)), hostAndPort)
    }

    private static func checkedScheme(_ scheme: Substring) throws(NetworkError) -> String {
        let lowercased = scheme.lowercased()
        guard lowercased == "http" || lowercased == "https" else {
            throw .invalidURL("the URL's scheme is neither http nor https")
        }
        return lowercased
    }

    private static func repaired(
        _ part: String, _ repair: () throws(PercentEncoding.Problem) -> String
    ) throws(NetworkError) -> String {
        do throws(PercentEncoding.Problem) {
            return try repair()
        } catch {
            throw .invalidURL("the URL's \(part) \(error.explanation)")
        }
    }
}

/// Checks host and port (RFC 3986 §3.2).
enum AuthorityParser {
    /// The authority in lower case, without an empty port; throws `.invalidURL`.
    static func check(_ authority: Substring) throws(NetworkError) -> String {
        let bytes = authority.utf8
        let isLiteral = bytes.first == UInt8(ascii: "[")
        let hostEnd =
            isLiteral
            ? bytes.firstIndex(of: UInt8(ascii: "]")).map(bytes.index(after:))
            : bytes.firstIndex(of: UInt8(ascii: ":")) ?? bytes.endIndex
        guard let hostEnd else { throw .invalidURL("the URL's IPv6 literal has no closing bracket") }
        let host = authority[..<hostEnd]
        if isLiteral { try checkIPv6(host.dropFirst().dropLast()) } else { try checkName(host) }
        return try host.lowercased() + checkedPort(authority[hostEnd...])
    }

    private static func checkName(_ host: Substring) throws(NetworkError) {
        guard !host.isEmpty else { throw .invalidURL("the URL has no host") }
        guard host.utf8.allSatisfy({ $0 < 0x80 }) else {
            throw .invalidURL("the URL's host is not ASCII: pass its xn-- form")
        }
        guard host.utf8.allSatisfy(\.isUnreserved) else {
            throw .invalidURL("the URL's host has a character that is not allowed in a name")
        }
    }

    private static func checkedPort(_ port: Substring) throws(NetworkError) -> String {
        guard !port.isEmpty, port != ":" else { return "" }
        let digits = port.dropFirst()
        guard port.hasPrefix(":"), digits.utf8.allSatisfy(\.isASCIIDigit), let number = UInt16(digits),
            number > 0
        else { throw .invalidURL("the URL's port is not a number from 1 to 65535") }
        return ":\(number)"
    }

    /// RFC 3986 §3.2.2 `IPv6address`: eight groups, `::` for zeros at most once, the last two optionally as IPv4.
    private static func checkIPv6(_ address: Substring) throws(NetworkError) {
        let halves = address.split(separator: "::", omittingEmptySubsequences: false).map {
            $0.isEmpty ? [] : $0.split(separator: ":", omittingEmptySubsequences: false)
        }
        var groups = Array(halves.joined())
        var count = groups.count
        if let last = halves.last?.last, isIPv4(last) {
            groups.removeLast()
            count += 1
        }
        let isRightCount = halves.count == 1 ? count == 8 : halves.count == 2 && count <= 7
        guard isRightCount, groups.allSatisfy(isHexGroup) else {
            throw .invalidURL("the URL's IPv6 literal is not an address")
        }
    }

    private static func isHexGroup(_ text: Substring) -> Bool {
        (1...4).contains(text.utf8.count) && text.utf8.allSatisfy { $0.hexDigitValue != nil }
    }

    private static func isIPv4(_ text: Substring) -> Bool {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        return parts.count == 4 && parts.allSatisfy { part in UInt8(part).map(String.init) == String(part) }
    }
}
