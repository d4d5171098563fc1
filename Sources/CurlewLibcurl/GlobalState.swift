import CCurl

/// What libcurl and OpenSSL share in a process: set up once, never torn down.
enum GlobalState {
    static func initialize() { _ = once }

    private static let once: Void = {
        curl_global_init(Int(CURL_GLOBAL_DEFAULT))
    }()
}
