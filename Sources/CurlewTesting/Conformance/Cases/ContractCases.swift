import Curlew

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

// The sentences of the contract in the documentation of `Transport`.
extension ConformanceCase {
    static let contract = [
        oneExchange, ownFields, headFirst, options, decodedBodies, droppedBodies, memory, failures,
    ]

    private static let oneExchange = ConformanceCase(
        "contract-exchange", "a send is one exchange: no redirect, cookie or cache",
        reference: "Transport: performs one exchange",
        [300, 301, 302, 303, 307, 308].map { status in
            .check("\(status) is the answer, body included") { transport in
                let server = try LoopbackServer.answering(
                    "HTTP/1.1 \(status) Elsewhere\r\nLocation: /other\r\nContent-Length: 4\r\n\r\nbody")
                let answer = try await transport.answer(.post, "\(server.url)/r", body: .text("b"))
                try expect("the status", answer.status, is: status)
                try expect("Location", answer.fields[.location], is: "/other")
                try expect("the body", answer.text, is: "body")
                try expect("requests", server.requestCount, is: 1)
            }
        } + [
            .check("302 without Location") { transport in
                let server = try LoopbackServer.answering(
                    "HTTP/1.1 302 Found\r\nContent-Length: 4\r\n\r\nbody")
                let answer = try await transport.answer(.get, server.url)
                try expect("the status", answer.status, is: 302)
                try expect("the body", answer.text, is: "body")
            },
            .check("a redirect to a file") { transport in
                let server = try LoopbackServer.answering(
                    "HTTP/1.1 302 Found\r\nLocation: file:///etc/hostname\r\nContent-Length: 0\r\n\r\n")
                let answer = try await transport.answer(.get, server.url)
                try expect("the status", answer.status, is: 302)
                try expect("requests", server.requestCount, is: 1)
            },
            .check("a cookie is not sent back") { transport in
                let server = try LoopbackServer.ok("Set-Cookie: a=1; Path=/\r\n")
                for _ in 0..<2 { _ = try await transport.answer(.get, server.url) }
                try expect("Cookie", server.received[1]["Cookie"], is: nil)
            },
            .check("a cacheable answer is asked for again") { transport in
                let server = try LoopbackServer.ok("Cache-Control: max-age=3600\r\nETag: \"x\"\r\n")
                for _ in 0..<2 { _ = try await transport.answer(.get, "\(server.url)/c") }
                try expect("requests", server.requestCount, is: 2)
                try expect("If-None-Match", server.received[1]["If-None-Match"], is: nil)
            },
            .check("304 is the answer to a condition") { transport in
                let server = try LoopbackServer.answering("HTTP/1.1 304 Not Modified\r\nETag: \"x\"\r\n\r\n")
                let answer = try await transport.answer(
                    .get, server.url, fields: ["If-None-Match": "\"x\""])
                try expect("the status", answer.status, is: 304)
                try expect("the body", answer.text, is: "")
            },
        ])

    private static let ownFields = ConformanceCase(
        "contract-fields", "a transport adds only Host and what frames the body",
        reference: "Transport: adds only Host and the fields that frame the body",
        [
            added("GET", .get, nil),
            added("HEAD", .head, nil),
            added("POST of data", .post, .text("abc")),
            added("POST of 2 MB", .post, .data(Data(count: 2_000_000))),
            added("POST of a stream", .post, .chunks("abc")),
            added("PUT of a stream with its length", .put, .chunks("abc", length: 3)),
        ])

    private static func added(
        _ input: String, _ method: HTTPRequest.Method, _ body: RequestBody?
    ) -> ConformanceCheck {
        .check(input) { transport in
            let server = try LoopbackServer(replies: [.send("HTTP/1.1 204 No Content\r\n\r\n")])
            _ = try await transport.answer(method, server.url, body: body)
            let names = Set(server.received[0].fields.map { $0.name.lowercased() })
            let framing = body == nil ? [] : names.intersection(["content-length", "transfer-encoding"])
            try expect("the fields", names.sorted(), is: framing.union(["host"]).sorted())
        }
    }

    private static let headFirst = ConformanceCase(
        "contract-head", "send returns with the head, the body comes as it is sent",
        reference: "Transport: returns when the head of the final answer is complete; the body streams",
        [HTTPRequest.Delivery.streamed, .collected].flatMap { delivery in
            [
                .check("no byte of the body yet, \(delivery)") { transport in
                    let server = try LoopbackServer(replies: [
                        .init(.send("HTTP/1.1 200 OK\r\nContent-Length: 9\r\nX-A: b\r\n\r\n"), .keepOpen)
                    ])
                    let response = try await expectDuration(.zero ... .seconds(2)) {
                        try await transport.send(.bare(server.url, delivery))
                    }
                    try expect("X-A", response.fields["X-A"], is: "b")
                },
                .check("each chunk before the next is sent, \(delivery)") { transport in
                    let gate = Gate()
                    let server = try LoopbackServer { connection in
                        _ = try connection.readRequest()
                        try connection.send("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\n")
                        for index in 0..<10 {
                            while gate.passed < index { try connection.pause(.milliseconds(1)) }
                            try connection.send("\(index)")
                        }
                    }
                    let response = try await transport.send(.bare(server.url, delivery))
                    var text = ""
                    for try await chunk in response.body {
                        text += String(decoding: chunk, as: UTF8.self)
                        gate.pass()
                    }
                    try expect("the body", text, is: "0123456789")
                },
            ]
        } + [
            .check("an empty body") { transport in
                let server = try LoopbackServer.answering("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")
                let response = try await transport.send(.bare(server.url, .streamed))
                var count = 0
                for try await _ in response.body { count += 1 }
                try expect("chunks", count, is: 0)
            },
            .check("no chunk is empty") { transport in
                let server = try LoopbackServer()
                let response = try await transport.send(
                    .bare("\(server.url)/stream-bytes/100000?chunk=1000", .streamed))
                var count = 0
                for try await chunk in response.body {
                    try expect("a chunk with bytes", !chunk.isEmpty, observed: "an empty one")
                    count += chunk.count
                }
                try expect("bytes", count, is: 100_000)
            },
            .check("a second reader gets .closed") { transport in
                let server = try LoopbackServer.ok()
                let response = try await transport.send(.bare(server.url, .streamed))
                _ = try await response.body.collect(upTo: 10)
                try await expectError(.closed) { try await response.body.collect(upTo: 10) }
            },
        ])

    private static let options = ConformanceCase(
        "contract-options", "an option is honoured, or refused before any I/O",
        reference: "Transport: what it cannot honour is .unsupported, thrown before any I/O",
        [
            option("the connect timeout", .connectTimeout) { $0.timeouts.connect = .seconds(5) },
            option("a body on GET", .bodyOnGet) { $0.body = .text("abc") },
            option("a field that is not UTF-8", .nonUTF8Fields) {
                $0.fields.append(HTTPField(name: "X-A", bytes: [0xE9]))
            },
            option("100 Continue", .expectContinue) {
                $0.method = .post
                $0.body = .text("abc")
                $0.options.expectContinue = true
            },
            option("an IPv6 literal", .ipv6Literals, host: .ipv6) { _ in },
            .check("HTTP/1.1 on http") { transport in
                let request = try await transport.received(
                    .get, body: nil, options: .init(httpVersion: .http1_1))
                try expect("the minor version", request.minorVersion, is: 1)
            },
            .check("a coded body is left as it is", needs: [.rawBodies]) { transport in
                let server = try LoopbackServer.coded("gzip", gzip)
                let answer = try await transport.answer(.get, server.url)
                try expect("the body", Array(answer.body), is: gzip)
                try expect("Content-Encoding", answer.fields[.contentEncoding], is: "gzip")
                try expect("Content-Length", answer.fields[.contentLength], is: "\(gzip.count)")
            },
        ])

    private static func option(
        _ input: String, _ feature: TransportCapabilities.Feature, host: LoopbackServer.Host = .ipv4,
        _ set: @escaping @Sendable (inout HTTPRequest) -> Void
    ) -> ConformanceCheck {
        .check(input) { transport in
            let server = try LoopbackServer(host: host)
            var request = try HTTPRequest(url: "\(server.url)/echo", timeouts: .total(.seconds(10)))
            set(&request)
            if transport.capabilities.supports(feature) {
                try expect("the status", try await transport.answer(to: request).status, is: 200)
            } else {
                try await expectError(.unsupported) { try await transport.answer(to: request) }
                try expect("connections", server.connectionCount, is: 0)
            }
        }
    }

    private static let gzip: [UInt8] = [
        0x1F, 0x8B, 0x08, 0x00, 0x00, 0x00, 0x00, 0x00, 0x02, 0x03, 0xCB, 0x48, 0xCD, 0xC9, 0xC9, 0xD7,
        0x51, 0xC8, 0x40, 0xA2, 0x00, 0x9F, 0xA1, 0xCA, 0x09, 0x13, 0x00, 0x00, 0x00,
    ]
    private static let zlib: [UInt8] = [
        0x78, 0x9C, 0xCB, 0x48, 0xCD, 0xC9, 0xC9, 0xD7, 0x51, 0xC8, 0x40, 0xA2, 0x00, 0x44, 0x28, 0x06,
        0xD5,
    ]

    private static let decodedBodies = ConformanceCase(
        "contract-decoding", "an automatic body is decoded, and its head says so",
        reference: "HTTPRequest.Decoding.automatic; RFC 9110 §8.4",
        [("gzip", gzip), ("x-gzip", gzip), ("deflate", zlib)].map { coding, bytes in
            .check(coding) { transport in
                let server = try LoopbackServer.coded(coding, bytes)
                let answer = try await transport.answer(
                    .get, server.url, fields: [.acceptEncoding: "gzip, deflate"],
                    options: .init(decoding: .automatic))
                try expect("the body", answer.text, is: "hello, hello, hello")
                try expect("Content-Encoding", answer.fields[.contentEncoding], is: nil)
                try expect("Content-Length", answer.fields[.contentLength], is: nil)
            }
        })

    private static let droppedBodies = ConformanceCase(
        "contract-drop", "a body that nobody reads ends its transfer",
        reference: "Transport: dropping the body unread ends the transfer within 50 ms",
        [
            dropped("unread") { _ in },
            dropped("after one chunk") { response in
                for try await _ in response.body { break }
            },
            dropped("beyond a limit") { response in
                try await expectError(.bodyTooLarge) { try await response.body.collect(upTo: 100_000) }
            },
            .check("a caller that leaves withResponse early") { transport in
                let server = try LoopbackServer.endless()
                try await transport.client(server.url).withResponse(to: Endpoint<Data>.get("/")) { response in
                    try expect("the status", response.status.code, is: 200)
                }
                try await expectSeen("the close", by: server, within: .milliseconds(500)) {
                    $0.openConnectionCount == 0
                }
            },
        ])

    private static func dropped(
        _ input: String, _ use: @escaping @Sendable (HTTPResponse) async throws -> Void
    ) -> ConformanceCheck {
        .check(input) { transport in
            let server = try LoopbackServer.endless()
            try await use(try await transport.send(.bare(server.url, .streamed)))
            try await expectSeen("the close", by: server, within: .milliseconds(500)) {
                $0.openConnectionCount == 0
            }
        }
    }

    private static let memory = ConformanceCase(
        "contract-memory", "a slow reader slows the server down",
        reference: "Transport: the memory of a transfer is bounded, however slow the reader is",
        [
            .check("a reader that takes one chunk", needs: [.backPressure]) { transport in
                let sent = Gate()
                let server = try LoopbackServer.endless(pausing: .zero, counting: sent)
                let response = try await transport.send(.bare(server.url, .streamed))
                var iterator = response.body.makeAsyncIterator()
                _ = try await iterator.next()
                try await expectStill("the bytes sent") { sent.passed }
                // The kernel's buffers of both sockets come on top of the transport's own 8 MiB.
                try expect("at most 24 MiB", sent.passed <= 24 << 20, observed: "\(sent.passed) bytes")
                withExtendedLifetime(iterator) {}
            }
        ])

    private static let failures = ConformanceCase(
        "contract-errors", "a failure before the exchange has its own code",
        reference: "NetworkError.Code",
        [
            .check("a port where nobody listens") { transport in
                let server = try LoopbackServer.ok()
                server.stop()
                try await expectError(.cannotConnect) { try await transport.answer(.get, server.url) }
            },
            .check("a name without address") { transport in
                try await expectError(.cannotResolve) {
                    try await transport.answer(.get, "http://no-such-host.invalid/")
                }
            },
            unsendable("a file that does not exist", .fileFailed, .file("/no/such/file")),
            unsendable("a directory as file", .fileFailed, .file("/")),
            unsendable("a value that cannot be encoded", .encodingFailed, .json(Double.infinity)),
        ])

    private static func unsendable(
        _ input: String, _ code: NetworkError.Code, _ body: RequestBody
    ) -> ConformanceCheck {
        .check(input) { transport in
            let server = try LoopbackServer.ok()
            try await expectError(code) { try await transport.answer(.post, server.url, body: body) }
            try expect("connections", server.connectionCount, is: 0)
        }
    }
}

extension HTTPRequest {
    /// A GET that ends after 10 s at the latest.
    static func bare(_ url: String, _ delivery: Delivery = .collected) throws(NetworkError) -> HTTPRequest {
        try HTTPRequest(url: url, timeouts: .total(.seconds(10)), options: .init(delivery: delivery))
    }
}

extension RequestBody {
    /// A stream of the text in chunks of one byte.
    static func chunks(_ text: String, length: Int64? = nil) -> Self {
        .stream(Chunks(text.utf8.map { Data([$0]) }), length: length, contentType: nil)
    }
}

/// The same chunks for each reader, as a case runs on more than one transport.
struct Chunks: AsyncSequence, Sendable {
    struct Iterator: AsyncIteratorProtocol {
        var rest: ArraySlice<Data>

        mutating func next() async -> Data? { rest.popFirst() }
    }

    private let chunks: [Data]

    init(_ chunks: [Data]) {
        self.chunks = chunks
    }

    /// Zeros in chunks of 10,000 bytes.
    static func zeros(_ count: Int) -> Chunks {
        Chunks(Array(repeating: Data(count: 10_000), count: count / 10_000))
    }

    func makeAsyncIterator() -> Iterator { Iterator(rest: chunks[...]) }
}

extension LoopbackServer {
    /// A server whose answer is the bytes with a Content-Encoding.
    static func coded(_ coding: String, _ bytes: [UInt8]) throws -> LoopbackServer {
        let head = "HTTP/1.1 200 OK\r\nContent-Encoding: \(coding)\r\nContent-Length: \(bytes.count)\r\n\r\n"
        return try LoopbackServer { connection in
            while try connection.readRequest() != nil { try connection.send(Array(head.utf8) + bytes) }
        }
    }

    /// A server whose answers do not end: 16 KiB, a pause, and so on.
    static func endless(
        pausing pause: Duration = .milliseconds(1), counting sent: Gate = Gate()
    ) throws -> LoopbackServer {
        let bytes = [UInt8](repeating: 42, count: 16 << 10)
        return try LoopbackServer { connection in
            _ = try connection.readRequest()
            try connection.send("HTTP/1.1 200 OK\r\nContent-Length: 1000000000000\r\n\r\n")
            while true {
                try connection.send(bytes)
                sent.pass(bytes.count)
                if pause > .zero { try connection.pause(pause) }
            }
        }
    }
}

/// Counts what one side has done, for the other side to see.
final class Gate: Sendable {
    private let count = Lock(0)

    var passed: Int { count.withLock { $0 } }

    func pass(_ number: Int = 1) { count.withLock { $0 += number } }
}

/// Throws unless the number stays the same for 200 ms within two seconds.
func expectStill(_ what: String, _ number: () -> Int) async throws {
    var last = number()
    for _ in 0..<10 {
        try await Task.sleep(for: .milliseconds(200))
        let next = number()
        if next == last { return }
        last = next
    }
    throw ConformanceFailure(expected: "\(what) to come to rest", observed: "\(last) and rising")
}
