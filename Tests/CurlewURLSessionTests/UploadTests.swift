import Curlew
import CurlewTesting
import CurlewURLSession
import Foundation
import Testing

@testable import CurlewURLSession

@Suite(.timeLimit(.minutes(1)))
struct UploadTests {
    private func received(
        _ method: HTTPRequest.Method, _ body: RequestBody?
    ) async throws -> LoopbackServer.ReceivedRequest {
        let loopback = try Loopback()
        _ = try await loopback.exchange(loopback.request(method, "/anything", body: body))
        return try #require(loopback.server.received.first)
    }

    @Test(arguments: ["POST", "PUT", "PATCH"])
    func aMethodThatAnticipatesABodySaysThatThereIsNone(method: String) async throws {
        let method = HTTPRequest.Method(rawValue: method)
        for body in [nil, RequestBody.data(Data())] {
            let request = try await received(method, body)
            #expect(request.values(of: "Content-Length") == ["0"])
            #expect(request["Content-Type"] == nil)
            #expect(request["Expect"] == nil)
        }
    }

    @Test(arguments: ["POST", "PUT", "DELETE"])
    func aBodyHasOneFramingAndNoInventedType(method: String) async throws {
        let request = try await received(.init(rawValue: method), .data(Data("abc".utf8)))
        #expect(request.values(of: "Content-Length") == ["3"])
        #expect(request["Transfer-Encoding"] == nil)
        #expect(request["Content-Type"] == nil)
        #expect(request.bodyText == "abc")
    }

    @Test func aBodyOfMoreThanOneMegabyteIsNotAnnouncedByExpect() async throws {
        let request = try await received(.post, .data(Data(count: 1_100_000)))
        #expect(request["Expect"] == nil)
        #expect(request.bodyLength == 1_100_000)
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

    #if canImport(FoundationNetworking)
        @Test func aFileThatChangesNeverBreaksTheFraming() throws {
            let file = try TemporaryFile()
            defer { withExtendedLifetime(file) {} }
            _ = try file.append(Data("abcdef".utf8))
            let path = file.path
            let stream = try FileStream(path: path) { _ in }
            _ = try file.append(Data("ghi".utf8))
            var buffer = [UInt8](repeating: 0, count: 4)
            #expect(unsafe stream.read(&buffer, maxLength: 4) == 4)
            #expect(buffer == Array("abcd".utf8))
            #expect(unsafe stream.read(&buffer, maxLength: 4) == 2)
            #expect(!stream.hasBytesAvailable)
            var failure: NetworkError?
            let shrinking = try FileStream(path: path) { failure = $0 }
            #expect(unsafe truncate(path, 0) == 0)
            #expect(unsafe shrinking.read(&buffer, maxLength: 4) == -1)
            #expect(failure?.code == .fileFailed)
        }
    #endif

    @Test func aFileThatShrinksWhileItIsSentFails() async throws {
        let file = try TemporaryFile()
        defer { withExtendedLifetime(file) {} }
        _ = try file.append(Data(count: 64 << 20))
        let path = file.path
        let loopback = try Loopback(script: { connection in
            _ = try connection.readHead()
            unsafe truncate(path, 1_000)
            while !connection.read(upTo: 1 << 16).isEmpty {}
        })
        let error = await loopback.failure(of: try loopback.request(.put, body: .file(path)))
        #expect(error?.code == .fileFailed)
    }

    @Test func aMissingFileFailsBeforeAnyConnection() async throws {
        let loopback = try Loopback()
        let error = await loopback.failure(of: try loopback.request(.put, body: .file("/nowhere/at/all")))
        #expect(error?.code == .fileFailed)
        #expect(error?.errno == ENOENT)
        #expect(loopback.server.connectionCount == 0)
    }

    private static func stream(_ chunks: [String], delay: Duration = .zero) -> AsyncStream<Data> {
        AsyncStream { continuation in
            Task {
                try? await Task.sleep(for: delay)
                for chunk in chunks { continuation.yield(Data(chunk.utf8)) }
                continuation.finish()
            }
        }
    }

    @Test(arguments: [nil, Int64(11)])
    func aStreamWhoseFirstChunkComesLateArrivesWhole(length: Int64?) async throws {
        let stream = Self.stream(["hello", " ", "world"], delay: .milliseconds(500))
        let request = try await received(.post, .stream(stream, length: length, contentType: nil))
        #expect(request.bodyText == "hello world")
        #expect(request.values(of: "Content-Length") == ["11"])
        #expect(request["Transfer-Encoding"] == nil)
    }

    @Test(arguments: [Int64(3), 20])
    func aStreamOfAnotherLengthThanAnnouncedIsInvalid(length: Int64) async throws {
        let loopback = try Loopback()
        let body = RequestBody.stream(Self.stream(["hello", " world"]), length: length)
        #expect(await loopback.failure(of: try loopback.request(.post, body: body))?.code == .invalidRequest)
        #expect(loopback.server.connectionCount == 0)
    }

    @Test func aStreamThatNeverComesTimesOut() async throws {
        let loopback = try Loopback()
        let (silent, continuation) = AsyncStream.makeStream(of: Data.self)
        let request = try loopback.request(
            .post, body: .stream(silent), timeouts: Timeouts(head: .milliseconds(200)))
        #expect(await loopback.failure(of: request)?.phase == .head)
        continuation.finish()
    }

    @Test(arguments: ["POST", "PUT"])
    func aBodyNeverMeetsAKeptConnection(method: String) async throws {
        // The server closes the kept connection exactly when the next request's bytes arrive.
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
