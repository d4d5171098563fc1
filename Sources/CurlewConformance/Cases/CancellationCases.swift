import Curlew
import CurlewTesting

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

// Cancelling the calling task.
extension ConformanceCase {
    static let cancellation = [pointsOfCancellation, racingCancellation]

    /// The states of a transfer in which its task is cancelled.
    private enum Point: String, CaseIterable {
        case connecting
        case sending
        case producing = "producing the body"
        case waitingForHead = "waiting for the head"
        case readingHead = "reading the head"
        case readingBody = "reading the body"
    }

    private static let pointsOfCancellation = ConformanceCase(
        "cancellation", "cancelling ends a transfer at once, in any state",
        reference: "Transport: cancelling the calling task ends the transfer within 50 ms",
        [
            .check("before it starts") { transport in
                let server = try LoopbackServer.ok()
                let task = Task {
                    while !Task.isCancelled { await Task.yield() }
                    return try await transport.response(.get, server.url)
                }
                try await expectCancelled(task)
                try expect("requests", server.requestCount, is: 0)
            },
            .check(Point.connecting.rawValue) { transport in
                let peer = try FullBacklog()
                let tasks = (0..<4).map { _ in Task { try await transport.response(.get, peer.url) } }
                try await Task.sleep(for: .milliseconds(100))
                for task in tasks { try await expectCancelled(task) }
            },
            cancelled(.waitingForHead) { transport, server in
                try await transport.response(.get, "\(server.url)/delay/10")
            } when: {
                $0.requestCount == 1
            },
            cancelled(.readingHead) { transport, server in
                try await transport.response(.get, "\(server.url)/slow-head?ms=10000")
            } when: {
                $0.requestCount == 1
            },
            cancelled(.readingBody) { transport, server in
                try await transport.response(.get, "\(server.url)/drip?bytes=1000&interval_ms=20")
            } when: {
                $0.requestCount == 1
            },
            .check(Point.sending.rawValue) { transport in
                let isCancelled = Gate()
                let server = try LoopbackServer { connection in
                    _ = try connection.readHead()
                    // The end is seen only after the bytes sent before it.
                    while isCancelled.passed == 0 { try connection.pause(.milliseconds(1)) }
                    while !connection.read(upTo: 1 << 14).isEmpty {}
                }
                let body = RequestBody.data(Data(count: 64 << 20))
                let task = Task { try await transport.response(.post, server.url, body: body) }
                try await expectSeen("the request", by: server) { $0.requestCount == 1 }
                try await Task.sleep(for: .milliseconds(50))
                try await expectCancelled(task)
                isCancelled.pass()
                try await expectClosed(server)
            },
            .check(Point.producing.rawValue) { transport in
                let server = try LoopbackServer()
                let asked = Gate()
                let body = RequestBody.stream(endless(asked), contentType: nil)
                let task = Task { try await transport.response(.post, "\(server.url)/echo", body: body) }
                while asked.passed < 5 { try await Task.sleep(for: .milliseconds(5)) }
                try await expectCancelled(task)
                try await expectClosed(server)
            },
            .check("in the TLS handshake") { transport in
                let begun = Gate()
                let server = try LoopbackServer(recording: .off) { connection in
                    while !connection.read(upTo: 1 << 14).isEmpty { begun.pass() }
                }
                let task = Task { try await transport.response(.get, "https://\(server.authority)/") }
                while begun.passed == 0 { try await Task.sleep(for: .milliseconds(1)) }
                try await expectCancelled(task)
                try await expectClosed(server)
            },
            .check("while the body's stream gives nothing") { transport in
                let server = try LoopbackServer()
                let asked = Gate()
                let task = Task {
                    try await transport.response(.post, "\(server.url)/echo", body: .silent(asked))
                }
                while asked.passed == 0 { try await Task.sleep(for: .milliseconds(1)) }
                try await expectCancelled(task)
                try await expectClosed(server)
            },
            .check("while its reader pauses") { transport in
                let server = try LoopbackServer.endless()
                let hasChunk = Gate()
                let task = Task {
                    var body = try await transport.send(.bare(server.url, .streamed)).body.makeAsyncIterator()
                    _ = try await body.next()
                    hasChunk.pass()
                    while !Task.isCancelled { try? await Task.sleep(for: .seconds(10)) }
                    while try await body.next() != nil {}
                }
                while hasChunk.passed == 0 { try await Task.sleep(for: .milliseconds(1)) }
                try await expectCancelled(task)
                try await expectClosed(server)
            },
            .check("others go on") { transport in
                let server = try LoopbackServer()
                let task = Task { try await transport.response(.get, "\(server.url)/delay/10") }
                async let other = transport.response(.get, "\(server.url)/drip?bytes=10&interval_ms=20")
                try await expectSeen("both requests", by: server) { $0.requestCount == 2 }
                try await expectCancelled(task)
                try expect("the other's body", try await other.text, is: "**********")
            },
            .check("a caller of the client") { transport in
                let server = try LoopbackServer()
                let client = transport.client(server.url)
                let task = Task { try await client.send(Endpoint<Data>.get("/delay/10")) }
                try await expectSeen("the request", by: server) { $0.requestCount == 1 }
                try await expectCancelled(task)
            },
        ])

    private static func cancelled(
        _ point: Point,
        _ send: @escaping @Sendable (any Transport, LoopbackServer) async throws -> CollectedResponse,
        when isThere: @escaping @Sendable (LoopbackServer.Snapshot) -> Bool
    ) -> ConformanceCheck {
        .check(point.rawValue) { transport in
            let server = try LoopbackServer()
            let task = Task { try await send(transport, server) }
            try await expectSeen("the transfer \(point.rawValue)", by: server, isThere)
            try await Task.sleep(for: .milliseconds(50))
            try await expectCancelled(task)
            try await expectClosed(server)
        }
    }

    private static func expectClosed(_ server: LoopbackServer) async throws {
        try await expectSeen("the close", by: server, within: .milliseconds(500)) {
            $0.openConnectionCount == 0
        }
    }

    /// Ten times the promised time, since the machine may be busy.
    private static func expectCancelled<Value>(_ task: Task<Value, any Error>) async throws {
        try await expectDuration(.zero ... .milliseconds(500)) {
            task.cancel()
            try await expectError(.cancelled) { try await task.value }
        }
    }

    private static func endless(_ asked: Gate) -> AsyncStream<Data> {
        AsyncStream {
            asked.pass()
            try? await Task.sleep(for: .milliseconds(10))
            return Task.isCancelled ? nil : Data(count: 1000)
        }
    }

    private static let racingCancellation = ConformanceCase(
        "cancel-races", "a cancellation at any moment ends each await exactly once",
        reference: "withTaskCancellationHandler; CheckedContinuation",
        [
            .check("300 rounds, no listener") { transport in
                try await race(transport, LoopbackServer.refusingURL)
            }.inSubprocess(),
            .check("300 rounds, an immediate response") { transport in
                let server = try LoopbackServer.ok()
                try await race(transport, server.url)
                try expect("the body", try await transport.response(.get, server.url).text, is: "ok")
            }.inSubprocess(),
            .check("300 rounds, a streamed response") { transport in
                let server = try LoopbackServer(recording: .off)
                try await race(transport, "\(server.url)/stream-bytes/300000?chunk=1000")
            }.inSubprocess(),
            .check("from within a task group") { transport in
                let server = try LoopbackServer.ok()
                for _ in 0..<30 {
                    await withTaskGroup(of: Void.self) { group in
                        for _ in 0..<8 {
                            group.addTask { _ = try? await transport.response(.get, server.url) }
                        }
                        await group.next()
                        group.cancelAll()
                    }
                }
                try expect("the body", try await transport.response(.get, server.url).text, is: "ok")
            },
        ])

    private static func race(_ transport: any Transport, _ url: String) async throws {
        _ = try await atOnce(15) {
            for _ in 0..<20 {
                let task = Task { try await transport.response(.get, url) }
                try await Task.sleep(for: .microseconds(.random(in: 0...2000)))
                task.cancel()
                do {
                    _ = try await task.value
                } catch let error as NetworkError {
                    let isAllowed = [.cancelled, .cannotConnect].contains(error.code)
                    try expect("cancelled or cannotConnect", isAllowed, observed: error.description)
                }
            }
        }
    }
}
