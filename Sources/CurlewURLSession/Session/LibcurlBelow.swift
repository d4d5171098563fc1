import CurlewTransport

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// The libcurl that FoundationNetworking uses, as it describes itself in one line.
///
/// It is looked up, not linked: this target does not depend on libcurl.
enum LibcurlBelow {
    /// Such as `libcurl/7.88.1 OpenSSL/3.0.19 … nghttp2/1.52.0`; nil if there is none.
    static let text: String? = {
        #if os(Linux)
            typealias Function = @convention(c) () -> UnsafePointer<CChar>?
            guard let symbol = unsafe dlsym(nil, "curl_version") else { return nil }
            let function = unsafe unsafeBitCast(symbol, to: Function.self)
            return unsafe function().map { unsafe String(cString: $0) }
        #else
            return nil
        #endif
    }()

    static let version = text.flatMap { layer(describedBy: $0) }.map { LibcurlVersion($0.version) }

    /// False on Apple's platforms, where URLSession does not use libcurl.
    static var lacksHTTP2: Bool { text.map { !$0.contains("nghttp2/") } ?? false }

    static var layer: TransportCapabilities.Layer? { text.flatMap { layer(describedBy: $0) } }

    static func layer(describedBy text: String) -> TransportCapabilities.Layer? {
        let parts = text.split(separator: " ")
        guard let own = parts.first, own.hasPrefix("libcurl/") else { return nil }
        let version = LibcurlVersion(own.dropFirst("libcurl/".count))
        let tlsLibraries = [
            "OpenSSL/", "GnuTLS/", "LibreSSL/", "BoringSSL", "mbedTLS/", "wolfSSL/", "rustls",
        ]
        return TransportCapabilities.Layer(
            name: "libcurl", version: version.description,
            tlsLibrary: parts.first { part in tlsLibraries.contains { part.hasPrefix($0) } }.map(String.init),
            hazards: LibcurlHazard.all(of: version, below: .urlSession))
    }
}
