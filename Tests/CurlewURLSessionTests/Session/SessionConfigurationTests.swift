import Foundation
import Testing

@testable import CurlewURLSession

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

struct SessionConfigurationTests {
    private static var hostile: URLSessionConfiguration {
        let configuration = URLSessionConfiguration.default
        configuration.urlCache = .shared
        configuration.requestCachePolicy = .returnCacheDataElseLoad
        configuration.httpCookieStorage = .shared
        configuration.httpShouldSetCookies = true
        configuration.httpCookieAcceptPolicy = .always
        configuration.urlCredentialStorage = .shared
        configuration.connectionProxyDictionary = ["HTTPEnable": 1]
        configuration.httpAdditionalHeaders = ["X-Extra": "1"]
        configuration.timeoutIntervalForRequest = 0.5
        configuration.timeoutIntervalForResource = .infinity
        configuration.allowsCellularAccess = false
        return configuration
    }

    @Test func whatWouldBreakTheContractIsOverridden() {
        let restricted = SessionConfiguration.restricted(Self.hostile, maxConnectionsPerHost: nil)
        #expect(restricted.urlCache == nil)
        #expect(restricted.requestCachePolicy == .reloadIgnoringLocalCacheData)
        #expect(restricted.httpCookieStorage == nil)
        #expect(!restricted.httpShouldSetCookies)
        #expect(restricted.httpCookieAcceptPolicy == .never)
        #expect(restricted.urlCredentialStorage == nil)
        #expect(restricted.connectionProxyDictionary?.isEmpty == true)
        #expect(restricted.httpAdditionalHeaders == nil)
        #expect(restricted.timeoutIntervalForRequest > 1e6)
        #expect(restricted.timeoutIntervalForResource > 1e6)
        #expect(restricted.timeoutIntervalForResource.isFinite)
    }

    @Test func theRestIsKept() {
        #expect(
            !SessionConfiguration.restricted(Self.hostile, maxConnectionsPerHost: nil).allowsCellularAccess)
    }

    @Test func theCallersConfigurationIsNotTouched() {
        let original = Self.hostile
        _ = SessionConfiguration.restricted(original, maxConnectionsPerHost: nil)
        #expect(original.urlCache != nil)
        #expect(original.httpAdditionalHeaders?.count == 1)
        #expect(original.timeoutIntervalForRequest == 0.5)
    }
}
