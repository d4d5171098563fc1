import Curlew
import CurlewTesting

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

// Bytes, texts and methods arrive unchanged.
extension ConformanceCase {
    static let echoes = [echoedBodies, sentMethods]

    private static let echoedBodies = ConformanceCase(
        "contract-echo", "bytes and methods arrive as they are, both ways", reference: "RFC 9110 §6.4, §9",
        ["POST", "PUT", "PATCH", "DELETE", "OPTIONS", "REPORT"].map { name in
            .check("\(name) of every byte") { transport in
                let bytes = Data((0...255).map { UInt8($0) })
                let request = try await transport.received(.init(rawValue: name), body: .data(bytes))
                try expect("the method", request.method, is: name)
                try expect("the body", Data(request.body), is: bytes)
            }
        }
            + [
                ("letters of many scripts", "Grüße, 你好, שלום, 👩‍👩‍👧"),
                ("lines of every kind", "a\r\nb\nc\rd\r\n\r\n"),
                ("text that looks like chunks", "0\r\n\r\n5\r\nhello"), ("one byte", "x"),
            ].flatMap { name, text in
                [
                    .check("\(name), as data") { try await expectMirrored(text, .untyped(text), on: $0) },
                    .check("\(name), as a stream of bytes") { transport in
                        try await expectMirrored(text, .chunks(text), on: transport)
                    },
                ]
            } + [
                .check("1 MiB both ways") { transport in
                    let bytes = Data(Pattern.bytes(1 << 20, seed: 7))
                    let server = try LoopbackServer(routes: [
                        .init("POST", "/mirror") { .init(body: $0.body) }
                    ])
                    let response = try await transport.response(
                        .post, "\(server.url)/mirror", body: .data(bytes))
                    try expect(
                        "the body is the same", response.body == bytes,
                        observed: "\(response.body.count) bytes")
                }
            ])

    private static func expectMirrored(
        _ text: String, _ body: RequestBody, on transport: any Transport
    ) async throws {
        let server = try LoopbackServer(routes: [.init("POST", "/mirror") { .init(body: $0.body) }])
        let response = try await transport.response(.post, "\(server.url)/mirror", body: body)
        try expect("the body", response.text, is: text)
    }

    private static let sentMethods = ConformanceCase(
        "contract-method", "a method is sent as it is, even without a body", reference: "RFC 9110 §9.1",
        [
            "GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "QUERY", "PROPFIND", "get",
            "M-SEARCH", "~!#$%&'*+.^_`|",
        ].map { name in
            .check(name) { transport in
                let request = try await transport.received(.init(rawValue: name), body: nil)
                try expect("the method", request.method, is: name)
                try expect("the body", request.body, is: [])
            }
        }
            + [
                ("CONNECT", "CONNECT"), ("an empty method", ""), ("a method with a space", "GET /"),
                ("a method beyond ASCII", "GÉT"),
            ].map { input, name in
                .check("\(input) is refused") { transport in
                    let server = try LoopbackServer.ok()
                    try await expectError(.invalidRequest) {
                        try await transport.response(.init(rawValue: name), server.url)
                    }
                    try expect("connections", server.connectionCount, is: 0)
                }
            })
}
