import Testing

@testable import CurlewTransport

struct TransportCapabilitiesTests {
    @Test func supportsWhatIsNotListedAsUnsupported() {
        let capabilities = TransportCapabilities(
            transport: "t", unsupported: [.trailers: "no way to get them"])
        #expect(!capabilities.supports(.trailers))
        for feature in TransportCapabilities.Feature.allCases where feature != .trailers {
            #expect(capabilities.supports(feature))
        }
    }
}
