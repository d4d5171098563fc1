import Curlew
import CurlewTesting
import Testing

@testable import CurlewLibcurl

extension SocketTests {
    struct ConnectionLimitTests {
        @Test(.timeLimit(.minutes(1)), arguments: [1, 6])
        func neverHasMoreConnectionsToAHostThanAllowed(limit: Int) async throws {
            let server = try LoopbackServer()
            let transport = LibcurlTransport(configuration: TransportConfiguration(connectionsPerHost: limit))
            let url = "\(server.url)/delay/0.01"
            try await withThrowingTaskGroup { group in
                for _ in 0..<60 {
                    group.addTask {
                        let response = try await transport.send(HTTPRequest(url: url))
                        _ = try await response.body.collect(upTo: 1 << 20)
                    }
                }
                try await group.waitForAll()
            }
            #expect(server.requestCount == 60)
            #expect(server.peakOpenConnectionCount <= limit)
        }

        @Test(.timeLimit(.minutes(1))) func whatNeverLeftTheQueueTellsOfNoConnection() async throws {
            let server = try LoopbackServer()
            let transport = LibcurlTransport(configuration: TransportConfiguration(connections: 1))
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

        @Test(.timeLimit(.minutes(1))) func aRequestThatWaitsObeysItsLimitsAndItsTasksCancelling()
            async throws
        {
            let server = try LoopbackServer()
            let transport = LibcurlTransport(configuration: TransportConfiguration(connections: 1))
            let url = server.url
            let first = Task { try await transport.send(HTTPRequest(url: "\(url)/delay/30")) }
            #expect(await server.waitUntil { $0.requestCount == 1 })
            var queued = try HTTPRequest(url: "\(url)/get")
            queued.timeouts.connect = .milliseconds(100)
            await #expect { try await transport.send(queued) } throws: { error in
                (error as? NetworkError)?.phase == .connect
            }
            let second = Task { try await transport.send(HTTPRequest(url: "\(url)/get")) }
            second.cancel()
            await #expect { try await second.value } throws: { NetworkError.Code.cancelled ~= $0 }
            first.cancel()
            let response = try await transport.send(HTTPRequest(url: "\(url)/get"))
            #expect(response.status == 200)
            #expect(server.requestCount == 2)
        }
    }
}
