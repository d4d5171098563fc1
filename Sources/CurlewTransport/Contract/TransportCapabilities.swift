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
}
