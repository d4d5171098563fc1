import Foundation
import TestSupport
import Testing

@testable import Curlew

struct JSONLinesTests {
    private struct Entry: Decodable, Equatable {
        var id: Int
        var text: String
    }

    private func entries(_ chunks: [Data], limit: Int = 1 << 20) async throws -> [Entry] {
        let chunks = Chunks(chunks)
        var entries: [Entry] = []
        let body = ResponseBody.stream { try chunks.next() }
        for try await entry in body.jsonLines(of: Entry.self, limit: limit) { entries.append(entry) }
        return entries
    }

    @Test func decodesTheSameValuesWhereverTheBytesAreCut() async throws {
        let text =
            "\u{FEFF}{\"id\":1,\"text\":\"é€😀\"}\r\n\r\n \t\n{\"id\":2,\"text\":\"a\\nb\"}\n{\"id\":3,\"text\":\"\"}"
        let bytes = Data(text.utf8)
        let expected = [Entry(id: 1, text: "é€😀"), Entry(id: 2, text: "a\nb"), Entry(id: 3, text: "")]
        for cut in 0...bytes.count {
            #expect(
                try await entries([bytes.prefix(cut), bytes.dropFirst(cut)]) == expected, "cut at \(cut)")
        }
        #expect(try await entries(bytes.map { Data([$0]) }) == expected)
    }

    @Test(arguments: ["{", "[]", "nonsense", "{\"id\":1}", "{\"id\":2,\"text\":\"\0\"}", "\u{FFFD}", "{}{}"])
    func namesTheLineThatIsSomethingElseAndEnds(line: String) async throws {
        let chunks = Chunks([Data("{\"id\":1,\"text\":\"\"}\n\n\(line)\n{\"id\":9,\"text\":\"\"}\n".utf8)])
        var iterator = ResponseBody.stream { try chunks.next() }.jsonLines(of: Entry.self).makeAsyncIterator()
        #expect(try await iterator.next()?.id == 1)
        let error = await #expect(throws: NetworkError.self) { try await iterator.next() }
        #expect(error?.code == .decodingFailed)
        #expect(error?.message.contains("line 3") == true)
        #expect(error?.bodyPrefix == Data(line.utf8))
        #expect(try await iterator.next() == nil)
    }

    @Test func endsAtALineThatIsTooLong() async throws {
        let error = await #expect(throws: NetworkError.self) {
            try await entries([Data("[[[[[[[[[[[[[[[[".utf8)], limit: 15)
        }
        #expect(error?.code == .bodyTooLarge)
    }

    @Test func usesTheDecoderThatItIsGiven() async throws {
        struct Dated: Decodable { var firstName: String }
        let decoder = JSONDecoder()
        decoder.keyDecodingStrategy = .convertFromSnakeCase
        let body = ResponseBody.data(Data("{\"first_name\":\"Ada\"}".utf8))
        var iterator = body.jsonLines(of: Dated.self, decoder: decoder).makeAsyncIterator()
        #expect(try await iterator.next()?.firstName == "Ada")
    }
}
