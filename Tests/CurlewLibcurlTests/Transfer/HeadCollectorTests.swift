import Curlew
import Testing

@testable import CurlewLibcurl

struct HeadCollectorTests {
    private var head = HeadCollector(TransportConfiguration())

    /// The outcome of the last line; the others must be valid.
    private mutating func receive(_ lines: [String]) -> HeadCollector.Outcome {
        var outcome = HeadCollector.Outcome.lineTaken
        for line in lines {
            #expect([.lineTaken, .begun, .trailerReceived].contains(outcome))
            outcome = receive(Array(line.utf8))
        }
        return outcome
    }

    private mutating func receive(_ line: [UInt8]) -> HeadCollector.Outcome {
        unsafe line.withUnsafeBytes { unsafe head.lineReceived($0) }
    }

    @Test mutating func readsAHead() {
        #expect(
            receive([
                "HTTP/1.1 200 OK\r\n", "Content-Length:2\r\n", "Content-Type:text/plain\r\n",
                "X-A: \t v \t\r\n", "\r\n",
            ]) == .headEnded)
        #expect(head.status.code == 200)
        #expect(head.status.reasonPhrase == "OK")
        #expect(head.version == .http1_1)
        #expect(head.fields[.contentLength] == "2")
        #expect(head.fields[.contentType] == "text/plain")
        #expect(head.fields["X-A"] == "v")
    }

    @Test mutating func refusesASwitchOfProtocols() {
        #expect(receive(["HTTP/1.1 101 Switching Protocols\r\n"]) == .malformed)
    }

    @Test mutating func findsNamesWithoutCaseAndKeepsRepeats() {
        #expect(
            receive([
                "HTTP/1.1 302 Found\r\n", "content-type: application/json\r\n", "X-Multi: a\r\n",
                "x-multi: b\r\n", "ETag: \"x\"\r\n", "location: /ok\r\n", "\r\n",
            ]) == .headEnded)
        #expect(head.fields["X-MULTI"] == "a, b")
        #expect(head.fields.map(\.value) == ["application/json", "a", "b", "\"x\"", "/ok"])
        #expect(head.fields[.location] == "/ok")
    }

    @Test(arguments: [
        ("HTTP/1.1 200 OK", 200, "OK"), ("HTTP/1.1 200 ", 200, ""), ("HTTP/1.1 200", 200, ""),
        ("HTTP/1.0 404 Not Found", 404, "Not Found"), ("HTTP/2 204 ", 204, ""), ("HTTP/2.0 204", 204, ""),
        ("HTTP/3 200", 200, ""), ("HTTP/1.1 299 \u{E9}t\u{E9}", 299, "\u{E9}t\u{E9}"),
        ("HTTP/1.1 999 Odd", 999, "Odd"),
    ])
    mutating func readsStatusLines(line: String, code: Int, phrase: String) {
        for end in ["\r\n", "\n"] {
            #expect(receive([line + end]) == .begun)
            #expect(head.status.code == code)
            #expect(head.status.reasonPhrase == phrase)
        }
    }

    @Test(arguments: [
        "HTTP/1.1 abc OK", "HTTP/1.1 20 OK", "HTTP/1.1 2000 OK", "HTTP/1.1 099 Low", "HTTP/1.1",
        "HTTP/ 200 OK",
        "HTTP/9.9 200 OK", "HTTP/1.1 200OK", "HTTP/1.1\t200 OK", "HTTP/1.1 -20 OK", "no colon", ": value",
        "Name : value", "HTTP/1.1 ２００ OK",
    ])
    mutating func refusesMalformedLines(line: String) {
        #expect(receive(["\(line)\r\n"]) == .malformed)
    }

    @Test mutating func readsLinesThatEndInLFOnly() {
        #expect(receive(["HTTP/1.1 200 OK\n", "A: b\n", "\n"]) == .headEnded)
        #expect(head.fields["A"] == "b")
    }

    @Test mutating func joinsFoldedLines() {
        #expect(
            receive(["HTTP/1.1 200 OK\r\n", "A: b\r\n", " \t c\r\n", "D: e\r\n", "\r\n"]) == .headEnded)
        #expect(head.fields["A"] == "b c")
        #expect(head.fields["D"] == "e")
    }

    @Test mutating func refusesAFoldedLineWithoutAFieldBeforeIt() {
        #expect(receive(["HTTP/1.1 200 OK\r\n", " folded\r\n"]) == .malformed)
    }

    @Test mutating func keepsBytesThatAreNotUTF8() {
        #expect(receive(["HTTP/1.1 200 OK\r\n"]) == .begun)
        #expect(receive(Array("A: ".utf8) + [0xE9, 0xFF] + Array("\r\n".utf8)) == .lineTaken)
        #expect(head.fields.first?.bytes == [0xE9, 0xFF])
    }

    @Test mutating func onlyTheFinalHeadRemains() {
        #expect(
            receive(["HTTP/1.1 103 Early Hints\r\n", "X-Interim: yes\r\n", "\r\n"]) == .headEnded)
        head.discard()
        #expect(
            receive(["HTTP/1.1 200 OK\r\n", "Content-Length: 2\r\n", "X-Final: yes\r\n", "\r\n"])
                == .headEnded)
        #expect(head.status.code == 200)
        #expect(head.fields["X-Interim"] == nil)
        #expect(head.fields["X-Final"] == "yes")
    }

    @Test mutating func aStatusLineBeginsTheHeadAgain() {
        #expect(receive(["HTTP/1.1 200 OK\r\n", "A: b\r\n", "HTTP/1.1 201 Created\r\n"]) == .begun)
        #expect(head.fields.isEmpty)
        #expect(head.status.code == 201)
    }

    @Test mutating func trailersStayApart() {
        #expect(receive(["HTTP/1.1 200 OK\r\n", "A: head\r\n", "\r\n"]) == .headEnded)
        head.headKept()
        #expect(receive(["A: trailer\r\n", "\r\n"]) == .trailerReceived)
        #expect(head.fields["A"] == "head")
        #expect(head.trailers["A"] == "trailer")
        #expect(receive(["no colon\r\n"]) == .malformed)
    }

    @Test mutating func aHeadAboveTheLimitIsTooLarge() {
        let line = "X: " + String(repeating: "v", count: 1019) + "\r\n"
        #expect(receive(["HTTP/1.1 200 OK\r\n"]) == .begun)
        var count = 0
        while receive([line]) == .lineTaken { count += 1 }
        #expect(count == 255)
        #expect(receive([line]) == .tooLarge)
    }

    @Test mutating func moreFieldsThanTheLimitAreTooLarge() {
        head = HeadCollector(TransportConfiguration(fieldLimit: 3))
        #expect(receive(["HTTP/1.1 200 OK\r\n", "A: 1\r\n", "B: 2\r\n", "C: 3\r\n", "\r\n"]) == .headEnded)
        head.discard()
        #expect(
            receive(["HTTP/1.1 200 OK\r\n", "A: 1\r\n", "B: 2\r\n", "C: 3\r\n", "D: 4\r\n", "\r\n"])
                == .tooLarge)
    }

    @Test mutating func interimHeadsDoNotCountAndTrailersCountAlone() {
        let line = "X: " + String(repeating: "v", count: 60_000) + "\r\n"
        for _ in 0..<10 {
            #expect(receive(["HTTP/1.1 103 Early Hints\r\n", line, line, "\r\n"]) == .headEnded)
            head.discard()
        }
        #expect(receive(["HTTP/1.1 200 OK\r\n", line, line, line, line, "\r\n"]) == .headEnded)
        head.headKept()
        #expect(receive([line, line, line, line]) == .trailerReceived)
        #expect(receive([line]) == .tooLarge)
    }

    @Test mutating func removesTheContentCodingWithItsLength() {
        #expect(
            receive([
                "HTTP/1.1 200 OK\r\n", "Content-Encoding: gzip\r\n", "Content-Length: 9\r\n", "A: b\r\n",
            ]) == .lineTaken)
        head.removeContentCoding()
        #expect(head.fields.map(\.value) == ["b"])
    }

    /// Some versions of libcurl deliver the line in which a connection has ended, and a NUL in a field.
    @Test(arguments: ["X-A: b", "\r", "X-A: a\u{0}b\r\n", "X\u{0}: b\r\n"])
    mutating func aLineWithoutEndOrWithNULIsMalformed(line: String) {
        #expect(receive(["HTTP/1.1 200 OK\r\n"]) == .begun)
        #expect(receive([line]) == .malformed)
    }
}
