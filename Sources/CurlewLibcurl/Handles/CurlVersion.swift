import CCurl

/// What the libcurl that is loaded says about itself.
struct CurlVersion: Sendable {
    /// Such as `libcurl/7.88.1 OpenSSL/3.0.19 …`.
    let text: String

    static let current = CurlVersion()

    private init() {
        text = unsafe String(cString: curl_version())
    }
}
