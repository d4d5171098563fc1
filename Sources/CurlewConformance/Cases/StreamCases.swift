import Curlew
import CurlewTesting

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

// Bodies in chunks, and readers of any speed.
extension ConformanceCase {
    static let streams = [ceilings, pausingReaders, idleReaders]

    private static let ceilings = ConformanceCase(
        "body-size-limit", "a limit ends a larger body", reference: "ResponseBody.collect(upTo:)",
        [
            .check("1 MB of 7 MB") { transport in
                let server = try LoopbackServer()
                try await expectTooLarge(transport, "\(server.url)/bytes/7000000")
            },
            .check("1 MB of 7 MB in chunks") { transport in
                let server = try LoopbackServer()
                try await expectTooLarge(transport, "\(server.url)/stream-bytes/7000000?chunk=5000")
            },
            .check("1 MB of a body without end") { transport in
                let server = try LoopbackServer.endless()
                try await expectTooLarge(transport, server.url)
                try await expectSeen("the close", by: server, within: .seconds(2)) {
                    $0.openConnectionCount == 0
                }
            },
            .check("exactly the limit") { transport in
                let server = try LoopbackServer()
                let response = try await transport.send(.bare("\(server.url)/bytes/1000"))
                try expect("bytes", try await response.body.collect(upTo: 1000).count, is: 1000)
            },
            .check("the client's own limit") { transport in
                let server = try LoopbackServer.endless()
                let client = Client(
                    baseURL: server.url, transport: transport, configuration: .init(bodyLimit: 100_000))
                let error = try await expectError(.bodyTooLarge) {
                    try await client.send(Endpoint<Data>.get("/"))
                }
                try expect("the status in the error", error.response?.status.code, is: 200)
            },
        ])

    private static func expectTooLarge(_ transport: any Transport, _ url: String) async throws {
        let response = try await transport.send(.bare(url))
        try await expectError(.bodyTooLarge) { try await response.body.collect(upTo: 1_000_000) }
    }

    private static let pausingReaders = ConformanceCase(
        "paused-readers", "a reader that pauses gets every byte", reference: "curl, curl_easy_pause",
        [
            paused("5 MB with a length", "/bytes/5000000"),
            paused("5 MB in chunks", "/stream-bytes/5000000?chunk=7000"),
            .check("three readers at once") { transport in
                let server = try LoopbackServer(recording: .off)
                _ = try await atOnce(3) {
                    try await readPausing(transport, "\(server.url)/bytes/2000000", 2_000_000)
                }
            },
        ])

    private static func paused(_ input: String, _ path: String) -> ConformanceCheck {
        .check(input) { transport in
            let server = try LoopbackServer(recording: .off)
            try await readPausing(transport, server.url + path, 5_000_000)
        }
    }

    private static func readPausing(_ transport: any Transport, _ url: String, _ length: Int) async throws {
        let response = try await transport.send(.bare(url, .streamed))
        var pauses = 50
        var hash = SHA256Hasher()
        for try await chunk in response.body {
            hash.update(chunk)
            if pauses > 0, Int.random(in: 0..<3) == 0 {
                pauses -= 1
                try await Task.sleep(for: .milliseconds(.random(in: 0...10)))
            }
        }
        let expected = SHA256Hasher.digest(of: Pattern.bytes(length, seed: 0)).hex
        try expect("the hash", hash.finalize().hex, is: expected)
    }

    private static let idleReaders = ConformanceCase(
        "idle-limit-while-paused", "a reader that pauses is not an idle server", reference: "Timeouts.idle",
        [
            .check("the reader pauses longer than the limit") { transport in
                let server = try LoopbackServer.endless()
                let response = try await transport.send(idle(server.url))
                var iterator = response.body.makeAsyncIterator()
                for _ in 0..<3 {
                    let chunk = try await iterator.next()
                    try expect("a chunk", chunk != nil, observed: "the end")
                    try await Task.sleep(for: .milliseconds(600))
                }
            },
            .check("the server pauses longer than the limit") { transport in
                let server = try LoopbackServer()
                let response = try await transport.send(idle("\(server.url)/drip?bytes=3&interval_ms=2000"))
                let error = try await expectError(.timedOut) { try await response.body.collect(upTo: 10) }
                try expect("the phase", error.phase, is: .idle)
            },
        ])

    private static func idle(_ url: String) throws -> HTTPRequest {
        try HTTPRequest(
            url: url, timeouts: Timeouts(idle: .milliseconds(200)), options: .init(delivery: .streamed))
    }
}
