import Curlew
import CurlewTesting

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

// Large, streamed, refused and resent request bodies.
extension ConformanceCase {
    static let uploads = [streamFraming, filePaths, earlyResponses, expectations, replays]

    private static let streamFraming = ConformanceCase(
        "stream-framing", "a streamed body has exactly one framing", reference: "RFC 9112 §6.1, §6.2",
        [
            framed("its length is known", .chunks("hello", length: 5), [:], length: "5"),
            framed("its length is unknown", .chunks("hello"), [:], length: nil),
            framed("the caller says Content-Length", .chunks("hello"), [.contentLength: "5"], length: "5"),
            framed("both say the same", .chunks("hello", length: 5), [.contentLength: "5"], length: "5"),
            framed("no bytes, length unknown", .chunks(""), [:], length: nil, text: ""),
            framed("no bytes, length 0", .chunks("", length: 0), [:], length: "0", text: ""),
            refused("the caller says Transfer-Encoding", .chunks("hello"), [.transferEncoding: "chunked"]),
            refused("two Content-Length fields", .chunks("hello"), twoLengths),
            refused("a Content-Length that is no number", .chunks("hello"), [.contentLength: "five"]),
            refused("another Content-Length than that of data", .untyped("hello"), [.contentLength: "4"]),
            wrongLength("fewer bytes than announced", .chunks("hell", length: 5)),
            wrongLength("more bytes than announced", .chunks("hello!", length: 5)),
            .check("an error of the stream") { transport in
                struct Broken: Error {}
                let server = try LoopbackServer.ok()
                let body = RequestBody.stream(
                    AsyncThrowingStream<Data, any Error> { continuation in
                        continuation.yield(Data("hello".utf8))
                        continuation.finish(throwing: Broken())
                    }, contentType: nil)
                let error = try await expectError(.other) {
                    try await transport.response(.post, server.url, body: body)
                }
                try expect("the error", error.underlying is Broken, observed: "\(error)")
                try await expectSeen("the close", by: server) { $0.openConnectionCount == 0 }
                let isWhole = server.received.contains { $0.isComplete }
                try expect("no whole request", !isWhole, observed: "\(server.received.map(\.bodyText))")
            },
        ])

    private static var twoLengths: HTTPFields {
        var fields: HTTPFields = [:]
        fields[values: .contentLength] = ["5", "5"]
        return fields
    }

    private static func framed(
        _ input: String, _ body: RequestBody, _ fields: HTTPFields, length: String?, text: String = "hello"
    ) -> ConformanceCheck {
        .check(input) { transport in
            let request = try await transport.received(.post, fields: fields, body: body)
            let lengths = request.values(of: "Content-Length")
            let codings = request.values(of: "Transfer-Encoding").map { $0.lowercased() }
            // A transport that waits for the end of a stream can declare its length.
            let isChunked = length == nil && codings == ["chunked"] && lengths.isEmpty
            let hasLength = codings.isEmpty && lengths == ["\(text.utf8.count)"]
            try expect("one framing", isChunked || hasLength, observed: "\(lengths) and \(codings)")
            try expect("the body", request.bodyText, is: text)
        }
    }

    private static func refused(
        _ input: String, _ body: RequestBody, _ fields: HTTPFields
    ) -> ConformanceCheck {
        .check(input) { transport in
            let server = try LoopbackServer.ok()
            try await expectError(.invalidRequest) {
                try await transport.response(.post, server.url, fields: fields, body: body)
            }
            try expect("connections", server.connectionCount, is: 0)
        }
    }

    private static func wrongLength(_ input: String, _ body: RequestBody) -> ConformanceCheck {
        .check(input) { transport in
            let server = try LoopbackServer.ok()
            try await expectError(.invalidRequest) {
                try await transport.response(.post, server.url, body: body)
            }
            try await expectSeen("the close", by: server) { $0.openConnectionCount == 0 }
            let isWhole = server.received.contains { $0.isComplete }
            try expect("no whole request", !isWhole, observed: "\(server.received.map(\.bodyText))")
        }
    }

    private static let earlyResponses = ConformanceCase(
        "early-responses", "a response that arrives before the end of an upload is delivered",
        reference: "RFC 9110 §10.1.1, §15.5.14; RFC 9112 §9.3, §9.6",
        [
            early(
                "413 and a close", .init(reading: .head, .send(tooLarge), .pause(.milliseconds(200)), .close)),
            early(
                "401 and a close",
                .init(reading: .head, .send(unauthorized), .pause(.milliseconds(200)), .close), 401),
            .check("413 and a reset") { transport in
                let server = try LoopbackServer(replies: [
                    .init(reading: .head, .send(tooLarge), .pause(.milliseconds(50)), .reset)
                ])
                do {
                    let response = try await transport.response(.put, server.url, body: .data(upload))
                    try expect("the status", response.status, is: 413)
                } catch NetworkError.Code.connectionLost {
                    return
                }
            },
            .check("200 while the server still reads") { transport in
                let server = try LoopbackServer { connection in
                    while try connection.readHead() != nil {
                        try connection.send("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok")
                        try connection.readBody()
                    }
                }
                let response = try await transport.response(.put, server.url, body: .data(upload))
                try expect("the status", response.status, is: 200)
                let next = try await transport.response(.get, server.url)
                try expect("the next body", next.text, is: "ok")
            },
        ])

    private static let upload = Data(count: 8_000_000)
    private static let tooLarge =
        "HTTP/1.1 413 Content Too Large\r\nConnection: close\r\nContent-Length: 4\r\n\r\nnope"
    private static let unauthorized =
        "HTTP/1.1 401 Unauthorized\r\nConnection: close\r\nContent-Length: 4\r\n\r\nnope"

    private static func early(
        _ input: String, _ reply: LoopbackServer.Reply, _ status: Int = 413
    ) -> ConformanceCheck {
        .check(input) { transport in
            let server = try LoopbackServer(replies: [reply])
            let response = try await transport.response(.put, server.url, body: .data(upload))
            try expect("the status", response.status, is: status)
            try expect("the body", response.text, is: "nope")
        }
    }

    private static let expectations = ConformanceCase(
        "expect-continue", "an upload starts at once; Expect is sent only on request",
        reference: "RFC 9110 §10.1.1; curl, CURLOPT_EXPECT_100_TIMEOUT_MS",
        [
            prompt("300 bytes of data") { .data(Data(count: 300)) },
            prompt("2 MB of data") { .data(Data(count: 2_000_000)) },
            prompt("2 MB of a stream") { .stream(Chunks.zeros(2_000_000), contentType: nil) },
            prompt("2 MB of a stream with its length") {
                .stream(Chunks.zeros(2_000_000), length: 2_000_000, contentType: nil)
            },
            .check("100 after 100 ms", needs: [.expectContinue]) { transport in
                let server = try LoopbackServer { connection in
                    _ = try connection.readHead()
                    try connection.pause(.milliseconds(100))
                    try connection.readBody()
                    try connection.send("HTTP/1.1 204 No Content\r\n\r\n")
                }
                try await expectContinued(transport, server, requests: 1)
            },
            refusing("417 is followed by one resend without Expect", thenCloses: false),
            refusing("417 and a close, likewise", thenCloses: true),
        ])

    private static func prompt(
        _ input: String, _ body: @escaping @Sendable () -> RequestBody
    ) -> ConformanceCheck {
        .check(input) { transport in
            let request = try await expectDuration(.zero ... .milliseconds(900)) {
                try await transport.received(.post, body: body())
            }
            try expect("Expect", request["Expect"], is: nil)
            try expect("bytes", request.bodyLength, is: input.hasPrefix("300") ? 300 : 2_000_000)
        }
    }

    private static func refusing(_ input: String, thenCloses: Bool) -> ConformanceCheck {
        .check(input, needs: [.expectContinue]) { transport in
            let field = thenCloses ? "Connection: close\r\n" : ""
            let server = try LoopbackServer(replies: [
                .init(
                    reading: .head,
                    .send("HTTP/1.1 417 Expectation Failed\r\n\(field)Content-Length: 0\r\n\r\n")),
                .send("HTTP/1.1 204 No Content\r\n\r\n"),
            ])
            try await expectContinued(transport, server, requests: 2)
            try expect("Expect in the resend", server.received[1]["Expect"], is: nil)
        }
    }

    private static func expectContinued(
        _ transport: any Transport, _ server: LoopbackServer, requests: Int
    ) async throws {
        let response = try await transport.response(
            .post, server.url, body: .untyped("abc"), options: .init(expectContinue: true))
        try expect("the status", response.status, is: 204)
        try expect("requests", server.requestCount, is: requests)
        try expect("Expect", server.received[0]["Expect"]?.lowercased(), is: "100-continue")
        try expect("the body", server.received.last?.bodyText, is: "abc")
    }

    private static let replays = ConformanceCase(
        "resent-bodies", "a body that must be resent is resent whole, or the send fails",
        reference: "curl, CURLOPT_SEEKFUNCTION",
        [
            .check("1 MB of data") { transport in
                let server = try hashingAfterLoss()
                _ = try await transport.response(.get, server.url)
                let body = Data(Pattern.bytes(1_000_000, seed: 3))
                let response = try await transport.response(.put, server.url, body: .data(body))
                try expect("the hash", response.text, is: SHA256Hasher.digest(of: body).hex)
            },
            .check("a stream can be read once") { transport in
                let server = try hashingAfterLoss()
                _ = try await transport.response(.get, server.url)
                let body = RequestBody.stream(Chunks.zeros(2_000_000), contentType: nil)
                do {
                    let response = try await transport.response(.put, server.url, body: body)
                    let hash = SHA256Hasher.digest(of: Data(count: 2_000_000)).hex
                    try expect("the hash", response.text, is: hash)
                } catch NetworkError.Code.bodyNotReplayable, NetworkError.Code.connectionLost {
                    return
                }
            },
        ])

    /// A server that ends its first connection within the body of the second request, and responds with hashes.
    static func hashingAfterLoss() throws -> LoopbackServer {
        try LoopbackServer(recording: .off) { connection in
            while try connection.readHead() != nil {
                var (hash, count) = (SHA256Hasher(), 0)
                try connection.readBody { bytes in
                    count += bytes.count
                    hash.update(bytes)
                    if connection.index == 0 && count > 100_000 { connection.reset() }
                }
                let text = hash.finalize().hex
                try connection.send("HTTP/1.1 200 OK\r\nContent-Length: \(text.utf8.count)\r\n\r\n\(text)")
            }
        }
    }
}
