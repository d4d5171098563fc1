import Curlew
import CurlewTesting

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

// How the client decodes a response.
extension ConformanceCase {
    static let decoding = [wrongShapes, emptyBodies, errorPages, charsets, numbers]

    private struct Number: Decodable, Sendable {
        var foo: Int
    }

    private struct Problem: Decodable, Sendable {
        var title: String
    }

    private static let wrongShapes = ConformanceCase(
        "json-shape-errors", "JSON of the wrong shape is an error with the position",
        reference: "RFC 8259 §2, §8.1",
        [
            undecodable("a fraction", #"{"foo":123.45}"#),
            undecodable("a number beyond Int", #"{"foo":9223372036854775808}"#),
            undecodable("a string", #"{"foo":"1"}"#),
            undecodable("no such key", #"{"bar":1}"#),
            undecodable("an array", "[1]"),
            undecodable("truncated", #"{"foo":"#),
            undecodable("null", "null"),
            undecodable("no JSON", "foo"),
            .check("a leading BOM") { transport in
                let server = try LoopbackServer.json("\u{FEFF}{\"foo\":1}")
                let value = try await transport.client(server.url).send(Endpoint<Number>.get("/"))
                try expect("foo", value.foo, is: 1)
            },
            .check("a trailing comma decodes or is an error") { transport in
                let server = try LoopbackServer.json(#"{"foo":1,}"#)
                try await decodesOrFails(transport, server)
            },
            .check("invalid UTF-8 in a string decodes or is an error") { transport in
                let body: [UInt8] = Array(#"{"foo":1,"s":""#.utf8) + [0xFF] + Array("\"}".utf8)
                let server = try LoopbackServer(routes: [
                    .init("GET", "/") { _ in .init(fields: ["Content-Type": "application/json"], body: body) }
                ])
                try await decodesOrFails(transport, server)
            },
        ])

    private static func undecodable(_ input: String, _ body: String) -> ConformanceCheck {
        .check(input) { transport in
            let server = try LoopbackServer.json(body)
            let error = try await expectError(.decodingFailed) {
                try await transport.client(server.url).send(Endpoint<Number>.get("/"))
            }
            try expect("the status", error.response?.status.code, is: 200)
            try expect("Content-Type", error.response?.fields[.contentType], is: "application/json")
            try expect("the request", error.request, is: "GET \(server.url)/")
            try expect("the body", error.bodyPrefix, is: Data(body.utf8))
            try expect("the type in the message", error.message.contains("Number"), observed: error.message)
            try expect("an underlying error", error.underlying != nil, observed: "none")
        }
    }

    private static func decodesOrFails(_ transport: any Transport, _ server: LoopbackServer) async throws {
        do {
            let value = try await transport.client(server.url).send(Endpoint<Number>.get("/"))
            try expect("foo", value.foo, is: 1)
        } catch NetworkError.Code.decodingFailed {
            return
        }
    }

    private static let emptyReplies: [(name: String, method: HTTPRequest.Method, reply: String)] = [
        ("204", .get, "HTTP/1.1 204 No Content\r\n\r\n"),
        ("205", .get, "HTTP/1.1 205 Reset Content\r\nContent-Length: 0\r\n\r\n"),
        ("200 with a length of 0", .get, "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n"),
        ("200 with spaces", .get, "HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\n   "),
        ("200 without chunks", .get, "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n"),
        ("HEAD", .head, "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n"),
    ]

    private static let emptyBodies = ConformanceCase(
        "absent-values", "no body is a success, unless a value is required",
        reference: "RFC 9110 §15.3.5, §15.3.6",
        emptyReplies.flatMap { name, method, reply in
            [
                .check("\(name) into Void") { transport in
                    let server = try LoopbackServer.responding(with: reply)
                    try await transport.client(server.url).send(Endpoint<Void>(method, "/"))
                },
                .check("\(name) into Data") { transport in
                    let server = try LoopbackServer.responding(with: reply)
                    let data = try await transport.client(server.url).send(Endpoint<Data>(method, "/"))
                    try expect("blanks", data.allSatisfy { $0 == 0x20 }, observed: "\(data)")
                },
                .check("\(name) into String") { transport in
                    let server = try LoopbackServer.responding(with: reply)
                    let text = try await transport.client(server.url).send(Endpoint<String>(method, "/"))
                    try expect("blanks", text.allSatisfy { $0 == " " }, observed: text)
                },
                .check("\(name) into Optional") { transport in
                    let server = try LoopbackServer.responding(with: reply)
                    let value = try await transport.client(server.url).send(Endpoint<Number?>(method, "/"))
                    try expect("nil", value == nil, observed: "a value")
                },
                .check("\(name) into a value") { transport in
                    let server = try LoopbackServer.responding(with: reply)
                    let error = try await expectError(.emptyBody) {
                        try await transport.client(server.url).send(Endpoint<Number>(method, "/"))
                    }
                    try expect("a status", error.response?.status.isSuccessful, is: true)
                },
            ]
        })

    private static let errorPages = ConformanceCase(
        "error-pages", "an error page is an error of status or type, with its body",
        reference: "RFC 9110 §8.3, §15; RFC 9457",
        [
            page("502 with HTML", "502 Bad Gateway", "text/html", "<h1>Bad</h1>"),
            page("404 with a problem", "404 Not Found", "application/problem+json", #"{"title":"Gone"}"#),
            page("422 with JSON", "422 Unprocessable Content", "application/json", #"{"title":"Gone"}"#),
            page("500 without body", "500 Internal Server Error", "text/plain", ""),
            page("304", "304 Not Modified", "text/plain", ""),
            page("409", "409 Conflict", "text/html", "conflict"),
            .check("200 with HTML where JSON was expected") { transport in
                let server = try LoopbackServer()
                let error = try await expectError(.unexpectedContentType) {
                    try await transport.client(server.url).send(Endpoint<Number>.get("/html"))
                }
                let hasBoth =
                    error.message.contains("application/json") && error.message.contains("text/html")
                try expect("both types in the message", hasBoth, observed: error.message)
            },
            .check("404 cut short keeps its status") { transport in
                let server = try LoopbackServer.closing(
                    after: "HTTP/1.1 404 Not Found\r\nContent-Length: 100\r\n\r\nnot fo")
                let error = try await expectError(.unacceptableStatus) {
                    try await transport.client(server.url).send(Endpoint<Number>.get("/"))
                }
                try expect("the status", error.response?.status.code, is: 404)
            },
        ])

    private static let charsets = ConformanceCase(
        "charsets", "text is read in the charset that Content-Type names, or is an error",
        reference: "RFC 9110 §8.3.2; RFC 2781; WHATWG Encoding §4.2",
        [
            text("UTF-16LE", "text/plain; charset=utf-16le", [0x68, 0, 0x69, 0], "hi"),
            text("UTF-16BE, quoted", "text/plain; charset=\"UTF-16BE\"", [0, 0x68, 0x20, 0xAC], "h\u{20AC}"),
            text("UTF-16 with a mark", "text/plain; charset=utf-16", [0xFE, 0xFF, 0, 0x68], "h"),
            text("ISO-8859-1", "text/plain;charset=iso-8859-1", [0xE9], "\u{E9}"),
            text("windows-1252", "text/plain; charset=Windows-1252", [0x80, 0xE9], "\u{20AC}\u{E9}"),
            text("UTF-8 by default", "text/plain", Array("\u{E9}".utf8), "\u{E9}"),
            text("UTF-8 with a mark", "text/plain", [0xEF, 0xBB, 0xBF, 0x68], "h"),
            text("half a character of UTF-16", "text/plain; charset=utf-16le", [0x68, 0, 0x69], nil),
            text("half a surrogate pair", "text/plain; charset=utf-16le", [0x3D, 0xD8], nil),
            text("an unknown charset", "text/plain; charset=x-mine", [0x68], nil),
        ])

    private static func text(
        _ input: String, _ type: String, _ body: [UInt8], _ text: String?
    ) -> ConformanceCheck {
        .check(input) { transport in
            let server = try LoopbackServer(routes: [
                .init("GET", "/") { _ in .init(fields: ["Content-Type": type], body: body) }
            ])
            let endpoint = Endpoint<String>.get("/")
            guard let text else {
                try await expectError(.decodingFailed) {
                    try await transport.client(server.url).send(endpoint)
                }
                return
            }
            try expect("the text", try await transport.client(server.url).send(endpoint), is: text)
        }
    }

    private static let numbers = ConformanceCase(
        "json-numbers", "JSON numbers of any form keep their digits, both ways", reference: "RFC 8259 §6",
        [
            .check("beyond 64 bits, with zeros at the end, with exponents") { transport in
                let text = "[18446744073709551616,1.0,-0,1.10,1e400,0.1,-2.50E+3]"
                let server = try LoopbackServer.json(text)
                let client = transport.client(server.url)
                let value = try await client.send(Endpoint<JSONValue>.get("/"))
                _ = try await client.send(Endpoint<JSONValue>.post("/", body: .json(value)))
                try expect("the body", server.received.last?.bodyText, is: text)
            },
            .check("after a byte order mark") { transport in
                let server = try LoopbackServer.json("\u{FEFF}[1.0]")
                let value = try await transport.client(server.url).send(Endpoint<JSONValue>.get("/"))
                try expect("the digits", value[0]?.numberValue?.text, is: "1.0")
            },
            .check("whole numbers beyond 2^53, and fractions close to them") { transport in
                let server = try LoopbackServer.json("[9007199254740993.0,9007199254740992.5,1e18,1e-400]")
                let value = try await transport.client(server.url).send(Endpoint<JSONValue>.get("/"))
                let numbers = value.arrayValue?.map(\.intValue)
                try expect(
                    "the whole numbers", numbers,
                    is: [9_007_199_254_740_993, nil, 1_000_000_000_000_000_000, nil])
            },
        ])

    private static func page(
        _ input: String, _ status: String, _ type: String, _ body: String
    ) -> ConformanceCheck {
        .check(input) { transport in
            let server = try LoopbackServer.responding(
                with:
                    "HTTP/1.1 \(status)\r\nContent-Type: \(type)\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)"
            )
            let error = try await expectError(.unacceptableStatus) {
                try await transport.client(server.url).send(Endpoint<Number>.get("/"))
            }
            try expect("the status", "\(error.response?.status.code ?? 0)", is: String(status.prefix(3)))
            try expect("Content-Type", error.response?.fields[.contentType], is: type)
            try expect("the body", error.bodyPrefix, is: Data(body.utf8))
            if body.hasPrefix("{") {
                try expect("the title", try error.decodeBody(as: Problem.self).title, is: "Gone")
                let problem = try error.decodeBody(as: ProblemDetails.self)
                try expect("the problem", problem, is: ProblemDetails(title: "Gone"))
            }
        }
    }
}

extension LoopbackServer {
    /// A server whose response is the JSON text.
    static func json(_ text: String) throws -> LoopbackServer {
        try responding(
            with:
                "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: \(text.utf8.count)\r\n\r\n\(text)"
        )
    }
}
