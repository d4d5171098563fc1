import Curlew
import CurlewTesting
import Foundation
import Testing

@testable import CurlewURLSession

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

struct ConnectionLimitTests {
    @Test(.timeLimit(.minutes(1)))
    func aBurstBeyondTheLimitCompletesWithinIt() async throws {
        let transport = URLSessionTransport(configuration: .init(connectionsPerHost: 3))
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

    /// The number of requests in progress.
    private final class Counts: Sendable {
        private let counts = Lock((now: 0, peak: 0))

        func began() { counts.withLock { $0 = ($0.now + 1, max($0.peak, $0.now + 1)) } }
        func ended() { counts.withLock { $0.now -= 1 } }
        var peak: Int { counts.withLock { $0.peak } }
    }

    @Test(.timeLimit(.minutes(1)))
    func waitingForAConnectionCountsAgainstTheHeadLimit() async throws {
        let transport = URLSessionTransport(configuration: .init(connectionsPerHost: 1))
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

    @Test(arguments: [
        TransportConfiguration(tls: .init(verification: .insecurelyDisabled)),
        TransportConfiguration(tls: .init(authorities: .file("/none"))),
        TransportConfiguration(tls: .init(authorities: .pem(Data()))),
        TransportConfiguration(idleLifetime: .seconds(5)),
    ])
    func aSettingThatCannotBeHadIsRefusedBeforeAnyConnection(configuration: TransportConfiguration)
        async throws
    {
        let server = try LoopbackServer()
        let transport = URLSessionTransport(configuration: configuration)
        let error = await #expect(throws: NetworkError.self) {
            try await transport.send(HTTPRequest(url: server.url))
        }
        #expect(error?.code == .unsupported)
        #expect(server.connectionCount == 0)
    }

    @Test(arguments: [TransportConfiguration(headLimit: 100), TransportConfiguration(fieldLimit: 2)])
    func aHeadBeyondTheLimitsIsTooLarge(configuration: TransportConfiguration) async throws {
        let server = try LoopbackServer(replies: [
            .init(
                .send("HTTP/1.1 200 OK\r\nA: \(String(repeating: "a", count: 100))\r\nB: b\r\n"),
                .send("Content-Length: 0\r\n\r\n"))
        ])
        let transport = URLSessionTransport(configuration: configuration)
        let error = await #expect(throws: NetworkError.self) {
            try await transport.send(HTTPRequest(url: server.url))
        }
        #expect(error?.code == .headersTooLarge)
    }
}
