extension HTTPRequest {
    /// Where a request goes: scheme, authority and path with query, all checked (RFC 3986, RFC 9112 §3.2).
    public struct Target: Sendable, Hashable {
        /// `http` or `https`.
        public let scheme: String
        /// Host and, where one was given, port, such as `[::1]:8080`; never userinfo.
        public let authority: String
        /// Path and query, percent-encoded; starts with a slash.
        public let path: String

        /// Reads an absolute http or https URL.
        ///
        /// Characters that a URL cannot hold are percent-encoded, and a fragment is dropped, as it is not sent.
        /// Throws `.invalidURL` for another scheme, a bad host or port, a bad escape, a control character, userinfo,
        /// and a host that is not ASCII.
        public init(_ url: String) throws(NetworkError) {
            let parts = try URLParts(url)
            guard parts.userinfo == nil else {
                throw .invalidURL("the URL holds a user name or password: pass it as an Authorization field")
            }
            self.init(parts)
        }

        init(_ parts: URLParts) {
            let query = parts.query.map { "?\($0)" } ?? ""
            self.init(scheme: parts.scheme, authority: parts.authority, checkedPath: parts.path + query)
        }

        init(scheme: String, authority: String, checkedPath: String) {
            self.scheme = scheme
            self.authority = authority
            path = checkedPath.hasPrefix("/") ? checkedPath : "/\(checkedPath)"
        }

        /// The whole URL.
        public var url: String { "\(scheme)://\(authority)\(path)" }

        /// The URL without its query, which may hold secrets.
        public var redactedURL: String {
            let query = path.firstIndex(of: "?").map { _ in "?<redacted>" } ?? ""
            return "\(scheme)://\(authority)\(path.prefix { $0 != "?" })\(query)"
        }

        /// The host without port, IPv6 literals without brackets.
        public var host: String {
            if authority.hasPrefix("[") { return String(authority.dropFirst().prefix { $0 != "]" }) }
            return String(authority.prefix { $0 != ":" })
        }

        /// Whether the host is an IPv6 literal.
        package var isIPv6Literal: Bool { authority.hasPrefix("[") }
    }
}

extension HTTPRequest.Target: CustomStringConvertible {
    /// The redacted URL.
    public var description: String { redactedURL }
}
