import Curlew
import CurlewTesting
import Foundation
import Synchronization
import TestSupport
import Testing

@testable import CurlewLibcurl

extension SocketTests {
    @Suite(.timeLimit(.minutes(5)))
    struct BackPressureTests {
        /// Counts the bytes that a server could send.
        private final class Counter: Sendable {
            let bytes = Atomic(0)
        }

        private let transport = LibcurlTransport()
        private static let size = 64 << 20

        private func makeServer(_ counter: Counter) throws -> LoopbackServer {
            let part = [UInt8](repeating: 7, count: 64 << 10)
            return try LoopbackServer { connection in
                guard try connection.readRequest() != nil else { return }
                try connection.send("HTTP/1.1 200 OK\r\nContent-Length: \(Self.size)\r\n\r\n")
                for _ in 0..<(Self.size / part.count) {
                    try connection.send(part)
                    counter.bytes.add(part.count, ordering: .relaxed)
                }
                _ = connection.waitForPeerToClose(within: .seconds(60))
            }
        }

        /// Waits until the server has made no progress for a while.
        private func sentOnceBlocked(_ counter: Counter) async throws -> Int {
            var (last, unchanged) = (-1, 0)
            while unchanged < 20 {
                let sent = counter.bytes.load(ordering: .relaxed)
                unchanged = sent == last ? unchanged + 1 : 0
                last = sent
                try await Task.sleep(for: .milliseconds(10))
            }
            return last
        }

        @Test func aReaderThatStopsStopsTheServerAndGetsTheRestLater() async throws {
            let counter = Counter()
            let server = try makeServer(counter)
            let response = try await transport.send(HTTPRequest(server, options: .init(delivery: .streamed)))
            var iterator = response.body.makeAsyncIterator()
            var count = try await iterator.next()?.count ?? 0
            let sent = try await sentOnceBlocked(counter)
            #expect(sent < Self.size / 2, "the kernel's buffers and the channel's marks, and no more")
            while let chunk = try await iterator.next() { count += chunk.count }
            #expect(count == Self.size)
            #expect(counter.bytes.load(ordering: .relaxed) == Self.size)
        }

        @Test func whatAPausedReaderHasNotReadIsKeptWhenTheServerEnds() async throws {
            let size = 2 << 20
            let server = try LoopbackServer { connection in
                guard try connection.readRequest() != nil else { return }
                try connection.send("HTTP/1.1 200 OK\r\nContent-Length: \(size)\r\n\r\n")
                try connection.send([UInt8](repeating: 7, count: size))
            }
            let response = try await transport.send(HTTPRequest(server, options: .init(delivery: .streamed)))
            var iterator = response.body.makeAsyncIterator()
            var count = try await iterator.next()?.count ?? 0
            // Each request lets the loop check the connections that seem idle.
            let other = try LoopbackServer()
            for _ in 0..<20 { _ = try await transport.fetch(HTTPRequest(.get, other, "/get")) }
            while let chunk = try await iterator.next() { count += chunk.count }
            #expect(count == size)
        }

        @Test func aBodyDroppedWhilePausedEndsTheTransfer() async throws {
            let counter = Counter()
            let server = try makeServer(counter)
            var response: HTTPResponse? = try await transport.send(HTTPRequest(server))
            _ = try await sentOnceBlocked(counter)
            #expect(server.openConnectionCount == 1)
            #expect(response?.status == 200)
            response = nil
            #expect(await server.waitUntil { $0.openConnectionCount == 0 })
        }

        @Test(arguments: [HTTPRequest.Delivery.streamed, .collected], ["bytes", "stream-bytes"])
        func everyByteArrivesThroughRandomPauses(delivery: HTTPRequest.Delivery, route: String) async throws {
            let server = try LoopbackServer()
            let size = 20_000_000
            let response = try await transport.send(
                HTTPRequest(server, "/\(route)/\(size)", options: .init(delivery: delivery)))
            // Byte i of the server's body is i % 251.
            let period = Data((0..<(251 * 2048)).map { UInt8(truncatingIfNeeded: $0 % 251) })
            var count = 0
            var random = SplitMix(state: 1)
            for try await chunk in response.body {
                #expect(chunk == period.dropFirst(count % 251).prefix(chunk.count))
                count += chunk.count
                if Int.random(in: 0..<4, using: &random) == 0 {
                    try await Task.sleep(for: .microseconds(Int.random(in: 0...3000, using: &random)))
                }
            }
            #expect(count == size)
        }

        @Test func oneStoppedReaderDoesNotHoldUpOthers() async throws {
            let counter = Counter()
            let stopped = try makeServer(counter)
            let server = try LoopbackServer()
            let response = try await transport.send(HTTPRequest(stopped))
            _ = try await sentOnceBlocked(counter)
            for _ in 0..<50 {
                #expect(try await transport.fetch(HTTPRequest(server, "/bytes/5000")).1.count == 5000)
            }
            #expect(response.status == 200)
        }
    }
}
