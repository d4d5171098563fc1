import CurlewTesting
import Testing

struct ReplyTests {
    private static let get = "GET / HTTP/1.1\r\nHost: x\r\n\r\n"
    private static let post = "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\n\r\n"

    private static func ok(_ body: String) -> String {
        "HTTP/1.1 200 OK\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)"
    }

    @Test func areSentInOrder() throws {
        let server = try LoopbackServer(replies: [
            .send(Self.ok("a")), .send(Self.ok("b")), .send(Self.ok("c")),
        ])
        let first = try RawClient(port: server.port)
        let second = try RawClient(port: server.port)
        for (client, body) in [(first, "a"), (second, "b"), (first, "c")] {
            try client.send(Self.get)
            #expect(try client.readResponse().text == body)
        }
        try second.send(Self.get)
        #expect(try second.readResponse().status == 500)
    }

    @Test func endAsScripted() throws {
        let server = try LoopbackServer(replies: [
            .init(.send("cut"), .pause(.milliseconds(1)), .sendBytes([0]), .close), .init(.reset),
        ])
        let first = try RawClient(port: server.port)
        try first.send(Self.get)
        #expect(try first.readToEnd() == Array("cut\0".utf8))
        let second = try RawClient(port: server.port)
        try second.send(Self.get)
        #expect(throws: RawClient.Failure.self) { try second.read() }
    }

    @Test func canComeBeforeTheRequest() throws {
        let server = try LoopbackServer(replies: [
            .send(Self.ok("a")), .init(reading: .nothing, .send("early"), .close),
        ])
        let first = try RawClient(port: server.port)
        try first.send(Self.get)
        #expect(try first.readResponse().text == "a")
        #expect(try RawClient(port: server.port).readToEnd() == Array("early".utf8))
    }

    @Test func canComeBeforeTheBody() throws {
        let server = try LoopbackServer(replies: [
            .init(reading: .head, .send(Self.ok("early"))), .send(Self.ok("next")),
        ])
        let client = try RawClient(port: server.port)
        try client.send(Self.post)
        #expect(try client.readResponse().text == "early")
        try client.send("xx" + Self.get)
        #expect(try client.readResponse().text == "next")
    }

    @Test func canRefuseAnExpectation() throws {
        let refusal = "HTTP/1.1 417 Expectation Failed\r\nContent-Length: 0\r\n\r\n"
        let server = try LoopbackServer(replies: [
            .init(reading: .head, .send(refusal)), .send(Self.ok("next")),
        ])
        let client = try RawClient(port: server.port)
        try client.send("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\nExpect: 100-continue\r\n\r\n")
        #expect(try client.readResponse().status == 417)
        try client.send(Self.post + "xx")
        #expect(try client.readResponse().text == "next")
    }

    @Test func canKeepTheConnectionOpen() async throws {
        let server = try LoopbackServer(replies: [.init(.send("half"), .keepOpen)])
        do {
            let client = try RawClient(port: server.port)
            try client.send(Self.get)
            #expect(try client.readExactly(4) == Array("half".utf8))
            #expect(server.openConnectionCount == 1)
        }
        #expect(await server.waitUntil { $0.openConnectionCount == 0 })
    }
}
