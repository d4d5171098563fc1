import Curlew
import CurlewTesting

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

// Bodies and their framing.
extension ConformanceCase {
    static let bodies = [
        incompleteBodies, headRequests, notHTTP, requestFraming, concurrentBodies, responseFraming,
    ]

    private static let truncated: [(input: String, reply: LoopbackServer.Reply)] = [
        (
            "a length cut short",
            .init(.send("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n0123456789"), .close)
        ),
        ("a length and no bytes", .init(.send("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n"), .close)),
        (
            "no last chunk",
            .init(.send("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n"), .close)
        ),
        (
            "a chunk cut short",
            .init(.send("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhel"), .close)
        ),
        (
            "a chunk size cut short",
            .init(.send("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5"), .close)
        ),
        (
            "a reset within the length",
            .init(
                .send("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n0123456789"), .pause(.milliseconds(50)),
                .reset)
        ),
    ]

    private static let incompleteBodies = ConformanceCase(
        "truncated-bodies", "a truncated body is an error", reference: "RFC 9112 §8",
        truncated.flatMap { input, reply in
            [
                .check(input) { transport in
                    let server = try LoopbackServer(replies: [reply])
                    try await expectError(.incompleteBody) { try await transport.response(.get, server.url) }
                },
                .check("\(input), streamed") { transport in
                    let server = try LoopbackServer(replies: [reply])
                    try await expectError(.incompleteBody) {
                        try await transport.response(.get, server.url, options: .init(delivery: .streamed))
                    }
                },
                .check("\(input), decoded") { transport in
                    let server = try LoopbackServer(replies: [reply])
                    try await expectError(.incompleteBody) {
                        try await transport.client(server.url).send(Endpoint<String>.get("/"))
                    }
                },
            ]
        })

    private static let headRequests = ConformanceCase(
        "head-requests", "HEAD ends with the head and frees its connection", reference: "RFC 9110 §9.3.2",
        [
            head("a length", "HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n", length: 1000),
            head(
                "a length of more than 4 GiB", "HTTP/1.1 200 OK\r\nContent-Length: 5000000000\r\n\r\n",
                length: 5_000_000_000),
            head("chunked", "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n", length: nil),
            head("no framing at all", "HTTP/1.1 404 Not Found\r\nX-A: b\r\n\r\n", length: nil),
        ])

    private static func head(_ input: String, _ reply: String, length: Int64?) -> ConformanceCheck {
        .check(input) { transport in
            let server = try LoopbackServer(replies: [
                .send(reply), .send("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok"),
            ])
            let request = try HTTPRequest(method: .head, url: server.url, timeouts: .total(.seconds(2)))
            let response = try await transport.send(request)
            try expect("the announced length", response.contentLength, is: length)
            try expect("the body", try await response.body.collect(upTo: 10), is: Data())
            try expect("the next body", try await transport.response(.get, server.url).text, is: "ok")
            try expect("connections", server.connectionCount, is: 1)
        }
    }

    private static let notHTTP = ConformanceCase(
        "non-http-replies", "a peer that does not speak HTTP is an error", reference: "RFC 9112 §2.2, §4",
        [
            violation("text", "just bytes, no status line\n"),
            violation("binary", "\u{0}\u{1}\u{2}"),
            violation("a status that is not a number", "HTTP/1.1 abc OK\r\n\r\n"),
            violation("another protocol's greeting", "SSH-2.0-OpenSSH_9.2\r\n"),
            violation("half a status line", "HTTP/1", or: .connectionLost),
            violation("nothing", "", or: .connectionLost),
            violation(
                "two different lengths",
                "HTTP/1.1 200 OK\r\nContent-Length: 2\r\nContent-Length: 3\r\n\r\nokk"),
            violation(
                "a length beyond 64 bits", "HTTP/1.1 200 OK\r\nContent-Length: 99999999999999999999\r\n\r\nok"
            ),
            violation("half a head", "HTTP/1.1 200 OK\r\nContent-Le", or: .connectionLost).inSubprocess(),
        ])

    private static func violation(
        _ input: String, _ reply: String, or other: NetworkError.Code = .protocolViolation
    ) -> ConformanceCheck {
        .check(input) { transport in
            let server = try LoopbackServer.closing(after: reply)
            try await expectError(.protocolViolation, other) {
                try await transport.response(.get, server.url)
            }
        }
    }

    private static let requestFraming = ConformanceCase(
        "request-framing", "a request declares its body's framing and type, and nothing more",
        reference: "RFC 9110 §8.3, §8.6, §9.3.1; RFC 9112 §6",
        [HTTPRequest.Method.post, .put, .patch].flatMap { method in
            [
                framing("\(method) without body", method, nil, length: "0"),
                framing("\(method) with an empty body", method, .untyped(""), length: "0"),
                framing("\(method) with a body", method, .untyped("abc"), length: "3"),
            ]
        } + [
            framing("GET without body", .get, nil, length: nil),
            framing("OPTIONS without body", .options, nil, length: nil),
            framing("DELETE with a body", .delete, .untyped("abc"), length: "3"),
            framing("a custom method with a body", "PURGE", .untyped("abc"), length: "3"),
            framing("GET with a body", .get, .untyped("abc"), length: "3", needs: [.bodyOnGet]),
            .check("DELETE without body") { transport in
                let request = try await transport.received(.delete, body: nil)
                let length = request["Content-Length"] ?? "0"
                try expect("no length, or 0", length == "0", observed: length)
                try expect("Transfer-Encoding", request["Transfer-Encoding"], is: nil)
            },
            .check("JSON has its own type") { transport in
                let request = try await transport.received(.post, body: .json(["a": 1]))
                try expect("Content-Type", request.values(of: "Content-Type"), is: ["application/json"])
                try expect("the body", request.bodyText, is: #"{"a":1}"#)
            },
            .check("a form has its own type") { transport in
                let request = try await transport.received(.post, body: .form(["a": "x y+z", "b": "é"]))
                let type = "application/x-www-form-urlencoded"
                try expect("Content-Type", request.values(of: "Content-Type"), is: [type])
                try expect("the body", request.bodyText, is: "a=x+y%2Bz&b=%C3%A9")
            },
            .check("the caller's type wins") { transport in
                let request = try await transport.received(
                    .post, fields: [.contentType: "a/b"], body: .json(["a": 1]))
                try expect("Content-Type", request.values(of: "Content-Type"), is: ["a/b"])
            },
        ])

    private static func framing(
        _ input: String, _ method: HTTPRequest.Method, _ body: RequestBody?, length: String?,
        needs: Set<TransportCapabilities.Feature> = []
    ) -> ConformanceCheck {
        .check(input, needs: needs) { transport in
            let request = try await transport.received(method, body: body)
            try expect("the method", request.method, is: method.rawValue)
            try expect("Content-Length", request.values(of: "Content-Length"), is: length.map { [$0] } ?? [])
            try expect("Transfer-Encoding", request["Transfer-Encoding"], is: nil)
            try expect("Content-Type", request["Content-Type"], is: nil)
            try expect("the length of the body", request.body.count, is: Int(length ?? "0") ?? 0)
        }
    }

    private static let concurrentBodies = ConformanceCase(
        "own-request-body", "every request sends its own body",
        reference: "curl, CURLOPT_POSTFIELDS (not copied)",
        [
            concurrent("20 data bodies of 1 to 400 KB") { .data(Data($0)) },
            concurrent("20 streams of 1 to 400 KB") { bytes in
                let starts = stride(from: 0, to: bytes.count, by: 10_000)
                let chunks = starts.map { Data(bytes[$0..<min(bytes.count, $0 + 10_000)]) }
                return .stream(Chunks(chunks))
            },
        ])

    private static func concurrent(
        _ input: String, _ body: @escaping @Sendable ([UInt8]) -> RequestBody
    ) -> ConformanceCheck {
        .check(input) { transport in
            let server = try LoopbackServer(recording: .off)
            try await withThrowingTaskGroup(of: Void.self) { group in
                for index in 1...20 {
                    group.addTask {
                        let bytes = Pattern.bytes(index * index * 1000, seed: UInt8(index))
                        let response = try await transport.response(
                            .post, "\(server.url)/sha256", body: body(bytes))
                        try expect(
                            "the hash", response.text.contains(SHA256Hasher.digest(of: bytes).hex),
                            observed: response.text)
                    }
                }
                try await group.waitForAll()
            }
        }
    }

    private static let responseFraming = ConformanceCase(
        "contract-framing", "a body ends where its framing says", reference: "RFC 9112 §6.3, §7.1",
        [
            framed("a length", "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello", "hello"),
            framed("a length of 0", "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n", ""),
            framed("bytes until the close", "HTTP/1.1 200 OK\r\n\r\nhello", "hello"),
            framed("HTTP/1.0", "HTTP/1.0 200 OK\r\n\r\nhello", "hello"),
            framed("chunks", chunked + "5\r\nhello\r\n1\r\n!\r\n0\r\n\r\n", "hello!"),
            framed("no chunks", chunked + "0\r\n\r\n", ""),
            framed("chunk extensions", chunked + "5;a=b;c=\"d\"\r\nhello\r\n0;x\r\n\r\n", "hello"),
            framed("upper-case and padded sizes", chunked + "000A\r\n0123456789\r\n0\r\n\r\n", "0123456789"),
            framed("204", "HTTP/1.1 204 No Content\r\n\r\n", ""),
            framed("304 with a length", "HTTP/1.1 304 Not Modified\r\nContent-Length: 5\r\n\r\n", ""),
            .check("trailers are separate from the fields", needs: [.trailers]) { transport in
                let server = try LoopbackServer.closing(
                    after: chunked + "5\r\nhello\r\n0\r\nX-Sum: 1\r\nX-Sum: 2\r\n\r\n")
                let response = try await transport.response(.get, server.url)
                try expect("the body", response.text, is: "hello")
                try expect("the trailers", response.trailers[values: "X-Sum"], is: ["1", "2"])
                try expect("the head's fields", response.fields["X-Sum"], is: nil)
            }.inSubprocess(),
        ])

    private static let chunked = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"

    private static func framed(_ input: String, _ reply: String, _ body: String) -> ConformanceCheck {
        .check(input) { transport in
            let server = try LoopbackServer.closing(after: reply)
            let response = try await transport.response(.get, server.url)
            try expect("the body", response.text, is: body)
        }
    }
}
