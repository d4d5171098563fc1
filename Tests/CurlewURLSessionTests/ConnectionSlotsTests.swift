import Curlew
import CurlewTesting
import CurlewURLSession
import Foundation
import Testing

@testable import CurlewURLSession

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

struct ConnectionSlotsTests {
    @Test func whoComesFirstIsServedFirst() {
        var slots = ConnectionSlots<Int>(limit: 2)
        #expect((1...4).map { slots.take(for: "a", $0) } == [true, true, false, false])
        #expect(slots.take(for: "b", 5) == true)
        #expect(slots.giveBack(for: "a") { _ in true } == 3)
        #expect(slots.giveBack(for: "a") { _ in true } == 4)
        #expect(slots.giveBack(for: "a") { _ in true } == nil)
        #expect(slots.take(for: "a", 6) == true)
        #expect(slots.take(for: "a", 7) == false)
    }

    @Test func whoHasGivenUpIsPassedOver() {
        var slots = ConnectionSlots<Int>(limit: 1)
        #expect((1...3).map { slots.take(for: "a", $0) } == [true, false, false])
        #expect(slots.giveBack(for: "a") { $0 != 2 } == 3)
        #expect(slots.giveBack(for: "a") { _ in true } == nil)
        #expect(slots.take(for: "a", 4) == true)
    }

    @Test func withoutALimitNobodyWaits() {
        var slots = ConnectionSlots<Int>(limit: 0)
        #expect((1...100).allSatisfy { slots.take(for: "a", $0) })
    }

    @Test(.timeLimit(.minutes(1)))
    func aBurstBeyondTheLimitCompletesWithinIt() async throws {
        let configuration = URLSessionConfiguration.ephemeral
        configuration.httpMaximumConnectionsPerHost = 3
        let transport = URLSessionTransport(configuration: configuration)
        let counts = Counts()
        let server = try LoopbackServer { connection in
            while try connection.readRequest() != nil {
                counts.began()
                try connection.pause(.milliseconds(5))
                counts.ended()
                try connection.send("HTTP/1.1 204 No Content\r\n\r\n")
            }
        }
        let request = try HTTPRequest(method: .post, url: server.url, body: .data(Data("abc".utf8)))
        try await withThrowingTaskGroup(of: Int.self) { group in
            for _ in 0..<40 { group.addTask { try await transport.send(request).status.code } }
            for try await status in group { #expect(status == 204) }
        }
        #expect(server.requestCount == 40)
        #expect(counts.peak <= 3)
    }

    /// How many requests are under way.
    private final class Counts: Sendable {
        private let counts = Lock((now: 0, peak: 0))

        func began() { counts.withLock { $0 = ($0.now + 1, max($0.peak, $0.now + 1)) } }
        func ended() { counts.withLock { $0.now -= 1 } }
        var peak: Int { counts.withLock { $0.peak } }
    }

    @Test(.timeLimit(.minutes(1)))
    func waitingForASlotCountsAgainstTheHeadLimit() async throws {
        let configuration = URLSessionConfiguration.ephemeral
        configuration.httpMaximumConnectionsPerHost = 1
        let transport = URLSessionTransport(configuration: configuration)
        let (arrived, arriving) = AsyncStream.makeStream(of: Void.self)
        let server = try LoopbackServer { connection in
            _ = try connection.readRequest()
            arriving.yield()
            _ = connection.waitForPeerToClose(within: .seconds(30))
        }
        let first = Task { try await transport.send(HTTPRequest(url: server.url)) }
        _ = await arrived.first { true }
        let second = try HTTPRequest(url: server.url, timeouts: Timeouts(head: .milliseconds(200)))
        let error = await #expect(throws: NetworkError.self) { try await transport.send(second) }
        #expect(error?.phase == .head)
        #expect(server.requestCount == 1)
        first.cancel()
        await #expect(throws: NetworkError.self) { try await first.value }
    }
}
