import Curlew
import CurlewTesting
import CurlewURLSession
import Foundation
import TestSupport
import Testing

@testable import CurlewURLSession

@Suite(.timeLimit(.minutes(5)))
struct UploadTests {
    private func received(
        _ method: HTTPRequest.Method, _ body: RequestBody?
    ) async throws -> LoopbackServer.ReceivedRequest {
        let loopback = try Loopback()
        _ = try await loopback.exchange(loopback.request(method, "/anything", body: body))
        return try #require(loopback.server.received.first)
    }

    @Test func aFileIsSentWhole() async throws {
        let file = try TemporaryFile()
        defer { withExtendedLifetime(file) {} }
        let block = Data((0..<1_000).map { UInt8(truncatingIfNeeded: $0 / 7) })
        for _ in 0..<3_000 { _ = try file.append(block) }
        let request = try await received(.put, .file(file.path))
        #expect(request.values(of: "Content-Length") == ["3000000"])
        #expect(request["Transfer-Encoding"] == nil)
        #expect(request["Expect"] == nil)
        #expect(request.bodyLength == 3_000_000)
        #expect(Data(request.body.prefix(1_000)) == block)
    }

    @Test func aPartOfAFileIsSent() async throws {
        let file = try TemporaryFile()
        defer { withExtendedLifetime(file) {} }
        _ = try file.append(Data("0123456789".utf8))
        let request = try await received(.put, .file(file.path, range: 2..<6))
        #expect(request.values(of: "Content-Length") == ["4"])
        #expect(request.body == Array("2345".utf8))
        #expect(try await received(.put, .file(file.path, range: 3..<3)).body.isEmpty)
    }

    @Test(arguments: [nil, Int64(11)])
    func aStreamWhoseFirstChunkComesLateArrivesWhole(length: Int64?) async throws {
        let loopback = try Loopback()
        let (asked, asking) = AsyncStream.makeStream(of: Void.self)
        let gate = Gate()
        let rest = Lock(["hello", " ", "world"])
        let chunks = AsyncStream<Data> {
            asking.yield()
            await gate.wait()
            return rest.withLock { $0.isEmpty ? nil : Data($0.removeFirst().utf8) }
        }
        let request = try loopback.request(
            .post, "/anything", body: .stream(chunks, length: length, contentType: nil))
        let sending = Task { try await loopback.exchange(request) }
        _ = await asked.first { true }
        #expect(loopback.server.connectionCount == 0)
        gate.open()
        _ = try await sending.value
        let received = try #require(loopback.server.received.first)
        #expect(received.bodyText == "hello world")
        #expect(received.values(of: "Content-Length") == ["11"])
        #expect(received["Transfer-Encoding"] == nil)
    }

    @Test(arguments: [Int64(3), 20])
    func aStreamOfAnotherLengthThanAnnouncedIsInvalid(length: Int64) async throws {
        let loopback = try Loopback()
        let body = RequestBody.stream(
            AsyncStream { continuation in
                for chunk in ["hello", " world"] { continuation.yield(Data(chunk.utf8)) }
                continuation.finish()
            }, length: length)
        #expect(await loopback.failure(of: try loopback.request(.post, body: body))?.code == .invalidRequest)
        #expect(loopback.server.connectionCount == 0)
    }

    @Test(arguments: ["POST", "PUT"])
    func aBodyNeverMeetsAKeptConnection(method: String) async throws {
        // The server closes the idle connection exactly when the next request's bytes arrive.
        let loopback = try Loopback(script: { connection in
            while let request = try connection.readRequest() {
                if connection.index == 0, request.method != "GET" { return }
                try connection.send("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok")
            }
        })
        #expect(try await loopback.exchange(loopback.request()).1 == "ok")
        let request = try loopback.request(.init(rawValue: method), body: .data(Data("abc".utf8)))
        #expect(try await loopback.exchange(request).1 == "ok")
        #expect(loopback.server.received.filter { $0.method == method }.map(\.bodyText) == ["abc"])
    }
}
