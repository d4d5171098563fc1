import TestSupport
import Testing

@testable import Curlew

/// WHATWG HTML §9.2.5, §9.2.6.
struct EventParserTests {
    private struct Outcome: Equatable {
        var events: [ServerSentEvent] = []
        var lastEventID = ""
        var retryTime: Duration?
    }

    private func parse(
        _ chunks: [[UInt8]], limit: Int = 1000
    ) throws(NetworkError) -> Outcome {
        var splitter = LineSplitter(limit: limit)
        var parser = EventParser(limit: limit)
        var outcome = Outcome()
        for chunk in chunks {
            splitter.append(chunk)
            while let line = try splitter.next() {
                if let event = try parser.lineReceived(line) { outcome.events.append(event) }
            }
        }
        (outcome.lastEventID, outcome.retryTime) = (parser.lastEventID, parser.retryTime)
        return outcome
    }

    private func events(_ text: String) throws(NetworkError) -> [ServerSentEvent] {
        try parse([Array(text.utf8)]).events
    }

    @Test func readsTheExamplesOfTheStandard() throws {
        #expect(try events("data: YHOO\ndata: +2\ndata: 10\n\n") == [.init(data: "YHOO\n+2\n10")])
        let stream =
            ": test stream\n\ndata: first event\nid: 1\n\ndata:second event\nid\n\ndata:  third event\n"
        #expect(
            try events(stream) == [.init(data: "first event", lastEventID: "1"), .init(data: "second event")])
        #expect(try events("data\n\ndata\ndata\n\ndata:") == [.init(data: ""), .init(data: "\n")])
        #expect(try events("data:test\n\ndata: test\n\n") == [.init(data: "test"), .init(data: "test")])
    }

    @Test(arguments: [
        ("event: add\ndata: 1\n\ndata: 2\n\n", [("add", "1"), ("message", "2")]),
        ("event: add\n\ndata: 1\n\n", [("message", "1")]),
        ("event: a\nevent: b\ndata: 1\n\n", [("b", "1")]),
        ("Data: 1\ndatax: 2\n data: 3\n\n", []),
        ("data: a: b\n\n", [("message", "a: b")]),
        (":data: 1\n\n\n\n", []),
        ("data: 1\r\rdata: 2\r\n\r\ndata: 3\n\r\n", [("message", "1"), ("message", "2"), ("message", "3")]),
    ])
    func readsFields(text: String, expected: [(String, String)]) throws {
        let found = try events(text)
        #expect(found.map(\.name) == expected.map(\.0))
        #expect(found.map(\.data) == expected.map(\.1))
    }

    @Test func keepsTheIDUntilTheNextOne() throws {
        let outcome = try parse([Array("id: 7\ndata: a\n\ndata: b\n\nid: x\0y\ndata: c\n\nid: 8\n\n".utf8)])
        #expect(outcome.events.map(\.lastEventID) == ["7", "7", "7"])
        #expect(outcome.lastEventID == "8")
    }

    @Test func resumesAfterTheLastCompleteEvent() throws {
        var parser = EventParser(limit: 100)
        for line in ["id: 1", "data: a", "", "id: 2", "data: b"] {
            _ = try parser.lineReceived(Array(line.utf8))
        }
        #expect(parser.lastEventID == "1")
        parser.connectionEnded()
        _ = try parser.lineReceived(Array("data: c".utf8))
        #expect(try parser.lineReceived([]) == .init(data: "c", lastEventID: "1"))
    }

    @Test(arguments: [
        ("retry: 1500", 1500), ("retry:0", 0), ("retry: 1e3", nil), ("retry: -1", nil), ("retry:  1", nil),
        ("retry", nil), ("retry: 99999999999999999999", nil), ("retry: ١", nil), ("retry: 1500 ", nil),
    ])
    func takesARetryTimeOfDigitsOnly(line: String, milliseconds: Int?) throws {
        let expected = milliseconds.map { Duration.milliseconds($0) }
        #expect(try parse([Array("\(line)\n".utf8)]).retryTime == expected)
    }

    @Test func givesTheSameEventsWhereverTheBytesAreCut() throws {
        let text =
            "\u{FEFF}id: é1\r\ndata: é€😀\r\nretry: 20\r\n\r\ndata: 2\n\n: c\n\nevent: x\rdata: 3\rdata\r\rdata: last"
        let bytes = Array(text.utf8)
        let expected = Outcome(
            events: [
                .init(data: "é€😀", lastEventID: "é1"), .init(data: "2", lastEventID: "é1"),
                .init(name: "x", data: "3\n", lastEventID: "é1"),
            ], lastEventID: "é1", retryTime: .milliseconds(20))
        for first in 0...bytes.count {
            for second in first...bytes.count {
                let chunks = [Array(bytes[..<first]), Array(bytes[first..<second]), Array(bytes[second...])]
                #expect(try parse(chunks) == expected, "cut at \(first) and \(second)")
            }
        }
    }

    @Test func refusesAnEventBeyondTheLimit() throws {
        #expect(try parse([Array("data: 4567\ndata: 90\n\n".utf8)], limit: 10).events.count == 1)
        for text in ["data: 56789012\n", "data: 12345\ndata: 67890\n", ":123456789012345"] {
            let error = #expect(throws: NetworkError.self) { try parse([Array(text.utf8)], limit: 10) }
            #expect(error?.code == .bodyTooLarge)
        }
        var parser = EventParser(limit: 10)
        for _ in 0..<10_000 { _ = try parser.lineReceived(Array(":ping".utf8)) }
    }

    @Test func survivesAnyBytes() throws {
        var random = SplitMix(state: 7)
        let parts = ["data", "id", "event", "retry", ":", " ", "\r", "\n", "\0", "é", "9", "\u{FEFF}"]
        for _ in 0..<500 {
            var bytes: [UInt8] = []
            for _ in 0..<40 {
                bytes += Array((parts.randomElement(using: &random) ?? "").utf8)
                if Bool.random(using: &random) { bytes.append(UInt8.random(in: 0...255, using: &random)) }
            }
            let whole = try parse([bytes])
            #expect(try parse(bytes.map { [$0] }) == whole)
        }
    }
}
