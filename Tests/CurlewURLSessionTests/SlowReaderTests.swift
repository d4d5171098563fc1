import Curlew
import CurlewTesting
import CurlewURLSession
import Foundation
import Testing

@Suite(.timeLimit(.minutes(1)), .serialized)
struct SlowReaderTests {
    private static let size = 96 << 20

    /// Resident memory of this process, in bytes.
    private func residentBytes() throws -> Int {
        let status = try String(contentsOfFile: "/proc/self/statm", encoding: .utf8).split(separator: " ")
        return (Int(status[1]) ?? 0) * 4096
    }

    private func loopback(spoolLimit: Int64 = 1 << 30) throws -> (URLSessionTransport, LoopbackServer) {
        let server = try LoopbackServer { connection in
            _ = try connection.readRequest()
            try connection.send("HTTP/1.1 200 OK\r\nContent-Length: \(Self.size)\r\n\r\n")
            let block = (0..<(1 << 16)).map { UInt8(truncatingIfNeeded: $0 / 251) }
            for _ in 0..<(Self.size >> 16) { try connection.send(block) }
        }
        return (URLSessionTransport(spoolLimit: spoolLimit), server)
    }

    @Test(.enabled(if: FileManager.default.fileExists(atPath: "/proc/self/statm")))
    func whatTheReaderIsNotReadyForIsNotKeptInMemory() async throws {
        let (transport, server) = try loopback()
        let response = try await transport.send(HTTPRequest(url: server.url))
        var iterator = response.body.makeAsyncIterator()
        let first = try await iterator.next()
        let before = try residentBytes()
        var count = first?.count ?? 0
        // The server has handed everything over by then.
        try await Task.sleep(for: .seconds(1))
        let after = try residentBytes()
        #expect(after - before < 48 << 20)
        while let chunk = try await iterator.next() {
            #expect(chunk[chunk.startIndex] == UInt8(truncatingIfNeeded: (count % (1 << 16)) / 251))
            count += chunk.count
        }
        #expect(count == Self.size)
    }

    @Test func moreThanTheDiskLimitFailsTheBody() async throws {
        let (transport, server) = try loopback(spoolLimit: 4 << 20)
        let response = try await transport.send(HTTPRequest(url: server.url))
        try await Task.sleep(for: .milliseconds(500))
        let error = await #expect(throws: NetworkError.self) {
            for try await _ in response.body {}
        }
        #expect(error?.code == .fileFailed)
        #expect(error?.errno == EFBIG)
    }
}
