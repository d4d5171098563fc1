import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// What the transport does to a configuration, so that the contract of a transport holds.
enum SessionConfiguration {
    // Beyond every deadline of our own, and finite: FoundationNetworking traps at infinity.
    private static let noTimeout: TimeInterval = 10_000_000

    // A limit of its own would not be kept in the order of the requests; 0 means something else on each platform.
    private static let noLimit = 1_000_000

    /// A copy without cache, cookies, credentials, proxies, fields of its own, timeouts and a limit of connections.
    static func restricted(_ original: URLSessionConfiguration) -> URLSessionConfiguration {
        let configuration = original.copy() as? URLSessionConfiguration ?? .ephemeral
        configuration.urlCache = nil
        configuration.requestCachePolicy = .reloadIgnoringLocalCacheData
        configuration.httpCookieStorage = nil
        configuration.httpShouldSetCookies = false
        configuration.httpCookieAcceptPolicy = .never
        configuration.urlCredentialStorage = nil
        configuration.connectionProxyDictionary = [:]
        configuration.httpAdditionalHeaders = nil
        configuration.httpMaximumConnectionsPerHost = noLimit
        configuration.timeoutIntervalForRequest = noTimeout
        configuration.timeoutIntervalForResource = noTimeout
        return configuration
    }
}
