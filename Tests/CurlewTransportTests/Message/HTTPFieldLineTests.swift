import Testing

@testable import CurlewTransport

/// Received lines (RFC 9112 §5).
struct HTTPFieldLineTests {
    private func fields(_ lines: String...) -> HTTPFields? {
        var fields = HTTPFields()
        for line in lines where !fields.append(line: Array(line.utf8)[...]) { return nil }
        return fields
    }

    @Test(arguments: [
        ("Content-Length:2", "Content-Length", "2"),
        ("X-A: \t v \t", "X-A", "v"),
        ("X-A:v", "X-A", "v"),
        ("X-A:", "X-A", ""),
        ("X-A:   ", "X-A", ""),
        ("X-A: a:b", "X-A", "a:b"),
        ("X-A: a \t b", "X-A", "a \t b"),
    ])
    func trimsOptionalWhiteSpace(line: String, name: String, value: String) {
        #expect(fields(line) == [HTTPField.Name(name): value])
    }

    @Test(arguments: ["", "no colon", ": value", "X-A : v", "X-A\t: v", ":"])
    func refusesAMalformedField(line: String) {
        #expect(fields(line) == nil)
    }

    @Test func joinsFoldedLinesByOneSpace() {
        #expect(fields("A: one", "  two", "\tthree ", "B: x") == ["A": "one two three", "B": "x"])
    }

    @Test func foldsOntoAnEmptyValueAndIgnoresAnEmptyContinuation() {
        #expect(fields("A:", " one", "  ", "\t", " two") == ["A": "one two"])
    }

    @Test func foldsOntoTheLastFieldAfterARemoval() {
        var fields: HTTPFields = ["A": "1", "B": "2"]
        fields.removeAll("B")
        let isField = fields.append(line: Array(" x".utf8)[...])
        #expect(isField)
        #expect(fields == ["A": "1 x"])
    }

    @Test func refusesAFoldedLineWithoutAFieldBefore() {
        #expect(fields(" folded") == nil)
    }

    @Test func takesManyFoldedLinesInLinearTime() {
        var fields: HTTPFields = ["A": "x"]
        let line = Array(" y".utf8)[...]
        for _ in 0..<50_000 { _ = fields.append(line: line) }
        #expect(fields["A"]?.utf8.count == 100_001)
    }

    @Test func readsALineFromTheMiddleOfABuffer() {
        let bytes = Array("xxA: 1yy".utf8)
        var fields = HTTPFields()
        let isField = fields.append(line: bytes[2..<6])
        #expect(isField)
        #expect(fields == ["A": "1"])
    }

    @Test func readsBytesThatAreNotUTF8AsISO8859() {
        var fields = HTTPFields()
        let isField = fields.append(line: (Array("X: caf".utf8) + [0xE9])[...])
        #expect(isField)
        #expect(fields["X"] == "café")
        #expect(fields.first?.bytes == Array("caf".utf8) + [0xE9])
    }

    @Test func readsUTF8AsUTF8() {
        #expect(fields("X: café")?["X"] == "café")
    }
}
