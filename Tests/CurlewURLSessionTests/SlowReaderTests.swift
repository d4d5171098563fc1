import Curlew
import CurlewTesting
import CurlewURLSession
import Foundation
import Testing

@Suite(.timeLimit(.minutes(5)), .serialized)
struct SlowReaderTests {
    private static let size = 96 << 20

    /// The stream ends once the server has sent everything, or cannot.
    private func loopback(
        spoolLimit: Int64 = 1 << 30
    ) throws -> (URLSessionTransport, LoopbackServer, sent: AsyncStream<Never>) {
        let (sent, continuation) = AsyncStream.makeStream(of: Never.self)
        let server = try LoopbackServer { connection in
            defer { continuation.finish() }
            _ = try connection.readRequest()
            try connection.send("HTTP/1.1 200 OK\r\nContent-Length: \(Self.size)\r\n\r\n")
            let block = (0..<(1 << 16)).map { UInt8(truncatingIfNeeded: $0 / 251) }
            for _ in 0..<(Self.size >> 16) { try connection.send(block) }
        }
        return (URLSessionTransport(spoolLimit: spoolLimit), server, sent)
    }

    // A figure checks, in a process of its own, that it is not kept in memory.
    @Test func whatTheReaderIsNotReadyForComesInOrderAndWhole() async throws {
        let (transport, server, sent) = try loopback()
        let response = try await transport.send(HTTPRequest(url: server.url))
        var iterator = response.body.makeAsyncIterator()
        var count = try await iterator.next()?.count ?? 0
        for await _ in sent {}
        while let chunk = try await iterator.next() {
            #expect(chunk[chunk.startIndex] == UInt8(truncatingIfNeeded: (count % (1 << 16)) / 251))
            count += chunk.count
        }
        #expect(count == Self.size)
    }

    @Test func moreThanTheDiskLimitFailsTheBody() async throws {
        let (transport, server, sent) = try loopback(spoolLimit: 4 << 20)
        let response = try await transport.send(HTTPRequest(url: server.url))
        for await _ in sent {}
        let error = await #expect(throws: NetworkError.self) {
            for try await _ in response.body {}
        }
        #expect(error?.code == .fileFailed)
        #expect(error?.errno == EFBIG)
    }
}
