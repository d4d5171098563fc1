import CurlewTransport
import Testing

@testable import CurlewLibcurl

struct CurlVersionTests {
    @Test func namesLibcurlAndTheLibraryForTLS() throws {
        let version = CurlVersion.current
        #expect(version.text.hasPrefix("libcurl/\(version.number)"))
        #expect(version.text.contains(try #require(version.tlsLibrary)))
    }

    @Test(arguments: ["7.76.1", "7.79.1"])
    func aLibraryThatIsTooOldIsRefused(version: String) throws {
        let problem = try #require(CurlVersion.problem(of: LibcurlVersion(version)))
        #expect(problem.code == .unsupported)
        #expect(
            problem.message
                == "this program was built with libcurl \(CurlVersion.ofHeaders) and has found libcurl \(version): "
                + "install libcurl 7.80.0 or later")
    }

    @Test(arguments: ["7.80.0", "7.88.1", "8.21.0"])
    func anyOtherLibraryIsNot(version: String) {
        #expect(CurlVersion.problem(of: LibcurlVersion(version)) == nil)
    }
}
