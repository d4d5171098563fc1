import CurlewTransport
import Testing

@testable import CurlewLibcurl

struct StatusLineTests {
    /// The bytes stand alone, so that reading beyond them is seen by the address sanitizer.
    private func read(_ bytes: [UInt8]) -> StatusLine? {
        unsafe bytes.withUnsafeBytes { unsafe StatusLine($0) }
    }

    private func read(_ text: String) -> StatusLine? { read(Array(text.utf8)) }

    @Test(
        arguments: [
            ("HTTP/1.0 200 OK", .http1_0, 200, "OK"), ("HTTP/1.1 200 OK", .http1_1, 200, "OK"),
            ("HTTP/2 200", .http2, 200, ""), ("HTTP/2 200 ", .http2, 200, ""),
            ("HTTP/2.0 204 ", .http2, 204, ""),
            ("HTTP/3 404 ", .http3, 404, ""), ("HTTP/3.0 404 ", .http3, 404, ""),
            ("HTTP/1.1 200", .http1_1, 200, ""), ("HTTP/1.1 404 Not Found", .http1_1, 404, "Not Found"),
            ("HTTP/1.1  204  No   Content \t", .http1_1, 204, "No   Content"),
            ("HTTP/1.1 100 Continue", .http1_1, 100, "Continue"), ("HTTP/1.1 999 Odd", .http1_1, 999, "Odd"),
            ("HTTP/1.1 200 OK!", .http1_1, 200, "OK!"), ("HTTP/1.1 200 ok", .http1_1, 200, "ok"),
            ("HTTP/1.1 200\tOK", .http1_1, 200, "OK"), ("HTTP/1.1 418 Caf\u{E9}", .http1_1, 418, "Caf\u{E9}"),
        ] as [(String, HTTPResponse.Version, Int, String)])
    func readsVersionStatusAndReason(
        text: String, version: HTTPResponse.Version, code: Int, reason: String
    ) throws {
        let line = try #require(read(text))
        #expect(line.version == version)
        #expect(line.status.code == code)
        #expect(line.status.reasonPhrase == reason)
    }

    @Test func aReasonNeedNotBeUTF8() throws {
        let line = try #require(read(Array("HTTP/1.1 418 Caf".utf8) + [0xE9]))
        #expect(line.status.reasonPhrase == "Caf\u{E9}" || line.status.reasonPhrase == "Caf\u{FFFD}")
    }

    @Test(arguments: [
        // The version.
        "HTTP/ 200 OK", "HTTP/1 200 OK", "HTTP/1.2 200 OK", "HTTP/1.10 200 OK", "HTTP/11 200 OK",
        "HTTP/1,1 200 OK", "HTTP/2.1 200 OK", "HTTP/9.9 200 OK", "HTTP/x.y 200 OK", "HTTP/0.9 200 OK",
        "HTTP/1.1\t200 OK", "HTTP/1.1200 OK",
        // The status.
        "HTTP/1.1", "HTTP/1.1 ", "HTTP/1.1 2", "HTTP/1.1 20", "HTTP/1.1 20 OK", "HTTP/1.1 2000 OK",
        "HTTP/1.1 099 OK", "HTTP/1.1 000 OK", "HTTP/1.1 -20 OK", "HTTP/1.1 +20 OK", "HTTP/1.1 2x0 OK",
        "HTTP/1.1 abc OK", "HTTP/1.1 0x20", "HTTP/1.1 200OK", "HTTP/1.1 200;", "HTTP/1.1 OK 200",
        // Hardly a line.
        "", " ", "H", "HTTP", "HTTP/", "HTTP/ ", "X 200 OK",
    ])
    func anythingElseIsNoStatusLine(text: String) {
        #expect(read(text) == nil)
    }

    @Test(arguments: [
        ("HTTP/1.1 200 OK", true), ("HTTP/", true), ("HTTP/x", true), ("HTTP", false), ("", false),
        ("http/1.1 200 OK", false), ("Host: HTTP/1.1", false), ("HTTPS/1.1 200 OK", false),
        (" HTTP/1.1 200 OK", false),
    ])
    func aLineBeginsLikeOneOrNot(text: String, isOne: Bool) {
        let isBegun = unsafe Array(text.utf8).withUnsafeBytes { unsafe StatusLine.matches($0) }
        #expect(isBegun == isOne)
    }
}
