import Testing

@testable import CurlewLibcurl

struct CurlVersionTests {
    @Test func namesLibcurlAndTheLibraryForTLS() throws {
        let version = CurlVersion.current
        #expect(version.text.hasPrefix("libcurl/\(version.number)"))
        #expect(version.text.contains(try #require(version.tlsLibrary)))
    }
}
