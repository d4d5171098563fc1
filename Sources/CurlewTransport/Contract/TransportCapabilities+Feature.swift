extension TransportCapabilities {
    /// Something that not every transport can do; more can be added without breaking a caller.
    public struct Feature: Sendable, Hashable, RawRepresentable, CaseIterable {
        private enum Kind: String, CaseIterable {
            case connectTimeout, ipv6Literals, bodyOnGet, rawBodies, nonUTF8Fields, repeatedFields, trailers
            case expectContinue, backPressure, phaseMetrics, versionChoice, trustStore, insecureTLS
            case idleLifetime, http2, http3, gzip, brotli, zstd, proxies, httpsProxies, unixSockets
            case addressPolicy, clientCertificates, pins, revocationLists, tlsVersions, ciphers
            case nameOverrides, addressFamilies, interfaces
        }

        private let kind: Kind

        /// The `connect` timeout.
        public static let connectTimeout = Feature(kind: .connectTimeout)
        /// IPv6 literals as hosts.
        public static let ipv6Literals = Feature(kind: .ipv6Literals)
        /// A body on GET and HEAD.
        public static let bodyOnGet = Feature(kind: .bodyOnGet)
        /// Bodies delivered without decoding.
        public static let rawBodies = Feature(kind: .rawBodies)
        /// Field values that are not UTF-8.
        public static let nonUTF8Fields = Feature(kind: .nonUTF8Fields)
        /// Repeated fields as separate lines.
        public static let repeatedFields = Feature(kind: .repeatedFields)
        /// Trailers.
        public static let trailers = Feature(kind: .trailers)
        /// Waiting for `100 Continue`.
        public static let expectContinue = Feature(kind: .expectContinue)
        /// Back pressure: a slow reader slows down the server.
        public static let backPressure = Feature(kind: .backPressure)
        /// Durations of the phases of an exchange.
        public static let phaseMetrics = Feature(kind: .phaseMetrics)
        /// Choosing HTTP/1.1 for a request.
        public static let versionChoice = Feature(kind: .versionChoice)
        /// Certificate authorities other than the system's.
        public static let trustStore = Feature(kind: .trustStore)
        /// Connections without verification of the server's certificate.
        public static let insecureTLS = Feature(kind: .insecureTLS)
        /// Choosing how long an idle connection is kept.
        public static let idleLifetime = Feature(kind: .idleLifetime)
        /// HTTP/2 on https.
        public static let http2 = Feature(kind: .http2)
        /// HTTP/3.
        public static let http3 = Feature(kind: .http3)
        /// The content codings gzip and deflate.
        public static let gzip = Feature(kind: .gzip)
        /// The content coding br.
        public static let brotli = Feature(kind: .brotli)
        /// The content coding zstd.
        public static let zstd = Feature(kind: .zstd)
        /// Proxies of the schemes `http`, `socks4a` and `socks5h`, given or from the environment.
        public static let proxies = Feature(kind: .proxies)
        /// Proxies of the scheme `https`.
        public static let httpsProxies = Feature(kind: .httpsProxies)
        /// Unix sockets instead of the URL's host.
        public static let unixSockets = Feature(kind: .unixSockets)
        /// Refusing to connect to some addresses.
        public static let addressPolicy = Feature(kind: .addressPolicy)
        /// Certificates by which the client authenticates itself.
        public static let clientCertificates = Feature(kind: .clientCertificates)
        /// Checking a server's public key.
        public static let pins = Feature(kind: .pins)
        /// Checking certificates against revocation lists.
        public static let revocationLists = Feature(kind: .revocationLists)
        /// Choosing the oldest accepted version of TLS.
        public static let tlsVersions = Feature(kind: .tlsVersions)
        /// Addresses for names, and other hosts to connect to.
        public static let nameOverrides = Feature(kind: .nameOverrides)
        /// Choosing IPv4 or IPv6.
        public static let addressFamilies = Feature(kind: .addressFamilies)
        /// Choosing the network interface or the local address.
        public static let interfaces = Feature(kind: .interfaces)
        /// Choosing the ciphers of TLS.
        public static let ciphers = Feature(kind: .ciphers)

        /// Every feature, in the order of the documentation.
        public static let allCases = Kind.allCases.map { Feature(kind: $0) }

        private init(kind: Kind) {
            self.kind = kind
        }

        /// Makes a feature; nil for a name that this version does not know.
        public init?(rawValue: String) {
            guard let kind = Kind(rawValue: rawValue) else { return nil }
            self.init(kind: kind)
        }

        /// The stable name, as programs print it.
        public var rawValue: String { kind.rawValue }
    }
}

extension TransportCapabilities.Feature: CustomStringConvertible {
    /// The stable name.
    public var description: String { rawValue }
}
