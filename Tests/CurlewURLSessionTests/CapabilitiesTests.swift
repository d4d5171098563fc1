import Curlew
import CurlewURLSession
import Testing

@testable import CurlewURLSession

struct CapabilitiesTests {
    typealias Feature = TransportCapabilities.Feature

    @Test(arguments: [URLSessionTransport.reasonsOnLinux, URLSessionTransport.reasonsOnApple])
    func everyMissingFeatureHasAReason(reasons: [Feature: String]) {
        #expect(!reasons.isEmpty)
        #expect(!reasons.values.contains { $0.isEmpty })
    }

    @Test func applePlatformsMissNothingThatLinuxHas() {
        let (linux, apple) = (URLSessionTransport.reasonsOnLinux, URLSessionTransport.reasonsOnApple)
        #expect(Set(apple.keys).isSubset(of: linux.keys))
        #expect(Set(linux.keys).subtracting(apple.keys) == [.ipv6Literals])
    }

    @Test func theTransportSaysWhatHoldsHere() {
        let capabilities = URLSessionTransport().capabilities
        #if canImport(FoundationNetworking)
            #expect(capabilities.unsupported == URLSessionTransport.reasonsOnLinux)
        #else
            #expect(capabilities.unsupported == URLSessionTransport.reasonsOnApple)
        #endif
        #expect(!capabilities.supports(.connectTimeout))
    }
}
