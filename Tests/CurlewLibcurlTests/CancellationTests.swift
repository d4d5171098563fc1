import Curlew
import CurlewTesting
import Foundation
import Testing

@testable import CurlewLibcurl

extension SocketTests {
    @Suite(.timeLimit(.minutes(5)))
    struct CancellationTests {
        @Test func cancellingAfterTheEndDoesNothing() async throws {
            let server = try LoopbackServer()
            let transport = LibcurlTransport()
            let task = Task { try await transport.fetch(HTTPRequest(server, "/bytes/10")).1.count }
            #expect(try await task.value == 10)
            task.cancel()
            #expect(try await transport.fetch(HTTPRequest(server, "/bytes/10")).1.count == 10)
            #expect(server.connectionCount == 1)
        }

        /// A cancelled and a new transfer in one turn: the new one gets the old descriptor's number.
        @Test func aReusedDescriptorNumberDoesNotStall() async throws {
            let server = try LoopbackServer()
            let transport = LibcurlTransport()
            for _ in 0..<50 {
                let task = Task { try await transport.send(HTTPRequest(server, "/delay/60")) }
                let count = server.requestCount
                #expect(await server.waitUntil { $0.requestCount > count || $0.openConnectionCount > 0 })
                task.cancel()
                let start = ContinuousClock.now
                _ = try await transport.fetch(HTTPRequest(server, "/get"))
                #expect(start.duration(to: .now) < .seconds(10), "a limit for a stall")
                _ = await task.result
            }
        }
    }
}
