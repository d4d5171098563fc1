import Foundation
import Testing

@testable import CurlewTransport

@Suite(.timeLimit(.minutes(5)))
struct RequestBodyReadingTests {
    private struct Odd: Error {}

    private func chunks(of body: RequestBody) async throws(NetworkError) -> [Data] {
        let chunks = Lock<[Data]>([])
        try await body.forEachChunk { chunk in chunks.withLock { $0.append(chunk) } }
        return chunks.withLock { $0 }
    }

    private func stream(_ parts: [String], length: Int64? = nil, failure: (any Error)? = nil) -> RequestBody {
        let stream = AsyncThrowingStream<Data, any Error> { continuation in
            for part in parts { continuation.yield(Data(part.utf8)) }
            continuation.finish(throwing: failure)
        }
        return .stream(stream, length: length)
    }

    @Test func dataIsOneChunkEachTime() async throws {
        let body = RequestBody.data(Data([1, 2, 3]))
        #expect(try body.measuredLength() == 3)
        for _ in 0..<2 { #expect(try await chunks(of: body) == [Data([1, 2, 3])]) }
        #expect(try await chunks(of: .data(Data())).isEmpty)
    }

    @Test func aFileComesInChunksEachTime() async throws {
        let path = FileManager.default.temporaryDirectory.appending(path: "curlew-\(UUID().uuidString)").path
        let bytes = Data((0..<100_000).map { UInt8(truncatingIfNeeded: $0) })
        try bytes.write(to: URL(fileURLWithPath: path))
        defer { try? FileManager.default.removeItem(atPath: path) }
        let body = RequestBody.file(path)
        #expect(try body.measuredLength() == 100_000)
        for _ in 0..<2 {
            let chunks = try await chunks(of: body)
            #expect(chunks.map(\.count) == [65_536, 34_464])
            #expect(chunks.reduce(Data(), +) == bytes)
        }
    }

    @Test func aFormIsItsTextAndFiles() async throws {
        let body = RequestBody.multipart([.text("a", "1")])
        let text = String(decoding: try await chunks(of: body).reduce(Data(), +), as: UTF8.self)
        #expect(text.contains("name=\"a\"\r\n\r\n1\r\n"))
        #expect(try body.measuredLength() == Int64(text.utf8.count))
    }

    @Test func aStreamKeepsItsChunksButEmptyOnes() async throws {
        let body = stream(["a", "", "bc"])
        #expect(try body.measuredLength() == nil)
        #expect(try await chunks(of: body) == [Data("a".utf8), Data("bc".utf8)])
        #expect(try stream([], length: 7).measuredLength() == 7)
    }

    @Test(arguments: [2, 4])
    func aStreamOfAnotherLengthIsRefused(length: Int64) async {
        let count = Lock(0)
        let error = await #expect(throws: NetworkError.self) {
            try await stream(["a", "bc"], length: length).forEachChunk { chunk in
                count.withLock { $0 += chunk.count }
            }
        }
        #expect(error?.code == .invalidRequest)
        #expect(count.withLock { $0 } < length, "the server has not got a whole body")
    }

    @Test func aMissingFileFails() async {
        #expect(throws: NetworkError.self) { try RequestBody.file("/no/such/file").measuredLength() }
        let error = await #expect(throws: NetworkError.self) {
            try await chunks(of: .file("/no/such/file"))
        }
        #expect(error?.code == .fileFailed)
        #expect(error?.errno == ENOENT)
    }

    @Test func aValueMustBeEncodedBefore() async {
        let error = await #expect(throws: NetworkError.self) { try await chunks(of: .json(1)) }
        #expect(error?.code == .invalidRequest)
    }

    @Test func theErrorOfTheStreamIsKept() async {
        let own = await #expect(throws: NetworkError.self) {
            try await chunks(of: stream([], failure: NetworkError(.closed, "gone")))
        }
        #expect(own?.code == .closed)
        let other = await #expect(throws: NetworkError.self) {
            try await chunks(of: stream([], failure: Odd()))
        }
        #expect(other?.code == .other)
        #expect(other?.underlying is Odd)
    }

    @Test func whatTheClosureThrowsEndsTheReading() async {
        let count = Lock(0)
        let error = await #expect(throws: NetworkError.self) {
            try await stream(["a", "b"]).forEachChunk { _ in
                count.withLock { $0 += 1 }
                throw NetworkError(.connectionLost, "gone", mayHaveBeenProcessed: true)
            }
        }
        #expect(error?.code == .connectionLost)
        #expect(error?.mayHaveBeenProcessed == true)
        #expect(count.withLock { $0 } == 1)
    }

    @Test func progressIsReported() async throws {
        let (progress, reports) = AsyncStream.makeStream(of: Int64.self)
        let body = stream(["a", "bc"], length: 3).reporting { reports.yield($0.completed) }
        _ = try await chunks(of: body)
        #expect(await progress.first { $0 == 3 } == 3)
    }
}
