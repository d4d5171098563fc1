public import CurlewTransport

extension CurlVersion {
    /// Whether the transport uses its HTTP/2.
    fileprivate var usesHTTP2: Bool { hasHTTP2 && !LostStreams.arePossible(with: number) }
}

extension LibcurlTransport {
    /// What this transport can and cannot do with the installed libcurl.
    public var capabilities: TransportCapabilities { Self.installed }

    static let installed = capabilities(of: .current)

    private static func capabilities(of version: CurlVersion) -> TransportCapabilities {
        TransportCapabilities(
            transport: "libcurl", version: version.text, contentCodings: ContentCodings.known,
            httpVersions: version.usesHTTP2 ? [.http1_0, .http1_1, .http2] : [.http1_0, .http1_1],
            pausedBodyLimits: pausedBodyLimits(of: version),
            layer: .init(
                name: "libcurl", version: version.number.description, tlsLibrary: version.tlsLibrary,
                resolver: version.resolver, newerOptions: version.newerOptions,
                hazards: LibcurlHazard.all(of: version.number, below: .libcurl)),
            unsupported: unsupported(by: version))
    }

    /// HTTP/2: the window that libcurl grants each stream, at most.
    private static func pausedBodyLimits(of version: CurlVersion) -> [HTTPResponse.Version: Int] {
        guard version.usesHTTP2 else { return [.http1_1: 8 << 20] }
        return [.http1_1: 8 << 20, .http2: (version.number < LibcurlVersion("8.1.0") ? 32 : 10) << 20]
    }

    private static func unsupported(
        by version: CurlVersion
    ) -> [TransportCapabilities.Feature: String] {
        let known = Set(ContentCodings.known)
        let reasons: [(TransportCapabilities.Feature, Bool, String)] = [
            (
                .http2, !version.usesHTTP2,
                version.hasHTTP2
                    ? "libcurl \(version.number) can damage or truncate bodies over HTTP/2"
                    : "this libcurl was built without HTTP/2"
            ),
            (
                .http3, true,
                version.hasHTTP3
                    ? "the transport does not enable libcurl's HTTP/3"
                    : "this libcurl was built without HTTP/3"
            ),
            (.httpsProxies, !version.hasHTTPSProxies, "this libcurl was built without proxies over TLS"),
            (.unixSockets, !version.hasUnixSockets, "this libcurl was built without unix sockets"),
            (.gzip, !known.contains("gzip"), "this libcurl has brought no zlib along"),
            (.brotli, !known.contains("br"), "this libcurl has brought no brotli decoder along"),
            (.zstd, !known.contains("zstd"), "this libcurl has brought no zstd along"),
        ]
        return Dictionary(uniqueKeysWithValues: reasons.filter(\.1).map { ($0.0, $0.2) })
    }
}
