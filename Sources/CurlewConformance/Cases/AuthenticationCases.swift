import Curlew
import CurlewTesting

// Challenges, which are left to the caller.
extension ConformanceCase {
    static let authentication = [challenges]

    private static let challenges = ConformanceCase(
        "challenges", "a challenge is a response like any other", reference: "RFC 9110 §11.6.1, §15.5.2",
        [
            ("401 with Basic", "401 Unauthorized", "WWW-Authenticate: Basic realm=\"x\"\r\n"),
            ("401 without challenge", "401 Unauthorized", ""),
            ("401 with Bearer", "401 Unauthorized", "WWW-Authenticate: Bearer\r\n"),
            ("401 with Negotiate", "401 Unauthorized", "WWW-Authenticate: Negotiate\r\n"),
            (
                "401 with Digest", "401 Unauthorized",
                "WWW-Authenticate: Digest realm=\"x\", nonce=\"n\", qop=\"auth\"\r\n"
            ),
            (
                "407 from a server", "407 Proxy Authentication Required",
                "Proxy-Authenticate: Basic realm=\"x\"\r\n"
            ),
        ].flatMap { input, status, line in
            let reply = "HTTP/1.1 \(status)\r\n\(line)Content-Length: 4\r\n\r\nnope"
            return [
                challenge("\(input), GET", reply, .get, [:], nil),
                challenge("\(input), GET with Authorization", reply, .get, [.authorization: "Bearer t"], nil),
                challenge("\(input), POST", reply, .post, [:], .untyped("abc")),
                challenge(
                    "\(input), POST with Authorization", reply, .post, [.authorization: "Bearer t"],
                    .untyped("abc")),
            ]
        })

    private static func challenge(
        _ input: String, _ reply: String, _ method: HTTPRequest.Method, _ fields: HTTPFields,
        _ body: RequestBody?
    ) -> ConformanceCheck {
        .check(input) { transport in
            let server = try LoopbackServer.responding(with: reply)
            let response = try await transport.response(method, server.url, fields: fields, body: body)
            try expect("the status", "\(response.status)", is: String(reply.dropFirst(9).prefix(3)))
            try expect("the body", response.text, is: "nope")
            try expect("requests", server.requestCount, is: 1)
            try expect("Authorization", server.received[0]["Authorization"], is: fields[.authorization])
        }
    }
}
