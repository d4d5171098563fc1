#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// Settings for every exchange of a transport: connections, limits, TLS and the way to the servers.
///
/// A setting that a transport cannot honour makes its sends fail with `.unsupported`.
public struct TransportConfiguration: Sendable {
    /// The most connections to one host and port at a time; nil for no limit.
    ///
    /// Further requests wait in order. Over HTTP/2 many requests share a connection and none waits.
    public var maxConnectionsPerHost: Int?
    /// The most connections at a time; nil for no limit.
    public var maxConnections: Int?
    /// How long an idle connection is kept.
    public var idleLifetime: Duration
    /// The age after which no further request uses a connection.
    public var connectionLifetime: Duration
    /// The largest head, and the largest trailer section, in bytes; a larger one is `.headersTooLarge`.
    public var headLimit: Int
    /// The most fields in a head; more are `.headersTooLarge`.
    public var fieldLimit: Int
    /// How servers are authenticated.
    public var tls: TLS
    /// Through which proxy requests are sent; a request's own option replaces it.
    public var proxy: Proxy
    /// The unix socket to which all requests are sent instead of their URL's host; a request's own option replaces it.
    public var unixSocket: UnixSocket?
    /// To which addresses connections are made.
    public var addressPolicy: AddressPolicy
    /// How names become addresses.
    public var names: NameOptions

    /// Makes a configuration; without arguments connections are not limited and are kept for 60 s.
    public init(
        maxConnectionsPerHost: Int? = nil, maxConnections: Int? = nil, idleLifetime: Duration = .seconds(60),
        connectionLifetime: Duration = .seconds(600), headLimit: Int = 256 * 1024, fieldLimit: Int = 1_000,
        tls: TLS = TLS(), proxy: Proxy = .none, unixSocket: UnixSocket? = nil,
        addressPolicy: AddressPolicy = .any, names: NameOptions = NameOptions()
    ) {
        self.maxConnectionsPerHost = maxConnectionsPerHost
        self.maxConnections = maxConnections
        self.idleLifetime = idleLifetime
        self.connectionLifetime = connectionLifetime
        self.headLimit = headLimit
        self.fieldLimit = fieldLimit
        self.tls = tls
        self.proxy = proxy
        self.unixSocket = unixSocket
        self.addressPolicy = addressPolicy
        self.names = names
    }

    /// How servers and this client are authenticated.
    public struct TLS: Sendable, Hashable {
        /// The trusted certificate authorities.
        public var trustStore: TrustStore
        /// How much of a server's certificate is checked.
        public var verification: Verification
        /// The certificate that servers get which ask for one; nil for none.
        public var identity: ClientIdentity?
        /// The public keys of which the server must have one, apart from the other checks; empty for no such check.
        ///
        /// List the next key, too, before a server changes its own. The error names the key that the server has.
        public var pins: [PublicKeyPin]
        /// A PEM file of revocation lists (RFC 5280 §5), one of each authority in the chain; nil for no such check.
        ///
        /// https requests fail with `.fileFailed` if it cannot be read.
        public var revocationList: String?
        /// The oldest version that is accepted.
        public var minimumVersion: TLSVersion
        /// The allowed ciphers up to TLS 1.2, as OpenSSL lists them (openssl-ciphers(1)); nil for its default.
        public var ciphers: String?
        /// The allowed ciphers of TLS 1.3, by their names there, separated by colons; nil for OpenSSL's default.
        public var ciphersOfTLS1_3: String?

        /// Makes TLS settings; the defaults are the system's authorities, full verification and TLS 1.2 or newer.
        public init(
            trustStore: TrustStore = .system, verification: Verification = .full,
            identity: ClientIdentity? = nil, pins: [PublicKeyPin] = [], revocationList: String? = nil,
            minimumVersion: TLSVersion = .tls1_2, ciphers: String? = nil, ciphersOfTLS1_3: String? = nil
        ) {
            self.trustStore = trustStore
            self.verification = verification
            self.identity = identity
            self.pins = pins
            self.revocationList = revocationList
            self.minimumVersion = minimumVersion
            self.ciphers = ciphers
            self.ciphersOfTLS1_3 = ciphersOfTLS1_3
        }
    }

    /// The certificate authorities that are trusted; more kinds can be added without breaking a caller.
    ///
    /// Before anything is sent, https requests fail with `.fileFailed` if the file cannot be read, and with
    /// `.tlsFailed` for PEM text without complete certificates.
    public struct TrustStore: Sendable, Hashable {
        package enum Kind: Sendable, Hashable {
            case system
            case file(String)
            case pem(Data)
            case folder(String)
            case union([TrustStore])
        }

        package let kind: Kind

        /// Those of the system.
        ///
        /// `SSL_CERT_FILE` names a PEM file that replaces them. `SSL_CERT_DIR` names a folder, as prepared by
        /// `openssl rehash`, that replaces the system's folder. If both are set, both are used, and no others. They
        /// are read when the transport is made.
        public static let system = TrustStore(kind: .system)

        /// Only those of a PEM file.
        ///
        /// The file is read for the first connection, and again for a connection made a minute later, so that a
        /// replaced file takes effect. Open connections are kept.
        public static func file(_ path: String) -> TrustStore { TrustStore(kind: .file(path)) }

        /// Only those of PEM text.
        public static func pem(_ text: Data) -> TrustStore { TrustStore(kind: .pem(text)) }

        /// Only those in a folder of PEM files, as prepared by `openssl rehash`.
        public static func folder(_ path: String) -> TrustStore { TrustStore(kind: .folder(path)) }

        /// Those of all these stores, such as `.union([.system, .file("company.pem")])`.
        ///
        /// They are read once, for the first https request.
        public static func union(_ stores: [TrustStore]) -> TrustStore { TrustStore(kind: .union(stores)) }
    }

    /// How much of a server's certificate is checked; more kinds can be added without breaking a caller.
    public struct Verification: Sendable, Hashable {
        private enum Kind { case full, insecurelyDisabled }

        private let kind: Kind

        /// The chain up to an authority, the dates and the host's name.
        public static let full = Verification(kind: .full)
        /// Nothing: anyone between client and server can read and change everything.
        ///
        /// Only for tests against your own server.
        public static let insecurelyDisabled = Verification(kind: .insecurelyDisabled)
    }

    /// Throws `.invalidRequest` for a limit that is not positive, a unix socket whose path the system cannot take or
    /// that comes with a proxy, and an address policy without meaning; every transport checks before any I/O.
    public func check() throws(NetworkError) {
        let limits: [(String, Bool)] = [
            ("maxConnectionsPerHost", maxConnectionsPerHost ?? 1 > 0),
            ("maxConnections", maxConnections ?? 1 > 0),
            ("idleLifetime", idleLifetime > .zero), ("connectionLifetime", connectionLifetime > .zero),
            ("headLimit", headLimit > 0), ("fieldLimit", fieldLimit > 0),
        ]
        for (name, isPositive) in limits where !isPositive {
            throw .invalidRequest("the transport's \(name) is not positive")
        }
        try unixSocket?.check()
        try addressPolicy.check()
        guard unixSocket == nil || proxy == .none else {
            throw .invalidRequest("the transport has both a proxy and a unix socket")
        }
    }
}
