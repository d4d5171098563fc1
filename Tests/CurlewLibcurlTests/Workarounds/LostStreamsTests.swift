import CurlewTransport
import Testing

@testable import CurlewLibcurl

struct LostStreamsTests {
    @Test(arguments: [
        ("7.87.0", false), ("7.88.0", true), ("7.88.1", false), ("8.0.1", false), ("8.1.0", true),
        ("8.3.0", true), ("8.4.0", false), ("8.5.0", false),
    ])
    func http2IsNotUsedWithVersionsThatLoseItsBodies(version: String, arePossible: Bool) {
        #expect(LostStreams.arePossible(with: LibcurlVersion(version)) == arePossible)
    }
}
