/// A URL, absolute or relative to another one, in its parts (RFC 3986 §4.1, appendix B); the fragment is left out.
struct URLReference: Sendable, Equatable {
    let scheme: Substring?
    let authority: Substring?
    let path: Substring
    let query: Substring?

    /// Splits any text without checking the parts.
    init(_ text: String) {
        let bytes = text.utf8
        var rest = bytes[..<(bytes.firstIndex(of: UInt8(ascii: "#")) ?? bytes.endIndex)]
        scheme = Self.scheme(of: rest).map { Substring($0) }
        if let scheme { rest = rest.dropFirst(scheme.utf8.count + 1) }
        if rest.starts(with: "//".utf8) {
            let hierarchy = rest.dropFirst(2)
            let end = hierarchy.firstIndex { $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: "?") }
            authority = Substring(hierarchy[..<(end ?? hierarchy.endIndex)])
            rest = hierarchy[(end ?? hierarchy.endIndex)...]
        } else {
            authority = nil
        }
        let question = rest.firstIndex(of: UInt8(ascii: "?"))
        path = Substring(rest[..<(question ?? rest.endIndex)])
        query = question.map { Substring(rest[$0...].dropFirst()) }
    }

    /// RFC 3986 §3.1: a letter, then letters, digits, `+`, `-` and `.`, up to a colon.
    private static func scheme(of bytes: Substring.UTF8View) -> Substring.UTF8View? {
        guard let colon = bytes.firstIndex(of: UInt8(ascii: ":")) else { return nil }
        let scheme = bytes[..<colon]
        guard let first = scheme.first, first.isASCIILetter else { return nil }
        let isScheme = scheme.allSatisfy {
            $0.isASCIILetter || $0.isASCIIDigit || "+-.".utf8.contains($0)
        }
        return isScheme ? scheme : nil
    }

    /// Resolves the reference against a base (RFC 3986 §5.2.2, §5.3).
    func resolved(against base: HTTPRequest.Target) -> String {
        let (path, query) = resolvedPath(against: base)
        let suffix = query.map { "?\($0)" } ?? ""
        // A scheme without an authority is not an http URL; `Target.init` rejects it.
        if let scheme, authority == nil { return "\(scheme):\(path)\(suffix)" }
        return "\(scheme ?? base.scheme[...])://\(authority ?? base.authority[...])\(path)\(suffix)"
    }

    private func resolvedPath(against base: HTTPRequest.Target) -> (path: String, query: Substring?) {
        if scheme != nil || authority != nil { return (Self.removingDotSegments(path), query) }
        let basePath = base.pathWithoutQuery
        guard !path.isEmpty else { return (basePath, query ?? base.query) }
        if path.utf8.first == UInt8(ascii: "/") { return (Self.removingDotSegments(path), query) }
        let folder = basePath[...(basePath.utf8.lastIndex(of: UInt8(ascii: "/")) ?? basePath.startIndex)]
        return (Self.removingDotSegments(folder + path), query)
    }

    /// RFC 3986 §5.2.4; the root's parent is the root.
    private static func removingDotSegments(_ path: Substring) -> String {
        // Bytes, since a combining character after a slash makes one Character with it.
        guard path.utf8.first == UInt8(ascii: "/") else { return String(path) }
        let segments = path.utf8.dropFirst().split(
            separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
        var kept: [Substring] = []
        for segment in segments.map({ Substring($0) }) {
            if segment == ".." { _ = kept.popLast() }
            if segment != "." && segment != ".." { kept.append(segment) }
        }
        if let last = segments.last, [".", ".."].contains(Substring(last)) { kept.append("") }
        return "/" + kept.joined(separator: "/")
    }
}
