/// A proxy's scheme, host, port and credentials, read from its URL.
package struct ProxyServer: Sendable, Hashable {
    /// How the client talks to a proxy.
    package enum Scheme: String, Sendable {
        case http
        /// TLS to the proxy.
        case https
        case socks4a
        /// SOCKS 5; the proxy resolves the names (RFC 1928 §4).
        case socks5h

        /// A URL's scheme; `socks5` too leaves the names to the proxy.
        init?(urlScheme: String) {
            self.init(rawValue: urlScheme == "socks5" ? "socks5h" : urlScheme)
        }

        var defaultPort: Int {
            switch self {
            case .http: 80
            case .https: 443
            case .socks4a, .socks5h: 1080
            }
        }
    }

    package let scheme: Scheme
    /// Host and port.
    package let authority: String
    package let user: String?
    package let password: Secret?

    /// Whether it gets HTTP requests.
    package var isHTTP: Bool { scheme == .http || scheme == .https }

    /// Parses a URL, or a host with a port for an HTTP proxy; a path is ignored.
    ///
    /// Throws `.invalidRequest`, with a message that shows nothing of the URL.
    package init(_ url: String) throws(NetworkError) {
        let (scheme, rest) = try Self.scheme(of: url)
        let authority = Substring(rest.utf8.prefix { !"/?#".utf8.contains($0) })
        let at = authority.lastIndex(of: "@")
        let hostAndPort = at.map { authority[authority.index(after: $0)...] } ?? authority
        (user, password) = try Self.credentials(in: at.map { authority[..<$0] } ?? "")
        self.scheme = scheme
        self.authority = try Self.complete(hostAndPort, scheme)
    }

    private static func scheme(of url: String) throws(NetworkError) -> (Scheme, rest: Substring) {
        guard let end = url.firstRange(of: "://") else { return (.http, url[...]) }
        guard let scheme = Scheme(urlScheme: url[..<end.lowerBound].lowercased()) else {
            throw .invalidRequest("the proxy's scheme is none of http, https, socks4a, socks5 and socks5h")
        }
        return (scheme, url[end.upperBound...])
    }

    private static func complete(_ hostAndPort: Substring, _ scheme: Scheme) throws(NetworkError) -> String {
        do throws(NetworkError) {
            let checked = try AuthorityParser.check(hostAndPort)
            let hasPort = checked.utf8.reversed().prefix { $0 != UInt8(ascii: "]") }.contains(
                UInt8(ascii: ":"))
            return hasPort ? checked : "\(checked):\(scheme.defaultPort)"
        } catch {
            throw .invalidRequest("the proxy's host or port is not valid")
        }
    }

    private static func credentials(
        in userinfo: Substring
    ) throws(NetworkError) -> (user: String?, password: Secret?) {
        guard !userinfo.isEmpty else { return (nil, nil) }
        let parts = userinfo.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        let decoded = parts.compactMap { part in
            (try? PercentEncoding.decode(part)).flatMap { String(validating: $0, as: UTF8.self) }
        }
        guard decoded.count == parts.count, !decoded.contains(where: { $0.utf8.contains(0) }) else {
            throw .invalidRequest("the proxy's user name or password has a bad escape")
        }
        return (decoded[0], Secret(decoded.count == 2 ? decoded[1] : ""))
    }
}

extension ProxyServer: CustomStringConvertible {
    /// The URL without credentials.
    package var description: String { "\(scheme.rawValue)://\(authority)" }
}
