import Curlew
import CurlewTesting

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

// Many transfers at once, and the shutdown of a transport.
extension ConformanceCase {
    static let concurrency = [racingTimeouts, nestedRequests, shutdowns, parallelRequests]

    private static let racingTimeouts = ConformanceCase(
        "timeout-races", "a timeout that races with the response ends each await exactly once",
        reference: "CheckedContinuation",
        [
            .check("200 rounds, the response comes at the limit") { transport in
                let server = try LoopbackServer { connection in
                    while try connection.readRequest() != nil {
                        try connection.pause(.milliseconds(20))
                        try connection.send("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok")
                    }
                }
                try await raceTimeout(transport, server, [.timedOut])
            },
            .check("200 rounds, a response, close or reset at the limit") { transport in
                let server = try LoopbackServer { connection in
                    while try connection.readRequest() != nil {
                        try connection.pause(.milliseconds(20))
                        switch Int.random(in: 0..<3) {
                        case 0: try connection.send("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok")
                        case 1: return
                        default: return connection.reset()
                        }
                    }
                }
                try await raceTimeout(transport, server, [.timedOut, .connectionLost])
            },
            .check("200 rounds with retries, 503, a response or a close at the limit") { transport in
                let server = try LoopbackServer { connection in
                    while try connection.readRequest() != nil {
                        try connection.pause(.milliseconds(10))
                        switch Int.random(in: 0..<3) {
                        case 0: try connection.send("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok")
                        case 1: try connection.send("HTTP/1.1 503 Busy\r\nContent-Length: 0\r\n\r\n")
                        default: return
                        }
                    }
                }
                try await raceTimeoutOfRetries(transport, server)
            },
        ])

    private static func raceTimeoutOfRetries(
        _ transport: any Transport, _ server: LoopbackServer
    ) async throws {
        var retries = RetryPolicy.standard
        (retries.baseDelay, retries.budget) = (.milliseconds(5), nil)
        let client = Client(
            baseURL: server.url, transport: transport,
            configuration: .init(timeouts: .total(.milliseconds(20)), retries: retries))
        let codes: [NetworkError.Code] = [.timedOut, .connectionLost, .unacceptableStatus]
        _ = try await atOnce(32) {
            for _ in 0..<6 {
                do {
                    try expect("the body", try await client.send(Endpoint<String>.get("/")), is: "ok")
                } catch let error as NetworkError {
                    try expect("one of \(codes)", codes.contains(error.code), observed: error.description)
                }
            }
        }
    }

    private static func raceTimeout(
        _ transport: any Transport, _ server: LoopbackServer, _ codes: [NetworkError.Code]
    ) async throws {
        let request = try HTTPRequest(
            method: .post, url: server.url, body: .untyped("b"), timeouts: .total(.milliseconds(20)))
        _ = try await atOnce(32) {
            for _ in 0..<6 {
                do {
                    try expect("the body", try await transport.response(to: request).text, is: "ok")
                } catch let error as NetworkError {
                    try expect("one of \(codes)", codes.contains(error.code), observed: error.description)
                }
            }
        }
    }

    private static let nestedRequests = ConformanceCase(
        "reentrant-readers", "a reader of a body may send, cancel and release the transport",
        reference: "curl, CURLM_RECURSIVE_API_CALL",
        [
            .check("a second request between two chunks") { transport in
                let server = try LoopbackServer()
                let response = try await transport.send(
                    .bare("\(server.url)/stream-bytes/100000?chunk=1000", .streamed))
                var (count, isFirst) = (0, true)
                for try await chunk in response.body {
                    count += chunk.count
                    guard isFirst else { continue }
                    isFirst = false
                    let second = try await transport.response(.get, "\(server.url)/bytes/10")
                    try expect("the second's bytes", second.body.count, is: 10)
                }
                try expect("the first's bytes", count, is: 100_000)
            },
            .check("cancelling itself between two chunks") { transport in
                let server = try LoopbackServer.endless()
                let task = Task {
                    let response = try await transport.send(.bare(server.url, .streamed))
                    for try await _ in response.body {
                        unsafe withUnsafeCurrentTask { unsafe $0?.cancel() }
                    }
                }
                try await expectError(.cancelled) { try await task.value }
                try await expectSeen("the close", by: server) { $0.openConnectionCount == 0 }
            },
            .lifetime("the last reference is released between two chunks") { subject in
                let server = try LoopbackServer()
                var transport: (any Transport)? = subject.make()
                let response = try await transport?.send(
                    .bare("\(server.url)/drip?bytes=10&interval_ms=10", .streamed))
                transport = nil
                let bytes = try await response?.body.collect(upTo: 100)
                try expect("bytes", bytes?.count, is: 10)
            },
        ])

    private static let shutdowns = ConformanceCase(
        "shutdown", "shutdown ends all transfers with .closed, and is final",
        reference: "NetworkError.Code.closed",
        [
            .lifetime("20 requests in flight") { subject in
                let server = try LoopbackServer()
                let transport = subject.make()
                let tasks = (0..<20).map { _ in
                    Task { try await transport.response(.get, "\(server.url)/delay/10") }
                }
                try await expectSeen("requests", by: server) { $0.requestCount > 0 }
                transport.shutdown()
                for task in tasks { try await expectError(.closed) { try await task.value } }
                try await expectError(.closed) { try await transport.response(.get, server.url) }
                transport.shutdown()
                try await expectSeen("no open connection", by: server) { $0.openConnectionCount == 0 }
            },
            .lifetime("within a body") { subject in
                let server = try LoopbackServer.endless()
                let transport = subject.make()
                let response = try await transport.send(.bare(server.url, .streamed))
                transport.shutdown()
                try await expectError(.closed) {
                    for try await _ in response.body {}
                }
                try await expectSeen("no open connection", by: server) { $0.openConnectionCount == 0 }
            },
            .lifetime("while an upload waits for its stream") { subject in
                let server = try LoopbackServer()
                let transport = subject.make()
                let asked = Gate()
                let task = Task {
                    try await transport.response(.post, "\(server.url)/echo", body: .silent(asked))
                }
                while asked.passed == 0 { try await Task.sleep(for: .milliseconds(1)) }
                transport.shutdown()
                try await expectError(.closed) { try await task.value }
                try await expectSeen("no open connection", by: server) { $0.openConnectionCount == 0 }
            },
            .lifetime("before the first request") { subject in
                let server = try LoopbackServer.ok()
                let transport = subject.make()
                transport.shutdown()
                try await expectError(.closed) { try await transport.response(.get, server.url) }
                try expect("connections", server.connectionCount, is: 0)
            },
            .lifetime("while requests are being sent, 20 times") { subject in
                let server = try LoopbackServer.ok()
                for _ in 0..<20 {
                    let transport = subject.make()
                    let tasks = (0..<8).map { _ in Task { try await transport.response(.get, server.url) } }
                    try await Task.sleep(for: .microseconds(.random(in: 0...2000)))
                    transport.shutdown()
                    for task in tasks {
                        do {
                            _ = try await task.value
                        } catch let error as NetworkError {
                            try expect("closed", error.code == .closed, observed: error.description)
                        }
                    }
                }
            },
            .lifetime("dropped without shutdown") { subject in
                let server = try LoopbackServer.ok()
                for _ in 0..<20 {
                    try expect("the body", try await subject.make().response(.get, server.url).text, is: "ok")
                }
                try await expectSeen("no open connection", by: server) { $0.openConnectionCount == 0 }
            },
        ])

    private static let parallelRequests = ConformanceCase(
        "contract-parallel", "parallel requests get their own responses", reference: "Transport: Sendable",
        [
            .check("100 GETs") { transport in
                let server = try LoopbackServer()
                try await withThrowingTaskGroup(of: Void.self) { group in
                    for index in 0..<100 {
                        group.addTask {
                            let response = try await transport.response(.get, "\(server.url)/echo?\(index)")
                            try expect(
                                "its own target", response.text.hasPrefix("GET /echo?\(index) HTTP"),
                                observed: response.text)
                        }
                    }
                    try await group.waitForAll()
                }
            },
            .check("a slow request does not delay 20 others") { transport in
                let server = try LoopbackServer()
                let slow = Task { try await transport.response(.get, "\(server.url)/delay/5") }
                try await expectSeen("the slow request", by: server) { $0.requestCount == 1 }
                _ = try await expectDuration(.zero ... .seconds(2)) {
                    try await atOnce(20) { try await transport.response(.get, "\(server.url)/bytes/10") }
                }
                slow.cancel()
            },
        ])
}
