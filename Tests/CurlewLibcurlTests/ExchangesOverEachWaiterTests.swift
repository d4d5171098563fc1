import Curlew
import CurlewTesting
import Foundation
import Testing

@testable import CurlewLibcurl

extension SocketTests {
    /// The same exchanges over either way of waiting.
    @Suite(.timeLimit(.minutes(5)))
    struct ExchangesOverEachWaiterTests {
        private func make(_ kind: WaiterKind) -> LibcurlTransport {
            LibcurlTransport(waiter: { kind.makeIfPossible() })
        }

        @Test(arguments: WaiterKind.allCases) func sendsAndReceives(kind: WaiterKind) async throws {
            let server = try LoopbackServer()
            let transport = make(kind)
            #expect(try await transport.fetch(HTTPRequest(server, "/bytes/1000")).1.count == 1000)
            let data = Data.pattern(1_000_000)
            let (_, hash) = try await transport.fetch(
                HTTPRequest(.post, server, "/sha256", body: .data(data)))
            #expect(String(decoding: hash, as: UTF8.self).contains(SHA256Hasher.digest(of: data).hex))
            let large = try await transport.fetch(HTTPRequest(server, "/bytes/20000000"), upTo: 20_000_000).1
            #expect(large.count == 20_000_000)
            #expect(server.connectionCount == 1)
        }

        @Test(arguments: WaiterKind.allCases) func servesManyTasks(kind: WaiterKind) async throws {
            let server = try LoopbackServer(recording: .off)
            let transport = make(kind)
            try await withThrowingTaskGroup { group in
                for _ in 0..<16 {
                    group.addTask {
                        for _ in 0..<50 {
                            let (_, body) = try await transport.fetch(HTTPRequest(server, "/bytes/100"))
                            #expect(body.count == 100)
                        }
                    }
                }
                try await group.waitForAll()
            }
            #expect(server.requestCount == 800)
        }

        @Test(arguments: WaiterKind.allCases) func looksUpNames(kind: WaiterKind) async throws {
            let server = try LoopbackServer()
            let transport = make(kind)
            for _ in 0..<5 {
                let request = try HTTPRequest(url: "http://localhost:\(server.port)/bytes/10")
                #expect(try await transport.fetch(request).1.count == 10)
            }
        }

        @Test(arguments: WaiterKind.allCases) func endsWhatIsCancelledOrTooSlow(kind: WaiterKind) async throws
        {
            let server = try LoopbackServer()
            let transport = make(kind)
            let slow = try HTTPRequest(server, "/delay/60", timeouts: .total(.milliseconds(100)))
            #expect(await transport.failure(of: slow)?.code == .timedOut)
            let task = Task { try await transport.send(HTTPRequest(server, "/delay/59")) }
            #expect(await server.waitUntil { $0.received.contains { $0.target == "/delay/59" } })
            task.cancel()
            await #expect { try await task.value } throws: { NetworkError.Code.cancelled ~= $0 }
            #expect(await server.waitUntil { $0.openConnectionCount == 0 })
            #expect(
                await transport.failure(of: try HTTPRequest(url: "http://127.0.0.1:1/"))?.code
                    == .cannotConnect)
        }

        @Test(arguments: WaiterKind.allCases) func survivesConnectionsThatTheServerCloses(kind: WaiterKind)
            async throws
        {
            let server = try LoopbackServer(recording: .off) { connection in
                for _ in 0..<3 where try connection.readRequest() != nil { try connection.send(okResponse()) }
            }
            let transport = make(kind)
            for _ in 0..<10 {
                await withTaskGroup { group in
                    for _ in 0..<20 {
                        group.addTask {
                            guard let request = try? HTTPRequest(server) else { return }
                            #expect(await transport.failure(of: request) == nil)
                        }
                    }
                }
            }
        }
    }
}
