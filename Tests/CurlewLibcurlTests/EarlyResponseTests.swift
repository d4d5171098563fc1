import Curlew
import CurlewTesting
import Foundation
import TestSupport
import Testing

@testable import CurlewLibcurl

extension SocketTests {
    /// Responses that come before the request's body has been sent (RFC 9110 §10.1.1).
    @Suite(.timeLimit(.minutes(5)))
    struct EarlyResponseTests {
        enum BodyKind: CaseIterable {
            case data
            case file
            case stream
            case endlessStream

            func with<Value>(_ data: Data, _ use: (RequestBody) async throws -> Value) async throws -> Value {
                switch self {
                case .data: return try await use(.data(data))
                case .file: return try await withTemporaryFile(data) { try await use(.file($0)) }
                case .stream:
                    let chunks = AsyncStream<Data> { continuation in
                        continuation.yield(data)
                        continuation.finish()
                    }
                    return try await use(.stream(chunks))
                case .endlessStream:
                    return try await use(.stream(AsyncStream { Data(repeating: 1, count: 100_000) }))
                }
            }
        }

        private let transport = LibcurlTransport()
        private static let large = Data(repeating: 7, count: 8_000_000)
        private static let refusal =
            "HTTP/1.1 413 Content Too Large\r\nConnection: close\r\nContent-Length: 9\r\n\r\ntoo large"

        @Test(arguments: BodyKind.allCases) func anEarlyRefusalIsReturned(kind: BodyKind) async throws {
            let server = try LoopbackServer { connection in
                guard try connection.readHead() != nil else { return }
                try connection.send(Self.refusal)
            }
            let (response, body) = try await kind.with(Self.large) { body in
                try await transport.fetch(HTTPRequest(.post, server, body: body))
            }
            #expect(response.status == 413)
            #expect(body == Data("too large".utf8))
            #expect(await server.waitUntil { $0.openConnectionCount == 0 })
        }

        @Test func aCutCodingIsNotTakenForWholeWhileTheStreamHasNothing() async throws {
            let cut = Array(
                Data(base64Encoded: "H4sIAAAAAAAC/8tIzcnJVyjPL8pJUQQAbcK0AwwAAAA=")?.dropLast(6) ?? Data())
            let server = try LoopbackServer { connection in
                guard try connection.readHead() != nil else { return }
                // Until the upload waits for the stream.
                try connection.pause(.milliseconds(200))
                try connection.send(
                    "HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Encoding: gzip\r\n"
                        + "Content-Length: \(cut.count)\r\n\r\n")
                try connection.send(cut)
                try connection.pause(.milliseconds(200))
            }
            let (stream, continuation) = AsyncStream.makeStream(of: Data.self)
            continuation.yield(Data("some".utf8))
            var request = try HTTPRequest(.post, server, body: .stream(stream))
            request.options.decoding = .automatic
            #expect(await transport.failure(of: request)?.code == .contentDecodingFailed)
            continuation.finish()
        }

        @Test func aCompleteResponseOfAServerThatEndsIsReturnedWhileTheStreamHasNothing() async throws {
            let server = try LoopbackServer { connection in
                guard try connection.readHead() != nil else { return }
                try connection.send("HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: 5\r\n\r\nearly")
            }
            let (stream, continuation) = AsyncStream.makeStream(of: Data.self)
            continuation.yield(Data("some".utf8))
            let (response, body) = try await transport.fetch(
                HTTPRequest(.post, server, body: .stream(stream)))
            #expect(response.status == 200)
            #expect(body == Data("early".utf8))
            continuation.finish()
        }

        @Test func anEarlyRefusalIsReturnedWhileTheStreamHasNothing() async throws {
            let server = try LoopbackServer { connection in
                guard try connection.readHead() != nil else { return }
                try connection.send(Self.refusal)
            }
            let (stream, continuation) = AsyncStream.makeStream(of: Data.self)
            continuation.yield(Data("some".utf8))
            let (response, body) = try await transport.fetch(
                HTTPRequest(.post, server, body: .stream(stream)))
            #expect(response.status == 413)
            #expect(body == Data("too large".utf8))
            continuation.finish()
        }

        @Test(arguments: BodyKind.allCases) func aResetBehindARefusalNeitherHangsNorCrashes(kind: BodyKind)
            async throws
        {
            let server = try LoopbackServer { connection in
                guard try connection.readHead() != nil else { return }
                try connection.send(Self.refusal)
                try connection.pause(.milliseconds(50))
                connection.reset()
            }
            try await kind.with(Self.large) { body in
                do {
                    let response = try await transport.send(HTTPRequest(.post, server, body: body))
                    #expect(response.status == 413)
                } catch {
                    #expect(NetworkError.Code.connectionLost ~= error)
                }
            }
        }

        private static let noExpectations = LoopbackServer.Reply(
            reading: .head, .send("HTTP/1.1 417 Expectation Failed\r\nContent-Length: 2\r\n\r\nno"))

        @Test(arguments: BodyKind.allCases.dropLast(), [300, 2_000_000])
        func aServerThatIsAskedToContinueCanRefuseOrAgree(kind: BodyKind, size: Int) async throws {
            let data = Data.pattern(size)
            // Reading the body sends the 100.
            let replies = [.send(okResponse()), Self.noExpectations, .send(okResponse())]
            let server = try LoopbackServer(recording: .latest(bodiesUpTo: 2_000_000), replies: replies)
            for _ in 0..<2 {
                let (response, _) = try await kind.with(data) { body in
                    try await transport.fetch(
                        HTTPRequest(.post, server, "/", body: body, options: .init(expectContinue: true)))
                }
                #expect(response.status == 200)
            }
            #expect(server.received.map { $0["Expect"] } == ["100-continue", "100-continue", nil])
            #expect(server.received.map { Data($0.body) } == [data, Data(), data])
        }

        @Test(arguments: [300, 2_000_000]) func aSecondRefusalIsReturned(size: Int) async throws {
            let server = try LoopbackServer(replies: [Self.noExpectations, Self.noExpectations])
            let request = try HTTPRequest(
                .post, server, body: .data(.pattern(size)), options: .init(expectContinue: true))
            let (response, body) = try await transport.fetch(request)
            #expect(response.status == 417)
            #expect(body == Data("no".utf8))
            #expect(server.requestCount == 2)
        }

        @Test func aRequestWithoutContentDoesNotAsk() async throws {
            let server = try LoopbackServer()
            for (method, body) in [
                (HTTPRequest.Method.get, nil), (.post, nil), (.post, RequestBody.data(Data())),
            ] {
                _ = try await transport.fetch(
                    HTTPRequest(method, server, "/anything", body: body, options: .init(expectContinue: true))
                )
            }
            #expect(server.received.map { $0["Expect"] } == [nil, nil, nil])
        }

        @Test func aRefusalBehindTheBodysBeginningIsNotRepeated() async throws {
            let server = try LoopbackServer { connection in
                guard try connection.readHead() != nil else { return }
                try connection.send("HTTP/1.1 100 Continue\r\n\r\n")
                _ = connection.read(upTo: 1)
                try connection.send("HTTP/1.1 417 Expectation Failed\r\nContent-Length: 2\r\n\r\nno")
            }
            let request = try HTTPRequest(
                .post, server, body: .data(Self.large), options: .init(expectContinue: true))
            let response = try await transport.send(request)
            #expect(response.status == 417)
            #expect(server.requestCount == 1)
        }
    }
}
