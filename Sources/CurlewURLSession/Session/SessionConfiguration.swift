import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Adapts a configuration to the contract of a transport.
enum SessionConfiguration {
    // Longer than any of our deadlines, and finite: FoundationNetworking traps at infinity.
    private static let noTimeout: TimeInterval = 10_000_000

    // 0 means something else on each platform.
    private static let noLimit = 1_000_000

    /// A copy without cache, cookies, credentials, proxies, additional fields and timeouts.
    ///
    /// The limit is that of one session; requests wait in the transport's queue before.
    static func restricted(
        _ original: URLSessionConfiguration, maxConnectionsPerHost: Int?
    ) -> URLSessionConfiguration {
        let configuration = original.copy() as? URLSessionConfiguration ?? .ephemeral
        configuration.urlCache = nil
        configuration.requestCachePolicy = .reloadIgnoringLocalCacheData
        configuration.httpCookieStorage = nil
        configuration.httpShouldSetCookies = false
        configuration.httpCookieAcceptPolicy = .never
        configuration.urlCredentialStorage = nil
        configuration.connectionProxyDictionary = [:]
        configuration.httpAdditionalHeaders = nil
        configuration.httpMaximumConnectionsPerHost = maxConnectionsPerHost ?? noLimit
        configuration.timeoutIntervalForRequest = noTimeout
        configuration.timeoutIntervalForResource = noTimeout
        return configuration
    }
}
