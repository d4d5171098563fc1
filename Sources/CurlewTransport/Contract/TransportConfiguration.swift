#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// What holds for every exchange of a transport: its connections, its limits and its TLS.
///
/// A setting that a transport cannot honour makes its sends fail with `.unsupported`.
public struct TransportConfiguration: Sendable {
    /// The most connections to one host and port at a time; nil for no limit.
    ///
    /// Requests beyond it wait in order. Over HTTP/2 many requests share a connection and none waits.
    public var connectionsPerHost: Int?
    /// The most connections at a time; nil for no limit.
    public var connections: Int?
    /// How long a connection is kept while no request uses it.
    public var idleLifetime: Duration
    /// How old a connection may become before no further request uses it.
    public var connectionLifetime: Duration
    /// The largest head, and the largest trailer section, in bytes; a larger one is `.headersTooLarge`.
    public var headLimit: Int
    /// The most fields in a head; more are `.headersTooLarge`.
    public var fieldLimit: Int
    /// How servers prove who they are.
    public var tls: TLS

    /// Makes a configuration; without arguments connections are not limited and are kept for 60 s.
    public init(
        connectionsPerHost: Int? = nil, connections: Int? = nil, idleLifetime: Duration = .seconds(60),
        connectionLifetime: Duration = .seconds(600), headLimit: Int = 256 * 1024, fieldLimit: Int = 1_000,
        tls: TLS = TLS()
    ) {
        self.connectionsPerHost = connectionsPerHost
        self.connections = connections
        self.idleLifetime = idleLifetime
        self.connectionLifetime = connectionLifetime
        self.headLimit = headLimit
        self.fieldLimit = fieldLimit
        self.tls = tls
    }

    /// How servers prove who they are.
    ///
    /// TLS 1.2 is the oldest version that is spoken.
    public struct TLS: Sendable {
        /// The certificates that vouch for others.
        public var authorities: Authorities
        /// Whether a server has to prove who it is.
        public var verification: Verification

        /// Makes TLS settings; the defaults are the system's authorities and full verification.
        public init(authorities: Authorities = .system, verification: Verification = .full) {
            self.authorities = authorities
            self.verification = verification
        }
    }

    /// Which certificates vouch for others.
    ///
    /// A file that cannot be read makes requests to https fail with `.fileFailed`, and PEM text without whole certificates
    /// with `.tlsFailed`, before anything is sent.
    public enum Authorities: Sendable {
        /// Those of the system.
        ///
        /// `SSL_CERT_FILE` names a PEM file that takes their place. `SSL_CERT_DIR` names a folder, as `openssl rehash`
        /// prepares it, that takes the place of the system's folder; beside `SSL_CERT_FILE` both count, and no others.
        /// Both are read when the transport is made.
        case system
        /// Those of a PEM file, and no others.
        ///
        /// The file is read for the first connection, and again for a connection a minute later: by then a file that was
        /// replaced counts. Connections that are open stay.
        case file(String)
        /// Those of PEM text, and no others.
        case pem(Data)
    }

    /// How much of a server's certificate is checked.
    public enum Verification: Sendable, Hashable {
        /// The chain up to an authority, the dates and the host's name.
        case full
        /// Nothing: anyone on the way can read and change everything. For tests against a server of your own.
        case insecurelyDisabled
    }

    /// Throws `.invalidRequest` for a limit that is not positive; every transport checks before any I/O.
    public func check() throws(NetworkError) {
        let limits: [(String, Bool)] = [
            ("connectionsPerHost", connectionsPerHost ?? 1 > 0), ("connections", connections ?? 1 > 0),
            ("idleLifetime", idleLifetime > .zero), ("connectionLifetime", connectionLifetime > .zero),
            ("headLimit", headLimit > 0), ("fieldLimit", fieldLimit > 0),
        ]
        for (name, isPositive) in limits where !isPositive {
            throw .invalidRequest("the transport's \(name) is not positive")
        }
    }
}
