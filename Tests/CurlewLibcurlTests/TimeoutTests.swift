import Curlew
import CurlewTesting
import Foundation
import Testing

@testable import CurlewLibcurl

extension SocketTests {
    /// The limits are short and the servers never respond, so that each test ends by its own limit.
    @Suite(.timeLimit(.minutes(2)))
    struct TimeoutTests {
        private let transport = LibcurlTransport()

        private func expectTimeout(
            _ request: HTTPRequest, _ phase: TimeoutPhase, isUnconnected: Bool = false,
            sourceLocation: SourceLocation = #_sourceLocation
        ) async {
            let start = ContinuousClock.now
            let error = await transport.failure(of: request)
            // The shortest limits may pass before the connection to a listening server is established.
            if isUnconnected {
                #expect(
                    error?.message.hasPrefix("no connection was made") == true,
                    "\(String(describing: error))", sourceLocation: sourceLocation)
            }
            #expect(error?.code == .timedOut, "\(String(describing: error))", sourceLocation: sourceLocation)
            #expect(error?.phase == phase, sourceLocation: sourceLocation)
            #expect(error?.metrics?.total != nil, sourceLocation: sourceLocation)
            #expect(start.duration(to: .now) < .seconds(10), sourceLocation: sourceLocation)
        }

        @Test func connectRunsOutAtAFullBacklog() async throws {
            let backlog = try FullBacklog()
            var request = try HTTPRequest(url: "http://127.0.0.1:\(backlog.port)/")
            request.timeouts = Timeouts(connect: .milliseconds(200))
            await expectTimeout(request, .connect, isUnconnected: true)
            request.timeouts = Timeouts(connect: .seconds(60), head: .milliseconds(200))
            await expectTimeout(request, .head, isUnconnected: true)
            request.timeouts = .total(.milliseconds(200))
            await expectTimeout(request, .total, isUnconnected: true)
            withExtendedLifetime(backlog) {}
        }

        @Test func connectHoldsForTheConnectionOfARepeatToo() async throws {
            let backlog = try FullBacklog(isFull: false)
            backlog.answerOnceThenFill()
            var request = try HTTPRequest(url: "http://127.0.0.1:\(backlog.port)/")
            _ = try await transport.fetch(request)
            request.timeouts = Timeouts(
                connect: .milliseconds(200), head: nil, idle: nil, total: .seconds(60))
            await expectTimeout(request, .connect, isUnconnected: true)
        }

        @Test func headRunsOutAtASilentServer() async throws {
            let server = try LoopbackServer()
            let timeouts = Timeouts(
                connect: .milliseconds(200), head: .milliseconds(400), total: .seconds(60))
            await expectTimeout(try HTTPRequest(server, "/delay/60", timeouts: timeouts), .head)
            #expect(await server.waitUntil { $0.openConnectionCount == 0 })
        }

        @Test func everySentByteStartsTheHeadAgain() async throws {
            let server = try LoopbackServer()
            let stream = AsyncStream<Data> { continuation in
                Task {
                    for _ in 0..<12 {
                        continuation.yield(Data("x".utf8))
                        try await Task.sleep(for: .milliseconds(250))
                    }
                    continuation.finish()
                }
            }
            let request = try HTTPRequest(
                .post, server, "/sha256", body: .stream(stream), timeouts: Timeouts(head: .seconds(2)))
            #expect(try await transport.fetch(request).0.status == 200)
        }

        @Test func headRunsOutWhenTheStreamGivesNothing() async throws {
            let server = try LoopbackServer()
            let (stream, continuation) = AsyncStream.makeStream(of: Data.self)
            let timeouts = Timeouts(head: .milliseconds(300))
            await expectTimeout(
                try HTTPRequest(.post, server, "/sha256", body: .stream(stream), timeouts: timeouts), .head)
            continuation.finish()
        }

        @Test func idleRunsOutBehindTheHeadThoughTheHeadsLimitIsLonger() async throws {
            let server = try LoopbackServer(replies: [
                .init(.send("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nsome"), .keepOpen)
            ])
            let timeouts = Timeouts(head: .seconds(60), idle: .milliseconds(300))
            await expectTimeout(try HTTPRequest(server, timeouts: timeouts), .idle)
            #expect(await server.waitUntil { $0.openConnectionCount == 0 })
        }

        @Test func everyByteStartsIdleAgain() async throws {
            let server = try LoopbackServer()
            let timeouts = Timeouts(idle: .milliseconds(900))
            let path = "/drip?bytes=15&interval_ms=100"
            #expect(try await transport.fetch(HTTPRequest(server, path, timeouts: timeouts)).1.count == 15)
        }

        @Test func aReadersPauseIsNotIdleness() async throws {
            let server = try LoopbackServer()
            let timeouts = Timeouts(idle: .milliseconds(300))
            let response = try await transport.send(
                HTTPRequest(server, "/bytes/30000000", timeouts: timeouts))
            var count = 0
            for try await chunk in response.body {
                if count == 0 { try await Task.sleep(for: .milliseconds(1200)) }
                count += chunk.count
            }
            #expect(count == 30_000_000)
        }

        @Test func totalRunsOutInTheMiddleOfABody() async throws {
            let server = try LoopbackServer()
            let timeouts = Timeouts(idle: .seconds(60), total: .milliseconds(500))
            await expectTimeout(
                try HTTPRequest(server, "/drip?bytes=100&interval_ms=100", timeouts: timeouts), .total)
        }

        @Test func totalRunsOutWhileTheReaderPauses() async throws {
            let server = try LoopbackServer()
            let timeouts = Timeouts(total: .milliseconds(500))
            let response = try await transport.send(
                HTTPRequest(server, "/bytes/300000000", timeouts: timeouts))
            #expect(await server.waitUntil { $0.openConnectionCount == 0 })
            await #expect { try await response.body.collect(upTo: 1 << 30) } throws: {
                ($0 as? NetworkError)?.phase == .total
            }
        }

        @Test func anEndlessHeadEndsAtItsLimits() async throws {
            let server = try LoopbackServer { connection in
                guard try connection.readRequest() != nil else { return }
                try connection.send("HTTP/1.1 200 OK\r\n")
                while true {
                    try connection.send("X-Slow: value\r\n")
                    try connection.pause(.milliseconds(20))
                }
            }
            await expectTimeout(try HTTPRequest(server, timeouts: .total(.milliseconds(400))), .total)
            await expectTimeout(
                try HTTPRequest(server, timeouts: Timeouts(head: .milliseconds(400))), .head)
        }

        @Test(arguments: [.zero, .seconds(-1), .seconds(Int64.min)] as [Duration])
        func aLimitThatIsNotPositiveIsRefused(limit: Duration) async throws {
            let server = try LoopbackServer()
            for timeouts in [
                Timeouts(connect: limit), Timeouts(head: limit), Timeouts(idle: limit),
                Timeouts(total: limit),
            ] {
                let error = await transport.failure(of: try HTTPRequest(server, "/get", timeouts: timeouts))
                #expect(error?.code == .invalidRequest)
            }
            #expect(server.connectionCount == 0)
        }

        @Test(arguments: [.seconds(Int64.max), .seconds(1e18), .seconds(20)] as [Duration])
        func aLongLimitDoesNotPass(limit: Duration) async throws {
            let server = try LoopbackServer()
            let timeouts = Timeouts(connect: limit, head: limit, idle: limit, total: limit)
            let (response, _) = try await transport.fetch(
                HTTPRequest(server, "/delay/0.1", timeouts: timeouts))
            #expect(response.status == 200)
        }

        @Test(arguments: [.microseconds(400), .milliseconds(300), .milliseconds(1500)] as [Duration])
        func aShortLimitPassesAndNotBefore(limit: Duration) async throws {
            let server = try LoopbackServer()
            let start = ContinuousClock.now
            await expectTimeout(try HTTPRequest(server, "/delay/60", timeouts: .total(limit)), .total)
            #expect(start.duration(to: .now) >= limit)
        }
    }
}
