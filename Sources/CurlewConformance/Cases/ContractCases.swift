import Curlew
import CurlewTesting

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

// The sentences of the contract in the documentation of `Transport`.
extension ConformanceCase {
    static let contract = [oneExchange, ownFields, headFirst, failures]

    private static let oneExchange = ConformanceCase(
        "contract-exchange", "a send is one exchange: no redirect, cookie or cache",
        reference: "Transport: performs one exchange",
        [300, 301, 302, 303, 307, 308].map { status in
            .check("\(status) is the response, body included") { transport in
                let server = try LoopbackServer.responding(
                    with: "HTTP/1.1 \(status) Elsewhere\r\nLocation: /other\r\nContent-Length: 4\r\n\r\nbody")
                let response = try await transport.response(.post, "\(server.url)/r", body: .untyped("b"))
                try expect("the status", response.status, is: status)
                try expect("Location", response.fields[.location], is: "/other")
                try expect("the body", response.text, is: "body")
                try expect("requests", server.requestCount, is: 1)
            }
        } + [
            .check("302 without Location") { transport in
                let server = try LoopbackServer.responding(
                    with: "HTTP/1.1 302 Found\r\nContent-Length: 4\r\n\r\nbody")
                let response = try await transport.response(.get, server.url)
                try expect("the status", response.status, is: 302)
                try expect("the body", response.text, is: "body")
            },
            .check("a redirect to a file") { transport in
                let server = try LoopbackServer.responding(
                    with: "HTTP/1.1 302 Found\r\nLocation: file:///etc/hostname\r\nContent-Length: 0\r\n\r\n")
                let response = try await transport.response(.get, server.url)
                try expect("the status", response.status, is: 302)
                try expect("requests", server.requestCount, is: 1)
            },
            .check("a cookie is not sent back") { transport in
                let server = try LoopbackServer.ok("Set-Cookie: a=1; Path=/\r\n")
                for _ in 0..<2 { _ = try await transport.response(.get, server.url) }
                try expect("Cookie", server.received[1]["Cookie"], is: nil)
            },
            .check("a cacheable response is requested again") { transport in
                let server = try LoopbackServer.ok("Cache-Control: max-age=3600\r\nETag: \"x\"\r\n")
                for _ in 0..<2 { _ = try await transport.response(.get, "\(server.url)/c") }
                try expect("requests", server.requestCount, is: 2)
                try expect("If-None-Match", server.received[1]["If-None-Match"], is: nil)
            },
            .check("304 is the response to a condition") { transport in
                let server = try LoopbackServer.responding(
                    with: "HTTP/1.1 304 Not Modified\r\nETag: \"x\"\r\n\r\n")
                let response = try await transport.response(
                    .get, server.url, fields: ["If-None-Match": "\"x\""])
                try expect("the status", response.status, is: 304)
                try expect("the body", response.text, is: "")
            },
        ])

    private static let ownFields = ConformanceCase(
        "contract-fields", "a transport adds only Host and the fields that frame the body",
        reference: "Transport: adds only Host and the fields that frame the body",
        [
            added("GET", .get, nil),
            added("HEAD", .head, nil),
            added("POST of data", .post, .untyped("abc")),
            added("POST of 2 MB", .post, .data(Data(count: 2_000_000))),
            added("POST of a stream", .post, .chunks("abc")),
            added("PUT of a stream with its length", .put, .chunks("abc", length: 3)),
        ])

    private static func added(
        _ input: String, _ method: HTTPRequest.Method, _ body: RequestBody?
    ) -> ConformanceCheck {
        .check(input) { transport in
            let server = try LoopbackServer(replies: [.send("HTTP/1.1 204 No Content\r\n\r\n")])
            _ = try await transport.response(method, server.url, body: body)
            let names = Set(server.received[0].fields.map { $0.name.lowercased() })
            let framing = body == nil ? [] : names.intersection(["content-length", "transfer-encoding"])
            try expect("the fields", names.sorted(), is: framing.union(["host"]).sorted())
        }
    }

    private static let headFirst = ConformanceCase(
        "contract-head", "send returns with the head, and the body streams",
        reference: "Transport: returns when the head of the final response is complete; the body streams",
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
                let server = try LoopbackServer.responding(
                    with: "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")
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

    private static let failures = ConformanceCase(
        "contract-errors", "a failure before the exchange has its own code",
        reference: "NetworkError.Code",
        [
            .check("a port without a listener") { transport in
                try await expectError(.cannotConnect) {
                    try await transport.response(.get, LoopbackServer.refusingURL)
                }
            },
            .check("a name without an address") { transport in
                try await expectError(.cannotResolve) {
                    try await transport.response(.get, "http://no-such-host.invalid/")
                }
            },
            unsendable("a file that does not exist", .fileFailed, .file("/no/such/file")),
            unsendable("a directory as a file", .fileFailed, .file("/")),
            unsendable("a value that cannot be encoded", .encodingFailed, .json(Double.infinity)),
        ])

    private static func unsendable(
        _ input: String, _ code: NetworkError.Code, _ body: RequestBody
    ) -> ConformanceCheck {
        .check(input) { transport in
            let server = try LoopbackServer.ok()
            try await expectError(code) { try await transport.response(.post, server.url, body: body) }
            try expect("connections", server.connectionCount, is: 0)
        }
    }
}
