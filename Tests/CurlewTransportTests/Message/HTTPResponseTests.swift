import Foundation
import Testing

@testable import CurlewTransport

struct HTTPResponseTests {
    @Test(arguments: [
        ("0", 0), ("12", 12), ("007", 7), ("9223372036854775807", Int64.max),
    ])
    func readsContentLength(text: String, length: Int64) {
        #expect(HTTPResponse(status: 200, fields: [.contentLength: text]).contentLength == length)
    }

    @Test(arguments: ["", "-1", "+1", "1.0", "0x10", "1, 1", "9223372036854775808", "١"])
    func hasNoContentLengthWhenItIsNotANumber(text: String) {
        #expect(HTTPResponse(status: 200, fields: [.contentLength: text]).contentLength == nil)
    }

    @Test func descriptionHidesSecrets() {
        let response = HTTPResponse(
            status: HTTPResponse.Status(code: 200, reasonPhrase: "OK"),
            fields: ["Set-Cookie": "s3cret", "X": "1"])
        #expect("\(response)" == "HTTP/1.1 200 OK\nSet-Cookie: <redacted>\nX: 1")
        #expect(!String(reflecting: response).contains("s3cret"))
    }

    @Test func headHasNoBody() async throws {
        let response = HTTPResponse(status: 404, fields: ["X": "1"], body: .data(Data([1])))
        #expect(response.head.status == 404)
        #expect(response.head.fields == ["X": "1"])
        #expect(try await response.head.body.collect(upTo: 9).isEmpty)
    }
}

struct HTTPResponseStatusTests {
    @Test func hasNames() {
        #expect(HTTPResponse.Status.ok == 200)
        #expect(HTTPResponse.Status.notModified == 304)
        #expect(HTTPResponse.Status.notFound == 404)
        #expect(HTTPResponse.Status.tooManyRequests == 429)
        #expect(HTTPResponse.Status.serviceUnavailable == 503)
    }

    @Test func comparesByCode() {
        #expect(HTTPResponse.Status(code: 404, reasonPhrase: "Not Found") == 404)
        #expect(Set<HTTPResponse.Status>([200, .init(code: 200, reasonPhrase: "OK")]).count == 1)
    }

    @Test func showsThePhraseIfThereIsOne() {
        #expect("\(HTTPResponse.Status(code: 404, reasonPhrase: "Not Found"))" == "404 Not Found")
        #expect("\(HTTPResponse.Status(code: 404))" == "404")
    }

    @Test(arguments: [
        ("\u{1B}[31mOK\u{7}", "[31mOK"), ("O\r\nK\u{0}\u{7F}", "OK"), ("\u{9B}2J\u{85}", "2J"),
        ("tr\u{E8}s", "tr\u{E8}s"),
    ])
    func aPhraseReachesNoTerminalAsCommands(phrase: String, shown: String) {
        #expect(HTTPResponse.Status(code: 200, reasonPhrase: phrase).reasonPhrase == shown)
    }

    @Test func knowsSuccess() {
        #expect(
            [199, 200, 204, 299, 300].map { HTTPResponse.Status(code: $0).isSuccessful }
                == [false, true, true, true, false])
    }

    @Test func knowsWhichHaveNoBody() {
        #expect(
            [100, 103, 200, 204, 205, 304, 404].filter { HTTPResponse.Status(code: $0).forbidsBody }
                == [100, 103, 204, 304])
    }
}
