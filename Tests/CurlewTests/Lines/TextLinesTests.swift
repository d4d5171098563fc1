import Foundation
import TestSupport
import Testing

@testable import Curlew

struct TextLinesTests {
    private func body(_ text: String, by size: Int, failure: NetworkError? = nil) -> ResponseBody {
        let bytes = Array(text.utf8)
        let chunks = Chunks(
            stride(from: 0, to: bytes.count, by: size).map { Data(bytes[$0..<min($0 + size, bytes.count)]) },
            failure: failure)
        return .stream { try chunks.next() }
    }

    @Test func keepsEmptyLinesAndTheLastOne() async throws {
        for size in 1...12 {
            var lines: [String] = []
            for try await line in body("é\r\n\r\nb\r\r\nlast", by: size).lines() { lines.append(line) }
            #expect(lines == ["é", "", "b", "", "last"], "chunks of \(size)")
        }
    }

    @Test func replacesBytesThatAreNotUTF8() async throws {
        var lines: [String] = []
        let body = ResponseBody.data(Data([0x61, 0xFF, 0x62, 0x0A, 0xC3, 0x0A, 0xED, 0xA0, 0x80]))
        for try await line in body.lines() { lines.append(line) }
        #expect(lines == ["a\u{FFFD}b", "\u{FFFD}", "\u{FFFD}\u{FFFD}\u{FFFD}"])
    }

    @Test func givesTheLinesBeforeAFailureAndNotTheBrokenOne() async throws {
        var iterator = body("one\ntw", by: 2, failure: NetworkError(.incompleteBody, "cut")).lines()
            .makeAsyncIterator()
        #expect(try await iterator.next() == "one")
        let error = await #expect(throws: NetworkError.self) { try await iterator.next() }
        #expect(error?.code == .incompleteBody)
        #expect(try await iterator.next() == nil)
    }

    @Test func endsAtALineThatIsTooLong() async throws {
        let chunks = Chunks(Array(repeating: Data(repeating: 0x61, count: 10), count: 100))
        var iterator = ResponseBody.stream { try chunks.next() }.lines(limit: 25).makeAsyncIterator()
        let error = await #expect(throws: NetworkError.self) { try await iterator.next() }
        #expect(error?.code == .bodyTooLarge)
        #expect(try await iterator.next() == nil)
        #expect(chunks.count == 3)
    }

    @Test func canBeReadOnce() async throws {
        let lines = ResponseBody.data(Data("a\n".utf8)).lines()
        var first = lines.makeAsyncIterator()
        #expect(try await first.next() == "a")
        var second = lines.makeAsyncIterator()
        let error = await #expect(throws: NetworkError.self) { try await second.next() }
        #expect(error?.code == .closed)
    }
}
