import Curlew
import CurlewTesting
import Foundation
import Testing

@testable import CurlewLibcurl

extension SocketTests {
    @Suite(.timeLimit(.minutes(2)))
    struct CancellationTests {
        /// The state of an exchange when its task is cancelled.
        enum Point: CaseIterable {
            case beforeStart
            case queued
            case connecting
            case handshaking
            case sending
            case sendingNothing
            case awaitingHead
            case streaming
            case pausedByItsReader
            case bodyDropped
        }

        /// Whether a client has begun a handshake.
        private final class Greeting: Sendable {
            let hasCome = Lock(false)
        }

        /// A transport, a server with an exchange that stops at a point, and the request that stops there.
        private struct Scene: Sendable {
            let transport: LibcurlTransport
            let server: LoopbackServer
            let backlog: FullBacklog
            /// Never responds to the first bytes of a client's TLS handshake.
            let mute: LoopbackServer
            let greeting: Greeting
            let request: HTTPRequest

            init(_ point: Point) throws {
                let limit = point == .queued ? 1 : nil
                transport = LibcurlTransport(configuration: TransportConfiguration(connectionsPerHost: limit))
                backlog = try FullBacklog()
                let greeting = Greeting()
                self.greeting = greeting
                mute = try LoopbackServer(recording: .off) { connection in
                    while !connection.read(upTo: 16 << 10).isEmpty { greeting.hasCome.withLock { $0 = true } }
                }
                server = try LoopbackServer { try Scene.serve($0) }
                request = try Self.request(point, server, mute, backlog)
            }

            private static func serve(_ connection: LoopbackServer.Connection) throws {
                while let request = try connection.readHead() {
                    switch request.target {
                    case "/unread":
                        // Slowly: a close arrives after the bytes sent before it.
                        while !connection.read(upTo: 16 << 10).isEmpty {
                            try connection.pause(.milliseconds(2))
                        }
                        return
                    case "/silent":
                        try connection.readBody()
                        return try connection.pause(.seconds(60))
                    case "/stream":
                        try connection.send("HTTP/1.1 200 OK\r\n\r\nstart")
                        return try connection.pause(.seconds(60))
                    case "/flood":
                        try connection.send("HTTP/1.1 200 OK\r\n\r\n")
                        while true { try connection.send([UInt8](repeating: 1, count: 64 << 10)) }
                    default:
                        try connection.readBody()
                        try connection.send(answer())
                    }
                }
            }

            private static func request(
                _ point: Point, _ server: LoopbackServer, _ mute: LoopbackServer, _ backlog: FullBacklog
            ) throws -> HTTPRequest {
                switch point {
                case .beforeStart: try HTTPRequest(server, "/")
                case .queued: try HTTPRequest(server, "/queued")
                case .connecting: try HTTPRequest(url: "http://127.0.0.1:\(backlog.port)/")
                case .handshaking:
                    try HTTPRequest(url: mute.url.replacing("http://", with: "https://"))
                case .sending:
                    try HTTPRequest(.post, server, "/unread", body: .data(Data(count: 64 << 20)))
                case .sendingNothing:
                    try HTTPRequest(
                        .post, server, "/silent", body: .stream(AsyncStream { await Self.forever() }))
                case .awaitingHead: try HTTPRequest(server, "/silent")
                case .streaming: try HTTPRequest(server, "/stream")
                case .pausedByItsReader, .bodyDropped: try HTTPRequest(server, "/flood")
                }
            }

            private static func forever() async -> Data? {
                try? await Task.sleep(for: .seconds(3600))
                return nil
            }

            /// Whether the exchange has reached the point where it stops.
            func isReached(_ point: Point) async -> Bool {
                switch point {
                case .beforeStart: true
                case .queued: await server.waitUntil { $0.requestCount == 1 }
                case .connecting: true
                case .handshaking: await waitUntil { greeting.hasCome.withLock { $0 } }
                case .sending, .sendingNothing, .awaitingHead, .streaming, .pausedByItsReader, .bodyDropped:
                    await server.waitUntil { $0.received.contains { $0.target != "/other" } }
                }
            }

            func run(_ point: Point) async throws {
                let response = try await transport.send(request)
                switch point {
                case .bodyDropped: return
                case .pausedByItsReader:
                    var iterator = response.body.makeAsyncIterator()
                    _ = try await iterator.next()
                    try await Task.sleep(for: .seconds(60))
                default: for try await _ in response.body {}
                }
            }
        }

        @Test(arguments: Point.allCases) func endsTheExchangeAndNothingElse(point: Point) async throws {
            let scene = try Scene(point)
            let transport = scene.transport
            let other = point == .queued ? try await holdTheConnection(of: scene) : nil
            let bystander = try LoopbackServer()
            let steady = Task {
                try await transport.fetch(HTTPRequest(bystander, "/drip?bytes=5&interval_ms=50")).1
            }
            let task = Task { try await scene.run(point) }
            if point == .beforeStart { task.cancel() }
            #expect(await scene.isReached(point))
            let start = ContinuousClock.now
            task.cancel()
            await expectEnd(of: task, point)
            #expect(
                start.duration(to: .now) < .seconds(5), "a hang limit, ten times and more what it may take")
            #expect(try await steady.value == Data("*****".utf8), "the other transfer goes on")
            other?.cancel()
            #expect(await scene.server.waitUntil { $0.openConnectionCount == 0 || point == .beforeStart })
            #expect(await scene.mute.waitUntil { $0.openConnectionCount == 0 }, "it sees the close")
            for _ in 0..<10 {
                #expect(try await transport.fetch(HTTPRequest(scene.server, "/other")).1 == Data("ok".utf8))
            }
        }

        private func expectEnd(of task: Task<Void, any Error>, _ point: Point) async {
            switch (point, await task.result) {
            case (.bodyDropped, .success): break
            case (.pausedByItsReader, .failure(let error)):
                #expect(error is CancellationError || NetworkError.Code.cancelled ~= error)
            case (_, .failure(let error)): #expect(NetworkError.Code.cancelled ~= error, "\(point): \(error)")
            case (_, .success): Issue.record("\(point) was not cancelled")
            }
        }

        private func holdTheConnection(of scene: Scene) async throws -> Task<Void, any Error> {
            let task = Task { _ = try await scene.transport.send(HTTPRequest(scene.server, "/silent")) }
            #expect(await scene.server.waitUntil { $0.requestCount == 1 })
            return task
        }

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
                #expect(start.duration(to: .now) < .seconds(2))
                _ = await task.result
            }
        }
    }
}
