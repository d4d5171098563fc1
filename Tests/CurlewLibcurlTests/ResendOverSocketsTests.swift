import Curlew
import CurlewTesting
import Foundation
import TestSupport
import Testing

@testable import CurlewLibcurl

extension SocketTests {
    /// What happens when an idle connection dies under a request (RFC 9112 §9.3.1).
    @Suite(.timeLimit(.minutes(5)))
    struct ResendOverSocketsTests {
        enum Ending: CaseIterable {
            case close
            case reset

            func end(_ connection: LoopbackServer.Connection) {
                switch self {
                case .close: connection.close()
                case .reset: connection.reset()
                }
            }
        }

        enum BodyKind: CaseIterable {
            case none
            case small
            case large
            case file
            case stream
        }

        private let transport = LibcurlTransport()
        private static let size = 300_000

        /// Responds to one request on its first connection and ends it when the second arrives; responds to later ones.
        private func makeServer(_ ending: Ending) throws -> LoopbackServer {
            try LoopbackServer { connection in
                while let request = try connection.readRequest() {
                    if connection.index == 0, request.target != "/warm" { return ending.end(connection) }
                    try connection.send(okResponse(SHA256Hasher.digest(of: Data(request.body)).hex))
                }
            }
        }

        @Test func theRepeatsOfOtherRequestsDoNotCount() async throws {
            let server = try LoopbackServer { connection in
                guard try connection.readRequest() != nil else { return }
                try connection.send(okResponse("ok"))
                // The connection dies during the second one.
                _ = try connection.readRequest()
            }
            for _ in 0..<20 {
                let (response, _) = try await transport.fetch(HTTPRequest(.get, server, "/"))
                #expect(response.status == 200)
            }
        }

        @Test(arguments: [HTTPRequest.Method.get, .post])
        func unsolicitedBytesAreNotTheNextResponse(method: HTTPRequest.Method) async throws {
            let (strays, continuation) = AsyncStream.makeStream(of: Void.self)
            let server = try LoopbackServer { connection in
                while let request = try connection.readRequest() {
                    try connection.send(okResponse(request.target))
                    guard request.target == "/first" else { continue }
                    try connection.pause(.milliseconds(20))
                    try connection.send(okResponse("stray"))
                    continuation.yield()
                }
            }
            _ = try await transport.fetch(HTTPRequest(.get, server, "/first"))
            _ = await strays.first { true }
            // Lets the loop see what has arrived meanwhile.
            let other = try LoopbackServer()
            _ = try await transport.fetch(HTTPRequest(.get, other, "/get"))
            let (_, body) = try await transport.fetch(HTTPRequest(method, server, "/second"))
            #expect(String(decoding: body, as: UTF8.self) == "/second")
        }

        @Test func aResponseThatHasBegunIsNotRequestedAgain() async throws {
            let server = try LoopbackServer { connection in
                while let request = try connection.readRequest() {
                    guard request.target == "/warm" else {
                        try connection.send("HTTP/1.1 103 Early Hints\r\nX-A: b\r\n\r\n")
                        return connection.reset()
                    }
                    try connection.send(okResponse("warm"))
                }
            }
            _ = try await transport.fetch(HTTPRequest(.get, server, "/warm"))
            let error = await #expect(throws: NetworkError.self) {
                try await transport.fetch(HTTPRequest(.get, server, "/lost"))
            }
            #expect(error?.code == .connectionLost)
            #expect(server.requestCount == 2)
        }

        @Test func connectHoldsForTheConnectionOfARepeatToo() async throws {
            let backlog = try UnresponsiveAddress(isFull: false)
            backlog.respondOnceThenFill()
            var request = try HTTPRequest(url: "http://127.0.0.1:\(backlog.port)/")
            _ = try await transport.fetch(request)
            request.timeouts = Timeouts(
                connect: .milliseconds(200), head: nil, idle: nil, total: .seconds(60))
            let error = try #require(await transport.failure(of: request))
            #expect(error.phase == .connect, "\(error)")
            #expect(error.message.hasPrefix("no connection was made"), "\(error)")
            #expect(error.metrics?.total != nil)
        }

        private func withBody<Value>(
            _ kind: BodyKind, _ use: (RequestBody?, Data) async throws -> Value
        ) async throws -> Value {
            let data = kind == .small ? Data("hello".utf8) : Data.pattern(Self.size)
            switch kind {
            case .none: return try await use(nil, Data())
            case .small, .large: return try await use(.data(data), data)
            case .file: return try await withTemporaryFile(data) { try await use(.file($0), data) }
            case .stream:
                let chunks = AsyncStream<Data> { continuation in
                    for start in stride(from: 0, to: data.count, by: 50_000) {
                        continuation.yield(data[start..<min(start + 50_000, data.count)])
                    }
                    continuation.finish()
                }
                return try await use(.stream(chunks), data)
            }
        }

        @Test(arguments: Ending.allCases, BodyKind.allCases)
        func aPOSTIsNeverSentTwice(ending: Ending, kind: BodyKind) async throws {
            let server = try makeServer(ending)
            _ = try await transport.fetch(HTTPRequest(server, "/warm"))
            let error = try await withBody(kind) { body, _ in
                await transport.failure(of: try HTTPRequest(.post, server, "/order", body: body))
            }
            #expect(error?.code == .connectionLost)
            #expect(error?.mayHaveBeenProcessed == true)
            #expect(server.received.count { $0.method == "POST" } == 1)
            let (response, _) = try await transport.fetch(
                HTTPRequest(.post, server, "/warm", body: .data(Data())))
            #expect(response.status == 200)
        }

        @Test(arguments: Ending.allCases, [HTTPRequest.Method.get, .head, .delete, .options])
        func anIdempotentRequestIsRepeated(ending: Ending, method: HTTPRequest.Method) async throws {
            let server = try makeServer(ending)
            _ = try await transport.fetch(HTTPRequest(server, "/warm"))
            let (response, _) = try await transport.fetch(HTTPRequest(method, server, "/again"))
            #expect(response.status == 200)
            #expect(server.received.count { $0.target == "/again" } == 2)
        }

        @Test(arguments: Ending.allCases, [BodyKind.none, .small, .large, .file])
        func aPUTIsRepeatedWithItsWholeBody(ending: Ending, kind: BodyKind) async throws {
            let server = try makeServer(ending)
            _ = try await transport.fetch(HTTPRequest(server, "/warm"))
            try await withBody(kind) { body, data in
                let (response, hash) = try await transport.fetch(
                    HTTPRequest(.put, server, "/again", body: body))
                #expect(response.status == 200)
                #expect(String(decoding: hash, as: UTF8.self) == SHA256Hasher.digest(of: data).hex)
            }
            #expect(server.received.count { $0.target == "/again" } == 2)
        }

        @Test(arguments: Ending.allCases) func aStreamCannotBeRepeated(ending: Ending) async throws {
            let server = try makeServer(ending)
            _ = try await transport.fetch(HTTPRequest(server, "/warm"))
            let error = try await withBody(.stream) { body, _ in
                await transport.failure(of: try HTTPRequest(.put, server, "/again", body: body))
            }
            #expect(error?.code == .bodyNotReplayable)
            #expect(server.received.count { $0.target == "/again" } == 1)
        }
    }
}
