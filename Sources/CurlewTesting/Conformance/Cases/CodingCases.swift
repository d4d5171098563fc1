import Curlew

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

// Content codings: bodies that are empty, broken, cut, or more than they seem.
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
        "Z1", "no body is an empty one, whatever its coding",
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
        "Z2", "a body that is not what its coding says is an error, never a part of it",
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
            .check("the bytes as they are, when they are asked for", needs: [.rawBodies]) { transport in
                for coding in ["gzip", "foo", "gzip, foo"] {
                    let server = try LoopbackServer.coded(coding, Coded.foo + Coded.bar + [1, 2, 3])
                    let answer = try await transport.answer(.get, server.url)
                    try expect("the body", Array(answer.body), is: Coded.foo + Coded.bar + [1, 2, 3])
                    try expect("Content-Encoding", answer.fields[.contentEncoding], is: coding)
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
        "Z2-cut", "a body whose coded data is cut is an error, though its framing is whole",
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
        "Z-list", "codings are undone in the order of their list, without case",
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

    private static let codedParts = ConformanceCase(
        "Z-part", "a part of a body is asked for as it is, and never decoded as if it were whole",
        reference: "RFC 9110 §8.4, §14.2, §15.3.7; Fetch, HTTP-network-or-cache fetch",
        [
            .check("a request with Range asks for identity") { transport in
                let server = try LoopbackServer.ok()
                let endpoint = Endpoint<Data>.get("/", fields: [.range: "bytes=0-1"])
                _ = try await transport.client(server.url).send(endpoint)
                let received = server.received[0].values(of: "Accept-Encoding")
                try expect("Accept-Encoding", received, is: ["identity"])
            },
            .check("unless the caller asks for another coding") { transport in
                let server = try LoopbackServer.ok()
                let fields: HTTPFields = [.range: "bytes=0-1", .acceptEncoding: "gzip"]
                _ = try await transport.client(server.url).send(Endpoint<Data>.get("/", fields: fields))
                let received = server.received[0].values(of: "Accept-Encoding")
                try expect("Accept-Encoding", received, is: ["gzip"])
            },
            undecodable("the start of gzip data", "Content-Range: bytes 0-19/31\r\n", Coded.gzip.prefix(20)),
            undecodable(
                "the rest of gzip data", "Content-Range: bytes 20-30/31\r\n", Coded.gzip.dropFirst(20)),
            undecodable("gzip data of an unknown length", "Content-Range: bytes 0-30/*\r\n", Coded.gzip[...]),
            undecodable(
                "several parts", "Content-Type: multipart/byteranges; boundary=b\r\n",
                Array("--b\r\nContent-Range: bytes 0-1/31\r\n\r\n..\r\n--b--\r\n".utf8)[...]),
            .check("all of gzip data is decoded") { transport in
                let server = try LoopbackServer.part(
                    "gzip", "Content-Range: bytes 0-30/31\r\n", Coded.gzip[...])
                try expect("the body", try await transport.decoded(.get, server.url).text, is: Coded.text)
            },
            .check("a part that is not encoded") { transport in
                let server = try LoopbackServer.part(
                    "identity", "Content-Range: bytes 1-3/9\r\n", [49, 50, 51])
                try expect("the body", try await transport.decoded(.get, server.url).text, is: "123")
            },
            .check("the bytes as they are, when they are asked for", needs: [.rawBodies]) { transport in
                let range = "Content-Range: bytes 0-19/31\r\n"
                let server = try LoopbackServer.part("gzip", range, Coded.gzip.prefix(20))
                let answer = try await transport.answer(.get, server.url)
                try expect("the body", Array(answer.body), is: Array(Coded.gzip.prefix(20)))
                try expect("Content-Encoding", answer.fields[.contentEncoding], is: "gzip")
            },
        ])

    private static func undecodable(
        _ input: String, _ lines: String, _ body: ArraySlice<UInt8>
    ) -> ConformanceCheck {
        .check(input) { transport in
            let server = try LoopbackServer.part("gzip", lines, body)
            let error = try await expectError(.contentDecodingFailed) {
                try await transport.decoded(.get, server.url)
            }
            try expect("a message that says why", error.message.contains("206"), observed: error.message)
        }
    }

    private static let decodedSizes = ConformanceCase(
        "Z-size", "a ceiling counts the bytes that were decoded", reference: "ResponseBody.collect(upTo:)",
        [
            .check("265 bytes that are a GiB of zeros") { transport in
                let server = try LoopbackServer.coded("gzip, gzip, gzip", Coded.bomb)
                let error = try await expectError(.bodyTooLarge) {
                    try await transport.client(server.url).send(Endpoint<Data>.get("/"))
                }
                try expect("the status in the error", error.response?.status.code, is: 200)
            },
            .check("exactly the ceiling, and one less") { transport in
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

/// One short text in every coding.
private enum Coded {
    static let text = "hello, hello, hello"
    static let gzip = bytes("H4sIAAAAAAACA8tIzcnJ11HIQKIAn6HKCRMAAAA=")
    static let deflate = bytes("eNrLSM3JyddRyECiAEQoBtU=")
    static let bareDeflate = bytes("y0jNycnXUchAogA=")
    static let br = bytes("GxIA+I2Ubt5ECVKGlmwsbxFPJNBxAA==")
    static let zstd = bytes("KLUv/SATbQAAOGhlbGxvLCABAOKKEQ==")
    static let all: [(String, TransportCapabilities.Feature, [UInt8])] = [
        ("gzip", .gzip, gzip), ("deflate", .gzip, deflate), ("br", .brotli, br), ("zstd", .zstd, zstd),
    ]

    static let deflateThenGzip = bytes("H4sIAAAAAAACA6u4ddrj7MmT1wNPOCxicNFguwoAUQ6lrREAAAA=")
    static let foo = bytes("H4sIAAAAAAACA0vLzwcAIWVzjAMAAAA=")
    static let bar = bytes("H4sIAAAAAAACA0tKLAIAqoz/dgMAAAA=")
    /// A GiB of zeros in gzip in gzip in gzip.
    static let bomb = bytes(
        "H4sIAAAAAAACA5Pv5mAAASbmt3cW5gUXyrQ9LFuboWamtkzgsZpHmkcXY/cNkSTFmTMdFt1OWWBwh1NCj0GknKF4d0Nq"
            + "UmQA99K3vjqW7z/P+H/R/ufTJ7a/bKRz3/jk1fUcf93/dHp9fH76bmWg4QkPpoVPn3xWwqBq26+/r85qAoUMSt5/"
            + "+77sduCDh29eej8HCjQc/P3l0Y+T3/gbdx/9vbIYKHLggey/vfPytzfEr37Prv6OESjU/N3dAOTaIBZmILnAFcyJ"
            + "AnMU3JA4ozKjMqMyozKjMqMyBGX0vn1Pm6374PHfR4dfX1Su/vf2+c/bX63/819Jbz1z4g0/AwDYL/M5IwcAAA==")

    private static func bytes(_ base64: String) -> [UInt8] { Array(Data(base64Encoded: base64) ?? Data()) }
}

extension HTTPRequest {
    fileprivate static func decoded(_ method: Method, _ url: String) throws(NetworkError) -> HTTPRequest {
        try HTTPRequest(
            method: method, url: url, timeouts: .total(.seconds(10)), options: .init(decoding: .automatic))
    }
}

extension Transport {
    fileprivate func decoded(_ method: HTTPRequest.Method, _ url: String) async throws -> Answer {
        try await answer(to: .decoded(method, url))
    }
}

extension LoopbackServer {
    /// A server whose answer is a 206 with the bytes.
    fileprivate static func part(
        _ coding: String, _ lines: String, _ bytes: ArraySlice<UInt8>
    ) throws -> LoopbackServer {
        let head =
            "HTTP/1.1 206 Partial Content\r\nContent-Encoding: \(coding)\r\n\(lines)"
            + "Content-Length: \(bytes.count)\r\n\r\n"
        return try LoopbackServer { connection in
            while try connection.readRequest() != nil { try connection.send(Array(head.utf8) + bytes) }
        }
    }

    /// A server that sends as many bytes of the body as the path says, in a framing that fits.
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
