import CurlewTransport
import Testing

struct HTTPRequestTargetOriginTests {
    @Test(arguments: [
        ("http://h/a", "http://h/b?c", true), ("http://h", "http://h:80/", true),
        ("https://h:443", "https://h/", true), ("http://H/", "http://h/", true),
        ("http://[::1]:80/", "http://[::1]/", true), ("http://h", "https://h", false),
        ("http://h:443", "http://h", false), ("https://h:80", "https://h", false),
        ("http://h:80", "https://h:80", false), ("http://h", "http://h:8080", false),
        ("http://h", "http://h.", false), ("http://127.0.0.1", "http://localhost", false),
        ("http://h", "http://www.h", false),
    ])
    func comparesOrigins(left: String, right: String, isSame: Bool) throws {
        #expect(try HTTPRequest.Target(left).isSameOrigin(as: HTTPRequest.Target(right)) == isSame)
    }
}
