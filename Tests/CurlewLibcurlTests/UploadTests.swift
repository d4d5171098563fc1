import Curlew
import CurlewTesting
import Foundation
import TestSupport
import Testing

@testable import CurlewLibcurl

extension SocketTests {
    @Suite(.timeLimit(.minutes(2)))
    struct UploadTests {
        private let transport = LibcurlTransport()

        private func stream(_ chunks: [String]) -> AsyncStream<Data> {
            AsyncStream { continuation in
                for chunk in chunks { continuation.yield(Data(chunk.utf8)) }
                continuation.finish()
            }
        }

        private func hash(_ response: Data) -> String { String(decoding: response, as: UTF8.self) }

        @Test(arguments: [0, 1, 1000, 65_536, 65_537, 3_000_000], [HTTPRequest.Method.post, .put])
        func dataArrivesWhole(size: Int, method: HTTPRequest.Method) async throws {
            let server = try LoopbackServer()
            let data = Data.pattern(size)
            let (_, answer) = try await transport.fetch(
                HTTPRequest(method, server, "/sha256", body: .data(data)))
            #expect(hash(answer).contains(SHA256.hexDigest(of: data)))
            #expect(server.received[0].values(of: "Content-Length") == [String(size)])
            #expect(server.received[0]["Transfer-Encoding"] == nil)
        }

        @Test func aSliceOfDataArrivesWhole() async throws {
            let server = try LoopbackServer()
            let slice = Data.pattern(400_000)[100_000..<300_001]
            let (_, answer) = try await transport.fetch(
                HTTPRequest(.post, server, "/sha256", body: .data(slice)))
            #expect(hash(answer).contains(SHA256.hexDigest(of: slice)))
        }

        @Test(arguments: [0, 1, 65_536, 3_000_000]) func aFileArrivesWhole(size: Int) async throws {
            let server = try LoopbackServer()
            let data = Data.pattern(size)
            try await withTemporaryFile(data) { path in
                let (_, answer) = try await transport.fetch(
                    HTTPRequest(.post, server, "/sha256", body: .file(path)))
                #expect(hash(answer).contains(SHA256.hexDigest(of: data)))
            }
            #expect(server.received[0].values(of: "Content-Length") == [String(size)])
        }

        @Test(arguments: [true, false]) func aStreamArrivesWhole(isLengthKnown: Bool) async throws {
            let server = try LoopbackServer()
            let chunks = (0..<40).map { Data.pattern(1 + $0 * 3571, seed: $0) }
            let whole = chunks.reduce(Data(), +)
            let stream = AsyncStream<Data> { continuation in
                for chunk in chunks { continuation.yield(chunk) }
                continuation.finish()
            }
            let body = RequestBody.stream(stream, length: isLengthKnown ? Int64(whole.count) : nil)
            let (_, answer) = try await transport.fetch(HTTPRequest(.post, server, "/sha256", body: body))
            #expect(hash(answer).contains(SHA256.hexDigest(of: whole)))
        }

        @Test func aStreamHasExactlyOneFraming() async throws {
            let server = try LoopbackServer()
            let known = RequestBody.stream(stream(["he", "llo"]), length: 5)
            _ = try await transport.fetch(HTTPRequest(.post, server, "/post", body: known))
            _ = try await transport.fetch(
                HTTPRequest(.post, server, "/post", body: .stream(stream(["he", "llo"]))))
            var request = try HTTPRequest(.post, server, "/post", body: .stream(stream(["he", "llo"])))
            request.fields[.contentLength] = "5"
            _ = try await transport.fetch(request)
            #expect(server.received.map(\.bodyText) == ["hello", "hello", "hello"])
            #expect(server.received.map { $0.values(of: "Content-Length") } == [["5"], [], ["5"]])
            #expect(server.received.map { $0.values(of: "Transfer-Encoding") } == [[], ["chunked"], []])
        }

        @Test(arguments: [true, false]) func waitsForTheNextChunk(isLengthKnown: Bool) async throws {
            let server = try LoopbackServer()
            let (stream, continuation) = AsyncStream.makeStream(of: Data.self)
            let body = RequestBody.stream(stream, length: isLengthKnown ? 15 : nil)
            let task = Task { try await transport.fetch(HTTPRequest(.post, server, "/sha256", body: body)) }
            for count in 1...2 {
                continuation.yield(Data("chunk".utf8))
                #expect(await server.waitUntil { $0.received.first?.bodyLength == count * 5 })
            }
            continuation.yield(Data("chunk".utf8))
            continuation.finish()
            let answer = try await task.value.1
            #expect(hash(answer).contains(SHA256.hexDigest(of: Data("chunkchunkchunk".utf8))))
        }

        @Test(arguments: [["hello", "x"], ["hello!"], ["hell", "o!"], ["hell"], []])
        func aStreamOfAnotherLengthFails(chunks: [String]) async throws {
            let server = try LoopbackServer()
            let body = RequestBody.stream(stream(chunks), length: 5)
            let error = await transport.failure(of: try HTTPRequest(.post, server, "/post", body: body))
            #expect(error?.code == .invalidRequest)
            #expect(await server.waitUntil { $0.openConnectionCount == 0 })
            #expect(!server.received.contains { $0.isComplete }, "no whole request was sent")
        }

        private struct Broken: Error {}

        @Test func whatTheStreamThrowsFailsTheExchange() async throws {
            let server = try LoopbackServer()
            let stream = AsyncThrowingStream<Data, any Error> { continuation in
                continuation.yield(Data("hello".utf8))
                continuation.finish(throwing: Broken())
            }
            let error = await transport.failure(
                of: try HTTPRequest(.post, server, "/post", body: .stream(stream)))
            #expect(error?.code == .other)
            #expect(error?.underlying is Broken)
            #expect(await server.waitUntil { $0.openConnectionCount == 0 })
            #expect(!server.received.contains { $0.isComplete })
        }

        @Test func aFileThatCannotBeReadFailsBeforeAnyConnection() async throws {
            let server = try LoopbackServer()
            for path in ["/nonexistent/file", "/tmp"] {
                let error = await transport.failure(of: try HTTPRequest(.post, server, body: .file(path)))
                #expect(error?.code == .fileFailed)
            }
            #expect(server.connectionCount == 0)
        }

        @Test(arguments: [8_000_000, -1000]) func aFileThatChangesWhileItIsSentKeepsItsFraming(change: Int)
            async throws
        {
            let size = 16_000_000
            try await withTemporaryFile(Data.pattern(size)) { path in
                let server = try LoopbackServer { connection in
                    guard try connection.readHead() != nil else { return }
                    let handle = try FileHandle(forWritingTo: URL(fileURLWithPath: path))
                    try handle.truncate(atOffset: UInt64(size + change))
                    try handle.close()
                    var length = 0
                    try connection.readBody { length += $0.count }
                    try connection.send(answer("\(length)"))
                    // Bytes after the body would be taken for another request.
                    try connection.send(connection.read(upTo: 100))
                }
                let request = try HTTPRequest(.post, server, body: .file(path))
                guard change > 0 else {
                    #expect(await transport.failure(of: request)?.code == .fileFailed)
                    return
                }
                #expect(try await transport.fetch(request).1 == Data("\(size)".utf8))
            }
        }

        @Test func aBodyOnHEADIsUnsupported() async throws {
            let server = try LoopbackServer()
            let error = await transport.failure(
                of: try HTTPRequest(.head, server, body: .data(Data("x".utf8))))
            #expect(error?.code == .unsupported)
            #expect(server.connectionCount == 0)
        }
    }
}
