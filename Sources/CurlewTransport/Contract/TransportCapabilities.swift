/// What a transport can and cannot do, as data.
public struct TransportCapabilities: Sendable {
    /// The transport's name, such as `libcurl`.
    public var transport: String
    /// The version of the layer below, as it names itself.
    public var version: String
    /// The content codings that `.automatic` decodes, in order of preference; the client asks for these.
    public var contentCodings: [String]
    /// The versions of HTTP that are spoken.
    public var httpVersions: [HTTPResponse.Version]
    /// The most bytes of memory that a body keeps whose reader has stopped, by version of HTTP, where that is known.
    public var pausedBodyLimits: [HTTPResponse.Version: Int]
    /// The library below the transport; nil when it is not known.
    public var layer: Layer?
    /// The features that cannot be had, each with its reason.
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

    /// Whether a feature can be had.
    public func supports(_ feature: Feature) -> Bool { unsupported[feature] == nil }

    /// Something that not every transport can do.
    public enum Feature: String, Sendable, Hashable, CaseIterable {
        /// The `connect` timeout.
        case connectTimeout
        /// IPv6 literals as hosts.
        case ipv6Literals
        /// A body on GET and HEAD.
        case bodyOnGet
        /// Bodies whose coding is left as it is on the wire.
        case rawBodies
        /// Field values that are not UTF-8.
        case nonUTF8Fields
        /// Repeated fields as separate lines.
        case repeatedFields
        /// Trailers.
        case trailers
        /// `100 Continue` on request.
        case expectContinue
        /// A slow reader slows the server down.
        case backPressure
        /// Durations of the phases of an exchange.
        case phaseMetrics
        /// Choosing HTTP/1.1 for a request.
        case versionChoice
        /// Certificate authorities other than the system's.
        case ownAuthorities
        /// Servers whose certificate is not verified.
        case insecureTLS
        /// Choosing how long a connection is kept while no request uses it.
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
