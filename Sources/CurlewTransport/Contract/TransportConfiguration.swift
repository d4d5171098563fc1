#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// Settings for every exchange of a transport: connections, limits and TLS.
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

    /// Makes a configuration; without arguments connections are not limited and are kept for 60 s.
    public init(
        maxConnectionsPerHost: Int? = nil, maxConnections: Int? = nil, idleLifetime: Duration = .seconds(60),
        connectionLifetime: Duration = .seconds(600), headLimit: Int = 256 * 1024, fieldLimit: Int = 1_000,
        tls: TLS = TLS()
    ) {
        self.maxConnectionsPerHost = maxConnectionsPerHost
        self.maxConnections = maxConnections
        self.idleLifetime = idleLifetime
        self.connectionLifetime = connectionLifetime
        self.headLimit = headLimit
        self.fieldLimit = fieldLimit
        self.tls = tls
    }

    /// How servers are authenticated.
    ///
    /// TLS 1.2 is the oldest supported version.
    public struct TLS: Sendable {
        /// The trusted certificate authorities.
        public var trustStore: TrustStore
        /// How much of a server's certificate is checked.
        public var verification: Verification

        /// Makes TLS settings; the defaults are the system's authorities and full verification.
        public init(trustStore: TrustStore = .system, verification: Verification = .full) {
            self.trustStore = trustStore
            self.verification = verification
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

    /// Throws `.invalidRequest` for a limit that is not positive; every transport checks before any I/O.
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
    }
}
