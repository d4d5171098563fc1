import CCurl

/// What the libcurl that is loaded says about itself.
struct CurlVersion: Sendable {
    /// Such as `libcurl/7.88.1 OpenSSL/3.0.19 …`.
    let text: String
    /// The content codings that it decodes.
    let contentCodings: [String]
    /// Whether an HTTP/2 answer that is read slowly leaves the others on its connection alone (curl#11005).
    let keepsStreamsApart: Bool

    static let current = CurlVersion()

    private init() {
        text = unsafe String(cString: curl_version())
        let information = unsafe curlew_version_info()?.pointee
        keepsStreamsApart = unsafe information?.version_num ?? 0 >= 0x08_0100
        let features = unsafe information?.features ?? 0
        let codings = [
            (CURL_VERSION_LIBZ, "gzip"), (CURL_VERSION_LIBZ, "deflate"), (CURL_VERSION_BROTLI, "br"),
            (CURL_VERSION_ZSTD, "zstd"),
        ]
        contentCodings = codings.filter { features & Int32($0.0) != 0 }.map(\.1)
    }
}
