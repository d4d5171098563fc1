import Curlew
import CurlewTesting

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

// Field lines, both ways.
extension ConformanceCase {
    static let fields = [lenientHeads, repeatedFields, sentFields, refusedFields, largeHeads]

    private static let lenientHeads = ConformanceCase(
        "field-whitespace", "field lines are read with or without white space",
        reference: "RFC 9112 §4, §5, §5.1, §5.2, §2.2",
        [
            .check("no space after the colon") { transport in
                let server = try LoopbackServer.closing(
                    after:
                        "HTTP/1.1 200 OK\r\nContent-Length:2\r\nContent-Type:text/plain\r\nX-A: \t v \t\r\n\r\nok"
                )
                let response = try await transport.response(.get, server.url)
                try expect("the status", response.status, is: 200)
                try expect("the body", response.text, is: "ok")
                try expect("X-A", response.fields["X-A"], is: "v")
                try expect("Content-Type", response.fields[.contentType], is: "text/plain")
            },
            .check("an empty value") { transport in
                let server = try LoopbackServer.ok("X-Empty:\r\nX-Blank: \r\n")
                let response = try await transport.response(.get, server.url)
                try expect("X-Empty", response.fields["X-Empty"], is: "")
                try expect("X-Blank", response.fields["X-Blank"], is: "")
            },
            .check("a value with colons, commas and quotes") { transport in
                let server = try LoopbackServer.ok("X-A: a:b, \"c,d\"; e=f\r\n")
                let response = try await transport.response(.get, server.url)
                try expect("X-A", response.fields["X-A"], is: "a:b, \"c,d\"; e=f")
            },
            .check("UTF-8 in a value") { transport in
                let server = try LoopbackServer.ok("X-A: Grüße\r\n")
                let response = try await transport.response(.get, server.url)
                try expect("X-A", response.fields["X-A"], is: "Grüße")
            },
            .check("a value that is not UTF-8", needs: [.nonUTF8Fields]) { transport in
                let server = try LoopbackServer(replies: [
                    .init(
                        .send("HTTP/1.1 200 OK\r\nContent-Length: 2\r\nX-A: "), .sendBytes([0xE9, 0xFF]),
                        .send("\r\n\r\nok"))
                ])
                let response = try await transport.response(.get, server.url)
                let field = response.fields.first { $0.name == "X-A" }
                try expect("the bytes of X-A", field?.bytes, is: [0xE9, 0xFF])
            },
            lenient("no reason phrase", "HTTP/1.1 200 \r\nContent-Length: 2\r\n\r\nok"),
            lenient("no space after the status", "HTTP/1.1 200\r\nContent-Length: 2\r\n\r\nok"),
            lenient("LF as line end", "HTTP/1.1 200 OK\nContent-Length: 2\n\nok"),
            lenient("a folded line", "HTTP/1.1 200 OK\r\nContent-Length: 2\r\nX-A: a\r\n b\r\n\r\nok"),
        ])

    /// The standard lets a reader accept or refuse it: 200 with its body, or a typed error.
    private static func lenient(_ input: String, _ reply: String) -> ConformanceCheck {
        .check(input) { transport in
            let server = try LoopbackServer.closing(after: reply)
            do {
                let response = try await transport.response(.get, server.url)
                try expect("the status", response.status, is: 200)
                try expect("the body", response.text, is: "ok")
            } catch NetworkError.Code.protocolViolation {
                return
            }
        }
    }

    private static let repeatedFields = ConformanceCase(
        "repeated-fields", "names compare without case, repeated fields keep their order",
        reference: "RFC 9110 §5.1, §5.2, §5.3",
        [
            .check("lower-case names") { transport in
                let server = try LoopbackServer.ok("content-type: application/json\r\nETag: \"x\"\r\n")
                let response = try await transport.response(.get, server.url)
                try expect("Content-Type", response.fields[.contentType], is: "application/json")
                try expect("etag", response.fields["etag"], is: "\"x\"")
            },
            .check("a repeated name in another case, joined") { transport in
                let server = try LoopbackServer.ok("X-Multi: a\r\nx-multi: b\r\n")
                let response = try await transport.response(.get, server.url)
                try expect("X-Multi", response.fields["X-Multi"], is: "a, b")
            },
            .check("a repeated name as lines", needs: [.repeatedFields]) { transport in
                let server = try LoopbackServer.ok("X-Multi: a\r\nX-Between: -\r\nX-Multi: b\r\n")
                let response = try await transport.response(.get, server.url)
                try expect("X-Multi", response.fields[values: "X-Multi"], is: ["a", "b"])
            },
            .check("three Set-Cookie lines") { transport in
                let cookies = ["A=1; Expires=Wed, 09 Jun 2032 10:18:14 GMT", "B=x=y,z; Path=/", "C=3"]
                let server = try LoopbackServer.ok(cookies.map { "Set-Cookie: \($0)\r\n" }.joined())
                let response = try await transport.response(.get, server.url)
                try expect("Set-Cookie", response.fields[values: .setCookie], is: cookies)
            },
            .check("a lower-case location") { transport in
                let server = try LoopbackServer.responding(
                    with: "HTTP/1.1 302 Found\r\nlocation: /ok\r\nContent-Length: 0\r\n\r\n")
                let response = try await transport.response(.get, server.url)
                try expect("Location", response.fields[.location], is: "/ok")
            },
        ])

    private static let sentFields = ConformanceCase(
        "contract-fields-sent", "the request's fields are sent as they are",
        reference: "RFC 9110 §5; RFC 9112 §5",
        [
            sent("a custom field", ["X-A: v"]),
            sent("an empty value", ["X-A: "]),
            sent("repeats in order", ["X-A: 1", "X-B: 2", "X-A: 3"], needs: [.repeatedFields]),
            sent("a tab and quotes inside", ["X-A: a\tb \"c\""]),
            sent("UTF-8", ["X-A: Grüße"]),
            sent("a value of 8 KiB", ["X-A: \(String(repeating: "v", count: 8192))"]),
            sent("100 fields", (0..<100).map { "X-\($0): \($0)" }),
            sent("User-Agent, Accept and Cookie", ["User-Agent: me", "Accept: a/b", "Cookie: c=1"]),
            sent("Authorization", ["Authorization: Bearer t"]),
            .check("Host instead of the URL's") { transport in
                let server = try LoopbackServer.ok()
                _ = try await transport.response(.get, server.url, fields: [.host: "example.org"])
                try expect("Host", server.received[0].values(of: "Host"), is: ["example.org"])
            },
        ])

    private static func sent(
        _ input: String, _ lines: [String], needs: Set<TransportCapabilities.Feature> = []
    ) -> ConformanceCheck {
        .check(input, needs: needs) { transport in
            var fields = HTTPFields()
            for line in lines { _ = fields.append(line: Array(line.utf8)[...]) }
            let server = try LoopbackServer.ok()
            _ = try await transport.response(.get, server.url, fields: fields)
            // Fields of different names have no order (RFC 9110 §5.3).
            for name in Set(fields.map(\.name)) {
                let values = server.received[0].values(of: name.rawName)
                try expect(name.rawName, values, is: fields[values: name])
            }
        }
    }

    private static let refusedFields = ConformanceCase(
        "field-injection", "an injection of fields is refused before any connection",
        reference: "RFC 9110 §5.1, §5.5",
        [
            refused("CR LF in a value", "X-A", "1\r\nX-Injected: 2"),
            refused("LF in a value", "X-A", "1\nX-Injected: 2"),
            refused("CR in a value", "X-A", "1\rX-Injected: 2"),
            refused("NUL in a value", "X-A", "1\0X-Injected: 2"),
            refused("CR LF at the end of a value", "X-A", "X-Injected\r\n"),
            refused("a space in a name", "X A", "X-Injected"),
            refused("a colon in a name", "X:A", "X-Injected"),
            refused("an empty name", "", "X-Injected"),
            refused("CR LF in a name", "X\r\nB", "X-Injected"),
            refused("CR LF in User-Agent", "User-Agent", "me\r\nX-Injected: 2"),
            refused("CR LF in Host", "Host", "a\r\nX-Injected: 2"),
            refused("CR LF in Content-Type", "Content-Type", "a/b\r\nX-Injected: 2"),
            .check("CR LF in the method") { transport in
                let server = try LoopbackServer.ok()
                try await expectError(.invalidRequest) {
                    try await transport.response("GET / HTTP/1.1\r\nX-Injected: 2\r\n", server.url)
                }
                try expect("connections", server.connectionCount, is: 0)
            },
            .check("CR LF in the path") { transport in
                let server = try LoopbackServer.ok()
                try await expectError(.invalidURL) {
                    try await transport.response(.get, "\(server.url)/a\r\nX-Injected: 2")
                }
                try expect("connections", server.connectionCount, is: 0)
            },
            .check("CR LF in a user name") { transport in
                let server = try LoopbackServer.ok()
                let client = transport.client("http://a%0D%0AX-Injected:b@\(server.authority)")
                let error = try await expectError(.invalidURL) {
                    try await client.send(Endpoint<Void>.get("/"))
                }
                try expect("a message without it", !"\(error)".contains("Injected"), observed: "\(error)")
                try expect("connections", server.connectionCount, is: 0)
            },
        ])

    private static let largeHeads = ConformanceCase(
        "contract-head-limit", "a request head beyond the limit is refused before any connection",
        reference: "HTTPRequest.headLimit",
        [
            .check("a field of 1.1 MB") { transport in
                let server = try LoopbackServer.ok()
                let fields: HTTPFields = ["X-Large": String(repeating: "s", count: 1_100_000)]
                let error = try await expectError(.invalidRequest) {
                    try await transport.response(.post, server.url, fields: fields, body: .untyped("b"))
                }
                let isNamed = error.message.contains("X-Large") && !error.message.contains("sss")
                try expect("the field's name, not its value", isNamed, observed: error.message)
                try expect("connections", server.connectionCount, is: 0)
            },
            .check("a URL of 1.1 MB") { transport in
                let server = try LoopbackServer.ok()
                let path = String(repeating: "s", count: 1_100_000)
                let error = try await expectError(.invalidRequest) {
                    try await transport.response(.get, "\(server.url)/\(path)", fields: ["X-A": "1"])
                }
                let isNamed = error.message.contains("URL") && !error.message.contains("X-A")
                try expect("what is too large", isNamed, observed: error.message)
                try expect("connections", server.connectionCount, is: 0)
            },
            .check("a head just below the limit, with a body of 64 KiB") { transport in
                let server = try LoopbackServer { connection in
                    var received: [UInt8] = []
                    while received.count < HTTPRequest.headLimit + 65_000 {
                        let bytes = connection.read(upTo: 1 << 14)
                        if bytes.isEmpty { return }
                        received += bytes
                    }
                    try connection.send("HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: 2\r\n\r\nok")
                }
                let fields: HTTPFields = [
                    "X-Large": String(repeating: "s", count: HTTPRequest.headLimit - 100)
                ]
                let body = RequestBody.data(Data(count: 65_535))
                let response = try await transport.response(.post, server.url, fields: fields, body: body)
                try expect("the status", response.status, is: 200)
            },
        ])

    private static func refused(_ input: String, _ name: String, _ value: String) -> ConformanceCheck {
        .check(input) { transport in
            let server = try LoopbackServer.ok()
            let fields: HTTPFields = [HTTPField.Name(name): value]
            let error = try await expectError(.invalidRequest) {
                try await transport.response(.post, server.url, fields: fields, body: .untyped("b"))
            }
            try expect(
                "a message without the value", !"\(error)".contains("Injected"), observed: error.description)
            try expect("connections", server.connectionCount, is: 0)
        }
    }
}
