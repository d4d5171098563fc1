import Testing

@testable import Curlew

/// WHATWG HTML §9.2.5.
struct LineSplitterTests {
    /// The lines of the chunks, including a last one without an end.
    private func lines(_ chunks: [[UInt8]], limit: Int = 100) throws(NetworkError) -> [String] {
        var splitter = LineSplitter(limit: limit)
        var lines: [String] = []
        for chunk in chunks {
            splitter.append(chunk)
            while let line = try splitter.next() { lines.append(String(decoding: line, as: UTF8.self)) }
        }
        if let line = splitter.last() { lines.append(String(decoding: line, as: UTF8.self)) }
        return lines
    }

    @Test(arguments: [
        ("", []), ("a", ["a"]), ("a\n", ["a"]), ("\n", [""]), ("\n\n", ["", ""]), ("a\nb", ["a", "b"]),
        ("a\r\nb\r\n", ["a", "b"]), ("a\rb\r", ["a", "b"]), ("\r\r\n\n", ["", "", ""]),
        ("a\n\rb", ["a", "", "b"]),
        ("\u{FEFF}a\n\u{FEFF}b", ["a", "\u{FEFF}b"]), ("\u{FEFF}", []), ("\u{FEFF}\n", [""]),
        ("a\u{85}\u{2028}b\u{B}\u{C}", ["a\u{85}\u{2028}b\u{B}\u{C}"]), ("a\0b\n", ["a\0b"]),
    ])
    func cuts(text: String, expected: [String]) throws {
        #expect(try lines([Array(text.utf8)]) == expected)
        #expect(try lines(text.utf8.map { [$0] }) == expected)
    }

    @Test func givesTheSameLinesWhereverTheBytesAreCut() throws {
        let bytes = Array("\u{FEFF}data: é€😀\r\n\r\ndata: 2\n\n: c\n\ndata: 3\r\rdata: last".utf8) + [0xFF]
        let expected = ["data: é€😀", "", "data: 2", "", ": c", "", "data: 3", "", "data: last\u{FFFD}"]
        for first in 0...bytes.count {
            for second in first...bytes.count {
                let chunks = [Array(bytes[..<first]), Array(bytes[first..<second]), Array(bytes[second...])]
                #expect(try lines(chunks) == expected, "cut at \(first) and \(second)")
            }
        }
    }

    @Test func refusesALineBeyondTheLimitBeforeItsEndHasCome() throws {
        #expect(try lines([Array("12345\r\n12345\n12345".utf8)], limit: 5).count == 3)
        for text in ["123456", "a\n123456", "123456\n", "\r\n\n123456"] {
            for size in 1...text.utf8.count {
                let bytes = Array(text.utf8)
                let chunks = stride(from: 0, to: bytes.count, by: size).map {
                    Array(bytes[$0..<min($0 + size, bytes.count)])
                }
                let error = #expect(throws: NetworkError.self) { try lines(chunks, limit: 5) }
                #expect(error?.code == .bodyTooLarge)
            }
        }
    }
}
