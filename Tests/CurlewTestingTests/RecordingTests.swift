import CurlewTesting
import Testing

struct RecordingTests {
    private static let post = "POST /post HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\n\r\n"

    @Test func keepsTheRequestWhileItsBodyIsStillComing() async throws {
        let server = try LoopbackServer(recording: .latest(bodiesUpTo: 4))
        let client = try RawClient(port: server.port)
        try client.send(Self.post + "01234")
        #expect(await server.waitUntil { $0.received.first?.bodyLength == 5 })
        #expect(server.received.first?.isComplete == false)
        try client.send("56789")
        _ = try client.readResponse()
        let request = try #require(server.received.first)
        #expect(request.isComplete)
        #expect(request.bodyLength == 10)
        #expect(request.bodyText == "0123")
        #expect(request.headText == Self.post)
        #expect(request["content-length"] == "10")
    }

    @Test func keepsTheLatestRequestsAndCountsAll() async throws {
        let server = try LoopbackServer(recording: .latest(2))
        let client = try RawClient(port: server.port)
        for index in 0..<5 {
            try client.send("GET /status/\(200 + index) HTTP/1.1\r\nHost: x\r\n\r\n")
            _ = try client.readResponse()
        }
        #expect(server.received.map(\.path) == ["/status/203", "/status/204"])
        #expect(await server.waitUntil { $0.requestCount == 5 && $0.received.last?.path == "/status/204" })
    }

    @Test func keepsAThousandRequestsByDefault() throws {
        let server = try LoopbackServer { connection in
            while try connection.readRequest() != nil {}
            try connection.send("all")
        }
        let client = try RawClient(port: server.port)
        for index in 0..<1_001 { try client.send("GET /\(index) HTTP/1.1\r\nHost: x\r\n\r\n") }
        client.endSending()
        #expect(try client.readToEnd() == Array("all".utf8))
        #expect(server.requestCount == 1_001)
        #expect(server.received.map(\.path) == (1...1_000).map { "/\($0)" })
    }

    @Test func canBeSwitchedOff() throws {
        let server = try LoopbackServer(recording: .off)
        let client = try RawClient(port: server.port)
        try client.send(Self.post + "0123456789")
        #expect(try client.readResponse().text.contains("0123456789"))
        #expect(server.received.isEmpty)
        #expect(server.requestCount == 1)
    }

    @Test func waitingEndsAtTheLimit() async throws {
        let server = try LoopbackServer()
        #expect(await !server.waitUntil(within: .milliseconds(10)) { $0.requestCount > 0 })
        let task = Task { await server.waitUntil(within: .seconds(3600)) { $0.requestCount > 0 } }
        task.cancel()
        #expect(await !task.value)
    }

    @Test(
        .enabled(if: DescriptorLimit.raise(to: 10_000), "the process may not open 10,000 descriptors"),
        .timeLimit(.minutes(5))
    )
    func holdsFourThousandConnections() async throws {
        let server = try LoopbackServer(recording: .off)
        do {
            let clients = try (0..<4000).map { _ in try RawClient(port: server.port) }
            for client in clients { try client.send("GET /delay/0.1 HTTP/1.1\r\nHost: x\r\n\r\n") }
            for client in clients { #expect(try client.readResponse().status == 200) }
            #expect(server.peakOpenConnectionCount == 4000)
        }
        #expect(await server.waitUntil(within: .seconds(60)) { $0.openConnectionCount == 0 })
    }
}
