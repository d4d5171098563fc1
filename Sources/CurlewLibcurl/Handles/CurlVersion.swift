import CCurl
import CurlewTransport

/// What the loaded libcurl reports about itself.
struct CurlVersion: Sendable {
    /// Such as `libcurl/7.88.1 OpenSSL/3.0.19 zlib/1.2.13`: the libraries that HTTP needs, each with its version.
    ///
    /// `curl_version` lists more of them, but loads LDAP and its plugins to get their versions.
    let text: String
    let number: LibcurlVersion
    let tlsLibrary: String?
    let resolver: String
    let hasHTTP2: Bool
    let hasHTTP3: Bool
    let hasHTTPSProxies: Bool
    let hasUnixSockets: Bool
    /// Options newer than 7.80, and whether this libcurl has them.
    let newerOptions: [String: Bool]
    /// Whether it was built with its own folder of authorities.
    let hasAuthorityFolder: Bool

    static let current = CurlVersion()
    /// The version of the headers that this program was built with.
    static let ofHeaders = LibcurlVersion(LIBCURL_VERSION)
    private static let oldest = LibcurlVersion("7.80.0")

    /// Why a loaded library cannot be used; nil if it can.
    static func problem(of number: LibcurlVersion) -> NetworkError? {
        guard number < oldest else { return nil }
        return .unsupported(
            "this program was built with libcurl \(ofHeaders) and has found libcurl \(number): "
                + "install libcurl \(oldest) or later")
    }

    private init() {
        let info = unsafe curlew_version_info()
        text = unsafe Self.text(info?.pointee)
        let features = unsafe info?.pointee.features ?? 0
        number = LibcurlVersion(unsafe info.map { unsafe String(cString: $0.pointee.version) } ?? "")
        hasAuthorityFolder = unsafe info?.pointee.capath != nil
        tlsLibrary = unsafe info?.pointee.ssl_version.map { unsafe String(cString: $0) }
        resolver = Self.resolver(
            ares: unsafe info?.pointee.ares.map { unsafe String(cString: $0) },
            isAsynchronous: features & CURL_VERSION_ASYNCHDNS != 0)
        hasHTTP2 = features & CURL_VERSION_HTTP2 != 0
        hasHTTP3 = features & CURL_VERSION_HTTP3 != 0
        hasHTTPSProxies = features & CURL_VERSION_HTTPS_PROXY != 0
        hasUnixSockets = features & CURL_VERSION_UNIX_SOCKETS != 0
        newerOptions = Dictionary(
            uniqueKeysWithValues: Self.optionNames.map { name in
                (name, unsafe curl_easy_option_by_name(name) != nil)
            })
    }

    private static func text(_ info: curl_version_info_data?) -> String {
        guard let info = unsafe info else { return "libcurl" }
        let versions = unsafe [
            ("libcurl/", info.version), ("", info.ssl_version), ("zlib/", info.libz_version),
            ("brotli/", info.brotli_version), ("zstd/", info.zstd_version),
            ("nghttp2/", info.nghttp2_version), ("", info.quic_version),
        ]
        return unsafe versions.compactMap { name, version in
            unsafe version.map { unsafe name + String(cString: $0) }
        }.joined(separator: " ")
    }

    private static let optionNames = [
        "PROTOCOLS_STR", "CA_CACHE_TIMEOUT", "QUICK_EXIT", "HAPROXY_CLIENT_IP", "SERVER_RESPONSE_TIMEOUT_MS",
        "TCP_KEEPCNT", "SSL_SIGNATURE_ALGORITHMS",
    ]

    private static func resolver(ares version: String?, isAsynchronous: Bool) -> String {
        if let version { return "c-ares \(version)" }
        return isAsynchronous ? "getaddrinfo on threads" : "getaddrinfo, which blocks everything"
    }
}
