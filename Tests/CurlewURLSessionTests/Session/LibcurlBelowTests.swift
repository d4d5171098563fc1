import Curlew
import Testing

@testable import CurlewURLSession

struct LibcurlBelowTests {
    @Test(arguments: [
        ("libcurl/7.88.1 OpenSSL/3.0.19 zlib/1.2.13 nghttp2/1.52.0", "7.88.1", "OpenSSL/3.0.19"),
        ("libcurl/8.5.0-DEV GnuTLS/3.8.3 zlib/1.3", "8.5.0", "GnuTLS/3.8.3"),
        ("libcurl/8.9.1 zlib/1.3", "8.9.1", nil),
    ])
    func readsTheLineOfLibcurl(text: String, version: String, tlsLibrary: String?) {
        let layer = LibcurlBelow.layer(describedBy: text)
        #expect(layer?.version == version)
        #expect(layer?.tlsLibrary == tlsLibrary)
        #expect(layer?.hazards.isEmpty == false)
    }

    @Test func knowsNothingOfAnotherLibrary() {
        #expect(LibcurlBelow.layer(describedBy: "CFNetwork/1.0") == nil)
    }

    #if os(Linux)
        @Test func findsTheLibcurlOfThisProcess() {
            #expect(URLSessionTransport().capabilities.version.hasPrefix("libcurl/"))
            #expect(URLSessionTransport().capabilities.layer?.name == "libcurl")
        }
    #endif
}
