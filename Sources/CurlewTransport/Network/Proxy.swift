extension TransportConfiguration {
    /// Whether requests are sent through a proxy, and through which.
    ///
    ///     configuration.proxy = try .init("http://user:password@proxy.example:3128", noProxy: ["localhost", ".test"])
    ///
    /// An https request goes through a tunnel that an HTTP proxy opens (CONNECT, RFC 9110 §9.3.6), an http request to the
    /// proxy itself. No request goes directly because a proxy fails: what the proxy refuses is `.proxyFailed`. The
    /// credentials are sent to the proxy only, and appear in no description.
    public struct Proxy: Sendable, Hashable {
        package enum Kind: Sendable, Hashable {
            case none
            case environment
            case server(ProxyServer, except: NoProxyList)
        }

        package let kind: Kind

        /// No proxy, whatever the environment says.
        public static let none = Proxy(kind: .none)

        /// The proxy that the environment names for the request's URL, if any.
        ///
        /// - `http_proxy` is for http; `HTTP_PROXY` is never read, since a CGI program has it from the field `Proxy` of a
        ///   request.
        /// - `https_proxy`, then `HTTPS_PROXY`, are for https.
        /// - `all_proxy`, then `ALL_PROXY`, are for both.
        /// - `no_proxy`, then `NO_PROXY`, list the hosts that are reached directly, as `noProxy` of
        ///   ``init(_:noProxy:)`` does.
        ///
        /// An empty variable is one that is not set. A value that is not a proxy's URL makes the requests that would
        /// use it `.invalidRequest`. The variables are read when the transport is made.
        public static let environment = Proxy(kind: .environment)

        /// A proxy by its URL, such as `socks5h://127.0.0.1:1080`.
        ///
        /// - Parameters:
        ///   - url: `http`, `https`, `socks4a` or `socks5h`, host, and optionally port, user and password. `socks5` is
        ///     `socks5h`: the proxy resolves the names. Without a scheme it is `http`; without a port that of the
        ///     scheme: 80, 443 or 1080.
        ///   - noProxy: the hosts that are reached directly: domains with their subdomains, addresses, ranges such as
        ///     `10.0.0.0/8`, or `*` for all; a domain or an address may have a port.
        /// - Throws: `.invalidRequest` for a URL that is not a proxy's.
        public init(_ url: String, noProxy: [String] = []) throws(NetworkError) {
            kind = .server(
                try ProxyServer(url), except: NoProxyList(noProxy.joined(separator: ",")))
        }

        private init(kind: Kind) {
            self.kind = kind
        }
    }
}

extension TransportConfiguration.Proxy: CustomStringConvertible {
    /// `none`, `environment`, or the proxy's URL without credentials.
    public var description: String {
        switch kind {
        case .none: "none"
        case .environment: "environment"
        case .server(let server, _): server.description
        }
    }
}
