import Testing

@testable import CurlewTesting

struct RequestHeadParserTests {
    private static let head = "POST /a?b=c HTTP/1.1\r\nHost: x\r\nX-A: \t v w \t\r\nx-a:2\r\nEmpty:\r\n\r\n"

    /// The result of parsing `text`, received in parts split at each of `cuts`.
    private func parse(
        _ text: String, cuts: [Int] = []
    ) throws(LoopbackServer.ConnectionError) -> (request: LoopbackServer.ReceivedRequest?, used: Int) {
        let bytes = Array(text.utf8)
        var parser = RequestHeadParser()
        var total = 0
        for (start, end) in zip([0] + cuts, cuts + [bytes.count]) {
            let (request, used) = try parser.bytesReceived(bytes[start..<end])
            total += used
            if let request { return (request, total) }
        }
        return (nil, total)
    }

    @Test func readsTheParts() throws {
        let request = try #require(try parse(Self.head).request)
        #expect(request.method == "POST")
        #expect(request.target == "/a?b=c")
        #expect(request.minorVersion == 1)
        #expect(
            request.fields == [
                .init("Host", "x"), .init("X-A", "v w"), .init("x-a", "2"), .init("Empty", ""),
            ])
        #expect(request.headText == Self.head)
        #expect(request.values(of: "X-a") == ["v w", "2"])
    }

    @Test func doesNotDependOnWhereTheInputIsCut() throws {
        let whole = try parse(Self.head).request
        for cut in 0...Self.head.utf8.count {
            #expect(try parse(Self.head, cuts: [cut]).request == whole)
        }
        #expect(try parse(Self.head, cuts: Array(1..<Self.head.utf8.count)).request == whole)
    }

    @Test func leavesWhatFollowsTheHead() throws {
        let (request, used) = try parse(Self.head + "body")
        #expect(request != nil)
        #expect(used == Self.head.utf8.count)
    }

    @Test func isReadyForTheNextHead() throws {
        var parser = RequestHeadParser()
        for _ in 0..<2 { #expect(try parser.bytesReceived(Array(Self.head.utf8)[...]).request != nil) }
    }

    @Test func toleratesOneEmptyLineBeforeTheRequest() throws {
        #expect(try parse("\r\n" + Self.head).request?.method == "POST")
        #expect(throws: LoopbackServer.ConnectionError.self) { try parse("\r\n\r\n" + Self.head) }
    }

    @Test(arguments: [
        Wire("GET  / HTTP/1.1\r\nHost: x\r\n\r\n"),
        Wire("GET /\r\nHost: x\r\n\r\n"),
        Wire(" GET / HTTP/1.1\r\nHost: x\r\n\r\n"),
        Wire("G@T / HTTP/1.1\r\nHost: x\r\n\r\n"),
        Wire("GET /a b HTTP/1.1\r\nHost: x\r\n\r\n"),
        Wire("GET /\u{1} HTTP/1.1\r\nHost: x\r\n\r\n"),
        Wire("GET / HTTP/1.1\r\n\r\n"),
        Wire("GET / HTTP/1.1\r\nHost: x\r\nHost: x\r\n\r\n"),
        Wire("GET / HTTP/1.1\r\nHost : x\r\n\r\n"),
        Wire("GET / HTTP/1.1\r\nHost: x\r\n folded\r\n\r\n"),
        Wire("GET / HTTP/1.1\r\nHost: x\r\n: empty\r\n\r\n"),
        Wire("GET / HTTP/1.1\r\nHost: x\r\nno colon\r\n\r\n"),
        Wire("GET / HTTP/1.1\r\nHost: x\r\nA: 1\u{0}2\r\n\r\n"),
        Wire("GET / HTTP/1.1\r\nHost: x\r\nA: 1\r2\r\n\r\n"),
        Wire("GET / HTTP/1.1\nHost: x\n\n"),
        Wire("GET / HTTP/1.1\r\nHost: x\nA: 1\r\n\r\n"),
    ])
    func refusesAMalformedHead(wire: Wire) {
        #expect { try parse(wire.text) } throws: {
            ($0 as? LoopbackServer.ConnectionError)?.status == wire.status
        }
        #expect { try parse(wire.text, cuts: Array(1..<wire.text.utf8.count)) } throws: {
            ($0 as? LoopbackServer.ConnectionError)?.status == wire.status
        }
    }

    @Test(arguments: ["HTTP/2.0", "HTTP/1.2", "HTTP/1.10", "http/1.1", "HTTP/1"])
    func refusesAnotherVersion(version: String) {
        #expect { try parse("GET / \(version)\r\nHost: x\r\n\r\n") } throws: {
            ($0 as? LoopbackServer.ConnectionError)?.status == 505
        }
    }

    @Test func refusesAHeadWithoutEnd() {
        let field = "A: " + String(repeating: "x", count: 1000) + "\r\n"
        let head = "GET / HTTP/1.1\r\n" + String(repeating: field, count: 300)
        #expect { try parse(head) } throws: { ($0 as? LoopbackServer.ConnectionError)?.status == 431 }
    }
}
