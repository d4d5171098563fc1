import Curlew
import CurlewTesting
import Foundation
import TestSupport
import Testing

@testable import CurlewLibcurl

extension SocketTests {
    @Suite(.timeLimit(.minutes(5)))
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
            let (_, reply) = try await transport.fetch(
                HTTPRequest(method, server, "/sha256", body: .data(data)))
            #expect(hash(reply).contains(SHA256Hasher.digest(of: data).hex))
            #expect(server.received[0].values(of: "Content-Length") == [String(size)])
            #expect(server.received[0]["Transfer-Encoding"] == nil)
        }

        @Test func aSliceOfDataArrivesWhole() async throws {
            let server = try LoopbackServer()
            let slice = Data.pattern(400_000)[100_000..<300_001]
            let (_, reply) = try await transport.fetch(
                HTTPRequest(.post, server, "/sha256", body: .data(slice)))
            #expect(hash(reply).contains(SHA256Hasher.digest(of: slice).hex))
        }

        @Test(arguments: [0, 1, 65_536, 3_000_000]) func aFileArrivesWhole(size: Int) async throws {
            let server = try LoopbackServer()
            let data = Data.pattern(size)
            try await withTemporaryFile(data) { path in
                let (_, reply) = try await transport.fetch(
                    HTTPRequest(.post, server, "/sha256", body: .file(path)))
                #expect(hash(reply).contains(SHA256Hasher.digest(of: data).hex))
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
            let (_, reply) = try await transport.fetch(HTTPRequest(.post, server, "/sha256", body: body))
            #expect(hash(reply).contains(SHA256Hasher.digest(of: whole).hex))
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
            let reply = try await task.value.1
            #expect(hash(reply).contains(SHA256Hasher.digest(of: Data("chunkchunkchunk".utf8)).hex))
        }

        private struct Broken: Error {}

        @Test func aBodyOnHEADIsUnsupported() async throws {
            let server = try LoopbackServer()
            let error = await transport.failure(
                of: try HTTPRequest(.head, server, body: .data(Data("x".utf8))))
            #expect(error?.code == .unsupported)
            #expect(server.connectionCount == 0)
        }
    }
}
