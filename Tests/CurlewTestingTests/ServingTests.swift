import CurlewTesting
import Testing

/// What HTTP/1.1 requires of the server for any route.
struct ServingTests {
    private let server: LoopbackServer
    private let client: RawClient

    init() throws {
        server = try LoopbackServer()
        client = try RawClient(port: server.port)
    }

    @Test func keepsTheConnection() throws {
        for count in 1...3 {
            try client.send("GET /bytes/\(count) HTTP/1.1\r\nHost: x\r\n\r\n")
            #expect(try client.readResponse().body.count == count)
        }
        #expect(server.connectionCount == 1)
        #expect(server.requestCount == 3)
    }

    @Test func servesPipelinedRequests() throws {
        let request = "POST /sha256 HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\n\r\nabc"
        try client.send(String(repeating: request, count: 5))
        for _ in 0..<5 { #expect(try client.readResponse().text.contains(#""length": 3"#)) }
    }

    @Test func readsRequestsThatComeByteByByte() throws {
        let request =
            "POST /echo HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nab\r\n1\r\nc\r\n0\r\n\r\n"
        for byte in request.utf8 { try client.send([byte]) }
        #expect(try client.readResponse().text.hasSuffix("\r\n\r\nabc"))
    }

    @Test func closesOnRequest() throws {
        try client.send("GET /get HTTP/1.1\r\nHost: x\r\nConnection: keep-alive, Close\r\n\r\n")
        #expect(try client.readResponse()["Connection"] == "close")
        #expect(try client.readToEnd().isEmpty)
    }

    @Test func closesAfterHTTP10UnlessAskedNotTo() throws {
        try client.send("GET /bytes/1 HTTP/1.0\r\nConnection: keep-alive\r\n\r\n")
        #expect(try client.readResponse()["Connection"] == "keep-alive")
        try client.send("GET /stream-bytes/5 HTTP/1.0\r\n\r\n")
        let head = try client.readHead()
        #expect(!head.contains("chunked"))
        #expect(try client.readToEnd() == [0, 1, 2, 3, 4])
    }

    @Test func continuesWhenTheBodyIsWanted() throws {
        try client.send(
            "POST /sha256 HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\nExpect: 100-continue\r\n\r\n")
        #expect(try client.readHead() == "HTTP/1.1 100 Continue\r\n\r\n")
        try client.send("abc")
        #expect(try client.readResponse().status == 200)
    }

    @Test func doesNotRequestAnUnneededBody() throws {
        try client.send(
            "POST /nothing HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\nExpect: 100-continue\r\n\r\n")
        let response = try client.readResponse()
        #expect(response.status == 404)
        #expect(response["Connection"] == "close")
        #expect(try client.readToEnd().isEmpty)
    }

    @Test func readsALargeUnwantedBody() throws {
        let body = [UInt8](repeating: 7, count: 3 << 20)
        try client.send("POST /status/413 HTTP/1.1\r\nHost: x\r\nContent-Length: \(body.count)\r\n\r\n")
        try client.send(body)
        #expect(try client.readResponse().status == 413)
        try client.send("GET /get HTTP/1.1\r\nHost: x\r\n\r\n")
        #expect(try client.readResponse().status == 200)
        #expect(server.received.first?.body.count == 1 << 20)
        #expect(server.received.first?.bodyLength == 3 << 20)
    }

    @Test(arguments: [
        Wire("nonsense\r\n\r\n", status: 400),
        Wire("GET / HTTP/1.1\r\n\r\n", status: 400),
        Wire("GET / HTTP/3.0\r\nHost: x\r\n\r\n", status: 505),
        Wire("\u{0}\u{1}\u{2}\r\n\r\n", status: 400),
        Wire("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: x\r\n\r\n", status: 400),
        Wire("POST /post HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n", status: 400),
        Wire("POST /post HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: gzip\r\n\r\n", status: 501),
    ])
    func refusesAMalformedRequestAndCloses(wire: Wire) throws {
        try client.send(wire.text + "GET /get HTTP/1.1\r\nHost: x\r\n\r\n")
        #expect(try client.readResponse().status == wire.status)
        client.endSending()
        #expect(try client.readToEnd().isEmpty)
    }

    @Test func refusesAHeadThatNeverEnds() throws {
        let field = [UInt8]("A: \(String(repeating: "x", count: 60_000))\r\n".utf8)
        try client.send("GET / HTTP/1.1\r\n")
        for _ in 0..<5 { try client.send(field) }
        #expect(try client.readResponse().status == 431)
    }

    @Test func outlivesPeersThatGoAway() async throws {
        for request in [
            "", "GET", "GET /bytes/100000000 HTTP/1.1\r\nHost: x\r\n\r\n",
            "GET /delay/60 HTTP/1.1\r\nHost: x\r\n\r\n",
        ] {
            try RawClient(port: server.port).send(request)
        }
        #expect(await server.waitUntil { $0.connectionCount == 5 && $0.openConnectionCount == 1 })
    }
}
