/// The parts of an absolute http or https URL, checked and with repaired escapes (RFC 3986 §3).
struct URLParts: Sendable, Equatable {
    let scheme: String
    let userinfo: String?
    let authority: String
    let path: String
    let query: String?
    let hasFragment: Bool

    /// Throws `.invalidURL`, with a message that names the part and never prints userinfo or query.
    init(_ url: String) throws(NetworkError) {
        guard let colon = url.utf8.firstIndex(of: UInt8(ascii: ":")), url[colon...].hasPrefix("://") else {
            throw .invalidURL("the URL does not start with http:// or https://")
        }
        scheme = try Self.checkedScheme(url[..<colon])
        let hierarchy = url[colon...].dropFirst(3)
        let authorityEnd = hierarchy.firstIndex { "/?#\\".contains($0) } ?? hierarchy.endIndex
        let fullAuthority = hierarchy[..<authorityEnd]
        let at = fullAuthority.lastIndex(of: "@")
        userinfo = at.map { String(fullAuthority[..<$0]) }
        authority = try AuthorityParser.check(
            at.map { fullAuthority[fullAuthority.index(after: $0)...] } ?? fullAuthority)

        let rest = hierarchy[authorityEnd...]
        guard !rest.hasPrefix("\\") else { throw .invalidURL("the URL has a backslash behind the host") }
        let fragment = rest.firstIndex(of: "#")
        hasFragment = fragment != nil
        let pathAndQuery = rest[..<(fragment ?? rest.endIndex)]
        let question = pathAndQuery.firstIndex(of: "?")
        path = try Self.repaired("path") { () throws(PercentEncoding.Flaw) in
            try PercentEncoding.repairPath(pathAndQuery[..<(question ?? pathAndQuery.endIndex)])
        }
        query = try question.map { index throws(NetworkError) in
            try Self.repaired("query") { () throws(PercentEncoding.Flaw) in
                try PercentEncoding.repairQuery(pathAndQuery[index...].dropFirst())
            }
        }
    }

    private static func checkedScheme(_ scheme: Substring) throws(NetworkError) -> String {
        let lowercased = scheme.lowercased()
        guard lowercased == "http" || lowercased == "https" else {
            throw .invalidURL("the URL's scheme is neither http nor https")
        }
        return lowercased
    }

    private static func repaired(
        _ part: String, _ repair: () throws(PercentEncoding.Flaw) -> String
    ) throws(NetworkError) -> String {
        do throws(PercentEncoding.Flaw) {
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
        let isLiteral = authority.hasPrefix("[")
        let hostEnd =
            isLiteral
            ? authority.firstIndex(of: "]").map(authority.index(after:))
            : authority.firstIndex(of: ":") ?? authority.endIndex
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

    /// RFC 3986 §3.2.2 `IPv6address`: eight groups, `::` for zeros at most once, the last two as IPv4 if wanted.
    private static func checkIPv6(_ address: Substring) throws(NetworkError) {
        let halves = address.split(separator: "::", omittingEmptySubsequences: false)
        let groups = halves.map {
            $0.isEmpty ? [] : $0.split(separator: ":", omittingEmptySubsequences: false)
        }
        var count = groups.joined().count
        if let last = groups.last?.last, last.contains(".") {
            guard isIPv4(last) else { throw .invalidURL("the URL's IPv6 literal is not an address") }
            count += 1
        }
        let plain = groups.joined().filter { !$0.contains(".") }
        let dotted = groups.joined().count - plain.count
        let isWellFormed =
            plain.allSatisfy {
                (1...4).contains($0.utf8.count) && $0.utf8.allSatisfy { $0.hexDigitValue != nil }
            }
            && dotted <= 1 && (dotted == 0 || groups.last?.last?.contains(".") == true)
        let isRightCount = halves.count == 1 ? count == 8 : halves.count == 2 && count <= 7
        guard isWellFormed, isRightCount else {
            throw .invalidURL("the URL's IPv6 literal is not an address")
        }
    }

    private static func isIPv4(_ text: Substring) -> Bool {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        return parts.count == 4 && parts.allSatisfy { $0.utf8.allSatisfy(\.isASCIIDigit) && UInt8($0) != nil }
    }
}
