import Curlew
import CurlewTesting

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

// Truncated response bodies.
extension ConformanceCase {
    static let cutResponses = ConformanceCase(
        "retried-truncated-bodies",
        "after a truncated body, the request is retried if no byte has reached the caller",
        reference: "RFC 9110 §9.2.2; RFC 9112 §8",
        [
            .check("GET, a value") { transport in
                let server = try LoopbackServer(replies: [cut, .send(whole)])
                let client = transport.retrying(server.url)
                let response = try await client.response(for: Endpoint<String>.get("/"))
                try expect("the value", response.value, is: "whole")
                try expect("attempts", response.attempts, is: 2)
                try expect("requests", server.requestCount, is: 2)
            },
            .check("GET, cut in chunks, a value") { transport in
                let chunks = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nwh\r\n"
                let server = try LoopbackServer(replies: [Reply(.send(chunks), .close), .send(whole)])
                try expect(
                    "the value", try await transport.retrying(server.url).send(Endpoint<String>.get("/")),
                    is: "whole")
            },
            .check("GET, cut every time") { transport in
                let server = try LoopbackServer(replies: [cut, cut, cut, .send(whole)])
                let error = try await expectError(.incompleteBody) {
                    try await transport.retrying(server.url).send(Endpoint<String>.get("/"))
                }
                try expect("attempts", error.attempts, is: 3)
                try expect("the status", error.response?.status, is: 200)
            },
            sentOnce("GET, a stream") { client in
                try await client.withResponse(to: Endpoint<String>.get("/")) { response in
                    try await response.body.collect(upTo: 100)
                }
            },
            sentOnce("POST, a value") {
                try await $0.send(Endpoint<String>.post("/", body: .untyped("abc")))
            },
            sentOnce("GET, without a policy", .none) { try await $0.send(Endpoint<String>.get("/")) },
        ])

    private typealias Reply = LoopbackServer.Reply

    private static let whole = "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nwhole"
    private static let cut = Reply(.send("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nwh"), .close)

    private static func sentOnce<Value: Sendable>(
        _ input: String, _ policy: RetryPolicy = .standard,
        _ send: @escaping @Sendable (Client) async throws -> Value
    ) -> ConformanceCheck {
        .check(input) { transport in
            let server = try LoopbackServer(replies: [cut, .send(whole)])
            let client = transport.retrying(server.url, policy)
            let error = try await expectError(.incompleteBody) { try await send(client) }
            try expect("attempts", error.attempts, is: 1)
            try expect("requests", server.requestCount, is: 1)
        }
    }
}
