import Curlew
import CurlewTesting
import CurlewURLSession
import Foundation
import Testing

@Suite(.timeLimit(.minutes(1)), .serialized)
struct TimeoutTests {
    private static let silent = LoopbackServer.Reply(.keepOpen)

    @Test(arguments: [Duration.milliseconds(300), .milliseconds(1500)])
    func aSilentServerTimesOutAndNotBeforeTheLimit(limit: Duration) async throws {
        let loopback = try Loopback(Self.silent)
        let started = ContinuousClock.now
        let error = await loopback.failure(of: try loopback.request(timeouts: Timeouts(head: limit)))
        #expect(started.duration(to: .now) >= limit)
        #expect(error?.code == .timedOut)
        #expect(error?.phase == .head)
    }

    @Test func aBodyThatStopsTimesOutIdle() async throws {
        let loopback = try Loopback(
            LoopbackServer.Reply(.send("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nabc"), .keepOpen))
        let error = await loopback.failure(
            of: try loopback.request(timeouts: Timeouts(idle: .milliseconds(300))))
        #expect(error?.phase == .idle)
    }

    @Test func theTotalLimitCoversTheBody() async throws {
        let loopback = try Loopback()
        let started = ContinuousClock.now
        let error = await loopback.failure(
            of: try loopback.request(
                .get, "/drip?duration=5&numbytes=50", timeouts: .total(.milliseconds(400))))
        #expect(started.duration(to: .now) >= .milliseconds(400))
        #expect(error?.phase == .total)
    }

    @Test func anAnswerWithinTheLimitIsFine() async throws {
        let loopback = try Loopback(
            LoopbackServer.Reply(
                .pause(.milliseconds(100)), .send("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok")))
        let request = try loopback.request(timeouts: Timeouts(head: .milliseconds(300)))
        #expect(try await loopback.exchange(request).1 == "ok")
    }

    @Test func aSlowReaderIsNotIdle() async throws {
        let loopback = try Loopback()
        let request = try loopback.request(
            .get, "/bytes/2000000", timeouts: Timeouts(idle: .milliseconds(500)))
        let response = try await loopback.transport.send(request)
        var iterator = response.body.makeAsyncIterator()
        var count = try await iterator.next()?.count ?? 0
        try await Task.sleep(for: .milliseconds(1200))
        while let chunk = try await iterator.next() { count += chunk.count }
        #expect(count == 2_000_000)
    }
}
