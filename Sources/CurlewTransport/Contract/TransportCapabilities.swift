/// What a transport can and cannot do, as data.
public struct TransportCapabilities: Sendable {
    /// The transport's name, such as `libcurl`.
    public var transport: String
    /// The version of the underlying library, as the library reports it.
    public var version: String
    /// The content codings that `.automatic` decodes, in order of preference; the client accepts these.
    public var contentCodings: [String]
    /// The supported HTTP versions.
    public var httpVersions: [HTTPResponse.Version]
    /// The most bytes that a body buffers while its reader is paused, by HTTP version, where known.
    public var pausedBodyLimits: [HTTPResponse.Version: Int]
    /// The underlying library; nil if unknown.
    public var layer: Layer?
    /// The unsupported features, each with its reason.
    public var unsupported: [Feature: String]

    /// Describes a transport.
    public init(
        transport: String, version: String = "", contentCodings: [String] = [],
        httpVersions: [HTTPResponse.Version] = [.http1_1],
        pausedBodyLimits: [HTTPResponse.Version: Int] = [:], layer: Layer? = nil,
        unsupported: [Feature: String] = [:]
    ) {
        self.transport = transport
        self.version = version
        self.contentCodings = contentCodings
        self.httpVersions = httpVersions
        self.pausedBodyLimits = pausedBodyLimits
        self.layer = layer
        self.unsupported = unsupported
    }

    /// Whether a feature is supported.
    public func supports(_ feature: Feature) -> Bool { unsupported[feature] == nil }

    /// Something that not every transport can do.
    public enum Feature: String, Sendable, Hashable, CaseIterable {
        /// The `connect` timeout.
        case connectTimeout
        /// IPv6 literals as hosts.
        case ipv6Literals
        /// A body on GET and HEAD.
        case bodyOnGet
        /// Bodies delivered without decoding.
        case rawBodies
        /// Field values that are not UTF-8.
        case nonUTF8Fields
        /// Repeated fields as separate lines.
        case repeatedFields
        /// Trailers.
        case trailers
        /// Waiting for `100 Continue`.
        case expectContinue
        /// Back pressure: a slow reader slows down the server.
        case backPressure
        /// Durations of the phases of an exchange.
        case phaseMetrics
        /// Choosing HTTP/1.1 for a request.
        case versionChoice
        /// Certificate authorities other than the system's.
        case ownAuthorities
        /// Connections without verification of the server's certificate.
        case insecureTLS
        /// Choosing how long an idle connection is kept.
        case idleLifetime
        /// HTTP/2 on https.
        case http2
        /// HTTP/3.
        case http3
        /// The content codings gzip and deflate.
        case gzip
        /// The content coding br.
        case brotli
        /// The content coding zstd.
        case zstd
    }
}
