import Curlew
import CurlewTesting

// Faults of a peer, and the error code of each.
extension ConformanceCase {
    static let faults = [endings, malformedHeads, malformedBodies, freshConnections]

    private static let ok = "HTTP/1.1 200 OK\r\n"
    private static let length = ok + "Content-Length: 100\r\n\r\n"
    private static let chunked = ok + "Transfer-Encoding: chunked\r\n\r\n"

    private static let endings = ConformanceCase(
        "fault-ending", "a connection that ends is lost before the head, and an incomplete body after it",
        reference: "RFC 9112 §8, §9.5",
        [
            fault("a close before the request", .init(reading: .nothing, .close), .connectionLost),
            // The reset may arrive before the connection is seen as established.
            fault(
                "a reset before the request", .init(reading: .nothing, .reset), .connectionLost,
                .cannotConnect),
            fault("a close after the request's head", .init(reading: .head, .close), .connectionLost),
            fault("a reset after the request's head", .init(reading: .head, .reset), .connectionLost),
            fault("a reset after the request", .init(.reset), .connectionLost),
            fault("a reset in the status line", ending("HTTP/1.1 200", .reset), .connectionLost),
            fault("a reset in the fields", ending("\(ok)X-A: 1\r\nX-B", .reset), .connectionLost),
            fault("a reset after 103", ending("HTTP/1.1 103 Early\r\n\r\n", .reset), .connectionLost),
            fault("a close in the fields", ending("\(ok)X-A: 1\r\nX-B", .close), .connectionLost)
                .inSubprocess(),
            fault("a close after the status line", ending(ok, .close), .connectionLost).inSubprocess(),
            fault(
                "a close in the fields of 103", ending("HTTP/1.1 103 Early\r\nX-A: 1\r\n", .close),
                .connectionLost
            ).inSubprocess(),
            fault("a reset after the head", ending(length, .reset), .incompleteBody),
            fault("a reset in a chunk", ending("\(chunked)5\r\nhel", .reset), .incompleteBody),
            fault("a reset in a body until the close", ending("\(ok)\r\nhello", .reset), .incompleteBody),
            fault(
                "a close in a redirect's body",
                ending("HTTP/1.1 302 Found\r\nLocation: /a\r\nContent-Length: 9\r\n\r\nabc", .close),
                .incompleteBody),
            fault(
                "a close in a redirect's chunk",
                ending(
                    "HTTP/1.1 302 Found\r\nLocation: /a\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nabc", .close
                ),
                .incompleteBody),
            .check("TLS with a server without TLS") { transport in
                let server = try LoopbackServer { connection in
                    _ = connection.read(upTo: 1)
                    try connection.send("HTTP/1.1 400 Bad Request\r\n\r\n")
                }
                try await expectError(.tlsFailed) {
                    try await transport.response(.get, "https://\(server.authority)/")
                }
            },
        ])

    private static let malformedHeads = ConformanceCase(
        "fault-head", "a malformed head is a violation",
        reference: "RFC 9112 §2.3, §4, §5; RFC 9110 §5.5",
        [
            head("an unknown version", "HTTP/9.9 200 OK\r\n"),
            head("a status below 100", "HTTP/1.1 099 OK\r\n"),
            head("a status of two digits", "HTTP/1.1 20 OK\r\n"),
            head("a status of five digits", "HTTP/1.1 99999 OK\r\n"),
            head("a switch to another protocol", "HTTP/1.1 101 Switching Protocols\r\nUpgrade: a\r\n"),
            head("a line without a colon", "\(ok)no colon\r\n"),
            head("a folded first field", "\(ok)  folded\r\n"),
            head("a NUL in a value", "\(ok)X-A: a\u{0}b\r\n"),
            head("a negative length", "\(ok)Content-Length: -5\r\n", hasLength: true),
            head("a length that is not a number", "\(ok)Content-Length: five\r\n", hasLength: true),
        ])

    private static let malformedBodies = ConformanceCase(
        "fault-body", "malformed chunks are a violation", reference: "RFC 9112 §7.1",
        [
            body("a size that is not a number", "zz\r\nhello\r\n0\r\n\r\n"),
            body("a negative size", "-2\r\nhe\r\n0\r\n\r\n"),
            body("a size beyond 64 bits", "FFFFFFFFFFFFFFFFFF\r\nhello"),
            body("no size", "\r\nhello\r\n0\r\n\r\n"),
            body("no line end after a chunk", "5\r\nhelloXX0\r\n\r\n"),
        ])

    private static let freshConnections = ConformanceCase(
        "fault-fresh", "a request lost on a fresh connection was sent once, and fails at once",
        reference: "RFC 9112 §9.3.1",
        [HTTPRequest.Method.get, .post, .put].flatMap { method in
            [("a close", LoopbackServer.Reply(.close)), ("a reset", .init(.reset))].map { ending, reply in
                .check("\(method), \(ending)") { transport in
                    let server = try LoopbackServer(replies: [reply, reply])
                    let body = method == .get ? nil : RequestBody.untyped("abc")
                    try await expectDuration(.zero ... .seconds(1)) {
                        let error = try await expectError(.connectionLost) {
                            try await transport.response(method, server.url, body: body)
                        }
                        try expect("mayHaveBeenProcessed", error.mayHaveBeenProcessed, is: true)
                    }
                    try expect("requests", server.requestCount, is: 1)
                }
            }
        })

    private static func fault(
        _ input: String, _ reply: LoopbackServer.Reply, _ code: NetworkError.Code,
        _ other: NetworkError.Code? = nil
    ) -> ConformanceCheck {
        .check(input) { transport in
            let server = try LoopbackServer(replies: [reply, reply])
            try await expectError(code, other ?? code) {
                try await transport.response(.put, server.url, body: .untyped("abc"))
            }
        }
    }

    /// The pause lets the bytes arrive: a reset would discard them.
    private static func ending(_ text: String, _ step: LoopbackServer.Reply.Step) -> LoopbackServer.Reply {
        .init(.send(text), .pause(.milliseconds(20)), step)
    }

    private static func head(_ input: String, _ lines: String, hasLength: Bool = false) -> ConformanceCheck {
        let length = hasLength ? "" : "Content-Length: 5\r\n"
        return violation(input, "\(lines)\(length)\r\nhello")
    }

    private static func body(_ input: String, _ chunks: String) -> ConformanceCheck {
        violation(input, chunked + chunks)
    }

    private static func violation(_ input: String, _ response: String) -> ConformanceCheck {
        .check(input) { transport in
            let server = try LoopbackServer.closing(after: response)
            try await expectError(.protocolViolation) { try await transport.response(.get, server.url) }
        }
    }
}
