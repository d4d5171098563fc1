import Foundation
import Testing

@testable import Curlew

struct ProblemDetailsTests {
    private func problem(_ text: String) throws -> ProblemDetails {
        try JSONDecoder().decode(ProblemDetails.self, from: Data(text.utf8))
    }

    @Test func readsAllMembers() throws {
        let text = #"""
            {"type": "https://example.com/probs/out-of-credit", "title": "You do not have enough credit.",
             "status": 403, "detail": "It costs 50.", "instance": "/account/12345/msgs/abc",
             "balance": 30, "accounts": ["/account/12345"]}
            """#
        #expect(
            try problem(text)
                == ProblemDetails(
                    type: "https://example.com/probs/out-of-credit", title: "You do not have enough credit.",
                    status: 403, detail: "It costs 50.", instance: "/account/12345/msgs/abc",
                    extensions: ["balance": 30, "accounts": ["/account/12345"]]))
    }

    @Test func allMembersMayBeMissing() throws {
        #expect(try problem("{}") == ProblemDetails())
        #expect(try problem("{}").type == "about:blank")
    }

    @Test func aMemberOfTheWrongTypeIsIgnored() throws {
        let text = #"{"type": 1, "title": null, "status": "403", "detail": ["x"], "instance": {}, "a": null}"#
        #expect(try problem(text) == ProblemDetails(extensions: ["a": nil]))
    }

    @Test(arguments: ["", "[]", "null", "1", "\"x\"", "{", "{\"a\":}"])
    func anythingButAnObjectFails(text: String) {
        #expect(throws: DecodingError.self) { try problem(text) }
    }

    @Test func anOverflowingNumberIsIgnored() throws {
        let problem = try problem(#"{"title":"t","status":1e400,"a":{"b":[-1e999]},"c":1}"#)
        #expect(problem == ProblemDetails(title: "t", extensions: ["c": 1]))
    }

    @Test func isDecodedFromAnError() throws {
        let error = NetworkError(.unacceptableStatus, "").updating {
            $0.bodyPrefix = Data(#"{"title":"Gone","status":404}"#.utf8)
        }
        #expect(try error.decodeBody(as: ProblemDetails.self) == ProblemDetails(title: "Gone", status: 404))
    }
}
