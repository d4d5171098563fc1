import Curlew
import CurlewTesting

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

// Content codings: empty, broken and truncated bodies, and decompression bombs.
extension ConformanceCase {
    static let codings = [emptyCodedBodies, brokenCodings, cutCodings, codingLists, codedParts, decodedSizes]

    private static let emptyReplies: [(name: String, method: HTTPRequest.Method, reply: String)] = [
        ("204", .get, "204 No Content\r\n#\r\n"),
        ("HEAD with a length of 1000", .head, "200 OK\r\n#Content-Length: 1000\r\n\r\n"),
        ("304", .get, "304 Not Modified\r\n#\r\n"),
        ("200 with a length of 0", .get, "200 OK\r\n#Content-Length: 0\r\n\r\n"),
        ("200 without chunks", .get, "200 OK\r\n#Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n"),
        ("200 that ends with the connection", .get, "200 OK\r\n#Connection: close\r\n\r\n"),
    ]

    private static let emptyCodedBodies = ConformanceCase(
        "coded-empty-bodies", "no body is an empty body, whatever its coding",
        reference: "RFC 9110 §6.4.1, §8.4; RFC 9112 §6.3",
        Coded.all.flatMap { coding, _, _ in
            emptyReplies.map { name, method, reply in
                .check("\(coding), \(name)") { transport in
                    let text = reply.replacing("#", with: "Content-Encoding: \(coding)\r\n")
                    let server = try LoopbackServer.closing(after: "HTTP/1.1 \(text)")
                    try expect("bytes", try await transport.decoded(method, server.url).body.count, is: 0)
                }
            }
        })

    private static let brokenCodings = ConformanceCase(
        "miscoded-bodies", "a body that does not match its coding is an error, never a partial body",
        reference: "RFC 9110 §8.4; RFC 1952 §2.2",
        [
            .check("two gzip members are both decoded, or an error") { transport in
                let server = try LoopbackServer.coded("gzip", Coded.foo + Coded.bar)
                do {
                    let text = try await transport.decoded(.get, server.url).text
                    try expect("the body", text, is: "foobar")
                } catch NetworkError.Code.contentDecodingFailed {
                    return
                }
            },
            broken("plain text as gzip", "gzip", Array("hello, this is plain".utf8)),
            broken("plain text as deflate", "deflate", Array("hello, this is plain".utf8)),
            broken("plain text as br", "br", Array("hello, this is plain".utf8)),
            broken("plain text as zstd", "zstd", Array("hello, this is plain".utf8)),
            broken("an unknown coding", "foo", Coded.gzip),
            broken("gzip and 23 more bytes", "gzip", Coded.gzip + [UInt8](repeating: 0x41, count: 23)),
            broken(
                "deflate and 23 more bytes", "deflate", Coded.deflate + [UInt8](repeating: 0x41, count: 23)),
            broken("br and 23 more bytes", "br", Coded.br + [UInt8](repeating: 0x41, count: 23)),
            broken("zstd and 23 more bytes", "zstd", Coded.zstd + [UInt8](repeating: 0x41, count: 23)),
            broken("gzip with another checksum", "gzip", Coded.gzip.dropLast(8) + [0, 0, 0, 0, 19, 0, 0, 0]),
            .check("raw bytes, on request", needs: [.rawBodies]) { transport in
                for coding in ["gzip", "foo", "gzip, foo"] {
                    let server = try LoopbackServer.coded(coding, Coded.foo + Coded.bar + [1, 2, 3])
                    let response = try await transport.response(.get, server.url)
                    try expect("the body", Array(response.body), is: Coded.foo + Coded.bar + [1, 2, 3])
                    try expect("Content-Encoding", response.fields[.contentEncoding], is: coding)
                }
            },
        ])

    private static func broken(_ input: String, _ coding: String, _ body: [UInt8]) -> ConformanceCheck {
        .check(input) { transport in
            let server = try LoopbackServer.coded(coding, body)
            try await expectError(.contentDecodingFailed) { try await transport.decoded(.get, server.url) }
        }
    }

    private static let cutCodings = ConformanceCase(
        "truncated-coded-bodies", "truncated coded data is an error, even if the framing is complete",
        reference: "RFC 9110 §8.4; RFC 1952 §2.3; RFC 7932 §9.2; RFC 8878 §3.1",
        Coded.all.flatMap { coding, feature, body in
            [false, true].map { isChunked in
                .check(
                    "\(coding) \(isChunked ? "in chunks" : "with a length"), at every byte", needs: [feature]
                ) { transport in
                    let server = try LoopbackServer.cutting(body, coding, isChunked: isChunked)
                    for count in 1..<body.count {
                        try await expectError(.contentDecodingFailed) {
                            try await transport.decoded(.get, "\(server.url)/\(count)")
                        }
                    }
                    let whole = try await transport.decoded(.get, "\(server.url)/\(body.count)")
                    try expect("the whole body", whole.text, is: Coded.text)
                }
            }
        })

    private static let codingLists = ConformanceCase(
        "coding-lists", "codings are removed in reverse order, and compared without case",
        reference: "RFC 9110 §8.4, §8.4.1, §5.6.1",
        [
            decoded("two codings", "deflate, gzip", Coded.deflateThenGzip),
            decoded("two codings in two fields", "deflate\r\nContent-Encoding: gzip", Coded.deflateThenGzip),
            decoded("upper case", "GZIP", Coded.gzip),
            decoded("x-gzip", "x-gzip", Coded.gzip),
            decoded("identity and gzip", "identity, gzip", Coded.gzip),
            decoded("identity", "identity", Array(Coded.text.utf8)),
            decoded("deflate without its header", "deflate", Coded.bareDeflate),
            broken("six codings", "gzip, gzip, gzip, gzip, gzip, gzip", Coded.gzip),
        ])

    private static func decoded(_ input: String, _ coding: String, _ body: [UInt8]) -> ConformanceCheck {
        .check(input) { transport in
            let server = try LoopbackServer.coded(coding, body)
            try expect("the body", try await transport.decoded(.get, server.url).text, is: Coded.text)
        }
    }

    private static let decodedSizes = ConformanceCase(
        "decoded-size-limit", "a limit applies to decoded bytes",
        reference: "ResponseBody.collect(upTo:)",
        [
            // In a process of its own: a library that keeps decoding would delay the next check for seconds.
            .check("265 bytes that are a GiB of zeros") { transport in
                let server = try LoopbackServer.coded("gzip, gzip, gzip", Coded.bomb)
                let error = try await expectError(.bodyTooLarge) {
                    try await transport.client(server.url).send(Endpoint<Data>.get("/"))
                }
                try expect("the status in the error", error.response?.status.code, is: 200)
            }.inSubprocess(),
            .check("exactly the limit, and one less") { transport in
                let server = try LoopbackServer.coded("gzip", Coded.gzip)
                let request = try HTTPRequest.decoded(.get, server.url)
                let body = try await transport.send(request).body.collect(upTo: Coded.text.utf8.count)
                try expect("bytes", body.count, is: Coded.text.utf8.count)
                try await expectError(.bodyTooLarge) {
                    try await transport.send(request).body.collect(upTo: Coded.text.utf8.count - 1)
                }
            },
        ])
}

extension LoopbackServer {
    /// A server that sends as many bytes of the body as the path says, with the right framing.
    fileprivate static func cutting(
        _ body: [UInt8], _ coding: String, isChunked: Bool
    ) throws -> LoopbackServer {
        try LoopbackServer { connection in
            while let request = try connection.readRequest() {
                let part = body.prefix(Int(request.path.dropFirst()) ?? 0)
                try connection.send("HTTP/1.1 200 OK\r\nContent-Encoding: \(coding)\r\n")
                guard isChunked else {
                    try connection.send(Array("Content-Length: \(part.count)\r\n\r\n".utf8) + part)
                    continue
                }
                try connection.send("Transfer-Encoding: chunked\r\n\r\n")
                for byte in part { try connection.send([49, 13, 10, byte, 13, 10]) }
                try connection.send("0\r\n\r\n")
            }
        }
    }
}
