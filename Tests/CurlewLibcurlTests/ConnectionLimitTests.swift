import Curlew
import CurlewTesting
import Testing

@testable import CurlewLibcurl

extension SocketTests {
    struct ConnectionLimitTests {
        @Test(.timeLimit(.minutes(5))) func whatNeverLeftTheQueueTellsOfNoConnection() async throws {
            let server = try LoopbackServer()
            let transport = LibcurlTransport(configuration: TransportConfiguration(maxConnections: 1))
            let url = server.url
            // Leaves two handles with figures.
            async let one = transport.fetch(HTTPRequest(url: "\(url)/get"))
            async let other = transport.fetch(HTTPRequest(url: "\(url)/get"))
            _ = try await (one, other)
            let first = Task { try await transport.send(HTTPRequest(url: "\(url)/delay/30")) }
            #expect(await server.waitUntil { $0.requestCount == 3 })
            var queued = try HTTPRequest(url: "\(url)/get")
            queued.timeouts.connect = .milliseconds(100)
            let metrics = try #require(await transport.failure(of: queued)?.metrics)
            #expect(metrics.queued != nil && metrics.total != nil)
            #expect(metrics.firstByte == nil && metrics.connection == nil)
            first.cancel()
        }
    }
}
