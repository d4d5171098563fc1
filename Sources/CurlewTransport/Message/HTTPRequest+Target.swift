extension HTTPRequest {
    /// Where a request goes: scheme, authority and path with query, all checked (RFC 3986, RFC 9112 §3.2).
    public struct Target: Sendable, Hashable {
        /// The whole URL.
        public let url: String
        // Where authority and path begin in its UTF-8: one string is cheaper to pass on than three.
        private let authorityStart: Int
        private let pathStart: Int

        /// Reads an absolute http or https URL.
        ///
        /// Characters that a URL cannot hold are percent-encoded, and a fragment is dropped, as it is not sent.
        /// Throws `.invalidURL` for another scheme, a bad host or port, a bad escape, a control character, userinfo,
        /// and a host that is not ASCII.
        public init(_ url: String) throws(NetworkError) {
            let parts = try URLParts(url)
            guard parts.userinfo == nil else {
                throw .invalidURL(
                    "the URL contains a user name or password: use an Authorization field instead")
            }
            self.init(parts)
        }

        package init(_ parts: URLParts) {
            let query = parts.query.map { "?\($0)" } ?? ""
            self.init(scheme: parts.scheme, authority: parts.authority, checkedPath: parts.path + query)
        }

        package init(scheme: String, authority: String, checkedPath: String) {
            let slash = checkedPath.utf8.first == UInt8(ascii: "/") ? "" : "/"
            url = "\(scheme)://\(authority)\(slash)\(checkedPath)"
            authorityStart = scheme.utf8.count + 3
            pathStart = authorityStart + authority.utf8.count
        }

        /// `http` or `https`.
        public var scheme: String { isSecure ? "https" : "http" }

        /// Host, and port if given, such as `[::1]:8080`; never userinfo.
        public var authority: String { String(url.utf8.prefix(pathStart).dropFirst(authorityStart)) ?? "" }

        /// Path and query, percent-encoded; starts with a slash.
        public var path: String { String(url.utf8.dropFirst(pathStart)) ?? "" }

        /// The path alone; starts with a slash.
        package var pathWithoutQuery: String { String(path.utf8.prefix { $0 != UInt8(ascii: "?") }) ?? "" }

        /// The text after the question mark; nil without one.
        package var query: Substring? {
            let path = path
            return path.utf8.firstIndex(of: UInt8(ascii: "?")).map { path[path.utf8.index(after: $0)...] }
        }

        /// Whether it is an https URL.
        package var isSecure: Bool { authorityStart == "https://".utf8.count }

        /// The URL without its query, which may hold secrets.
        public var redactedURL: String {
            guard let mark = url.utf8.firstIndex(of: UInt8(ascii: "?")) else { return url }
            return "\(url[..<mark])?<redacted>"
        }

        /// The host without port, IPv6 literals without brackets.
        public var host: String {
            let authority = authority
            if authority.hasPrefix("[") { return String(authority.dropFirst().prefix { $0 != "]" }) }
            return String(authority.prefix { $0 != ":" })
        }

        /// The port; that of the scheme if the URL has none.
        package var port: Int {
            let end = authority.utf8.reversed().prefix { $0 != UInt8(ascii: "]") }
            guard let colon = end.firstIndex(of: UInt8(ascii: ":")) else { return isSecure ? 443 : 80 }
            return Int(String(decoding: end[..<colon].reversed(), as: UTF8.self)) ?? 0
        }

        /// Whether the host is an IPv6 literal.
        package var isIPv6Literal: Bool { url.utf8.dropFirst(authorityStart).first == UInt8(ascii: "[") }
    }
}

extension HTTPRequest.Target: CustomStringConvertible {
    /// The redacted URL.
    public var description: String { redactedURL }
}
