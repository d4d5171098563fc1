import CurlewTesting
import Testing

struct ScriptTests {
    private static let get = "GET /x HTTP/1.1\r\nHost: x\r\n\r\n"

    @Test func sendsExactBytesAndCloses() throws {
        let server = try LoopbackServer { connection in
            _ = try connection.readRequest()
            try connection.send("no HTTP ")
            try connection.send([UInt8(connection.index), 255])
        }
        for index in 0..<3 {
            let client = try RawClient(port: server.port)
            try client.send(Self.get)
            #expect(try client.readToEnd() == Array("no HTTP ".utf8) + [UInt8(index), 255])
        }
        #expect(server.received.map(\.connectionIndex) == [0, 1, 2])
    }

    @Test func readsHeadAndBodyApart() throws {
        let server = try LoopbackServer { connection in
            guard let request = try connection.readHead() else { return }
            try connection.send("\(request.target) ")
            try connection.readBody { chunk in try? connection.send(chunk) }
            try connection.send(connection.read(upTo: 4))
        }
        let client = try RawClient(port: server.port)
        try client.send("PUT /a HTTP/1.1\r\nHost: x\r\nContent-Length: 4\r\n\r\nbodymore?")
        #expect(try client.readExactly(11) == Array("/a bodymore".utf8))
    }

    @Test func resets() throws {
        let server = try LoopbackServer { $0.reset() }
        let client = try RawClient(port: server.port)
        #expect(throws: RawClient.Failure.self) { try client.read() }
    }

    @Test func seesThePeerClose() async throws {
        let server = try LoopbackServer { connection in
            _ = try connection.readHead()
            while true {
                try connection.send(".")
                try connection.pause(.milliseconds(1))
            }
        }
        do {
            let client = try RawClient(port: server.port)
            try client.send(Self.get)
            _ = try client.readExactly(3)
        }
        #expect(await server.waitUntil { $0.connectionCount == 1 && $0.openConnectionCount == 0 })
    }

    @Test func waitsForThePeerToClose() async throws {
        let server = try LoopbackServer { connection in
            let early = connection.waitForPeerToClose(within: .milliseconds(5))
            try connection.send("\(early)\n")
            let late = connection.waitForPeerToClose(within: .seconds(20))
            try connection.send("\(late)\n")
        }
        let client = try RawClient(port: server.port)
        try client.send("unread")
        #expect(try client.readExactly(6) == Array("false\n".utf8))
        client.endSending()
        #expect(try client.readToEnd() == Array("true\n".utf8))
    }

    @Test func anEarlyResponseReachesThePeer() throws {
        let server = try LoopbackServer { connection in
            _ = try connection.readHead()
            try connection.send("HTTP/1.1 413 Content Too Large\r\nContent-Length: 0\r\n\r\n")
        }
        let client = try RawClient(port: server.port)
        try client.send("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1000000\r\n\r\n")
        try client.send([UInt8](repeating: 1, count: 500_000))
        #expect(try client.readResponse().status == 413)
    }

    // On IPv6, where no other test takes the port as soon as it is free.

    @Test func aStoppedServerRefusesConnectionsAndEndsThem() async throws {
        let server = try LoopbackServer(host: .ipv6) { connection in
            _ = try connection.readHead()
            try connection.pause(.seconds(3600))
        }
        let clients = try (0..<10).map { _ in try RawClient(port: server.port, address: "::1") }
        try clients[0].send(Self.get)
        #expect(await server.waitUntil { $0.connectionCount == 10 && $0.requestCount == 1 })
        server.stop()
        server.stop()
        #expect(throws: RawClient.Failure.self) { try RawClient(port: server.port, address: "::1") }
        for client in clients { #expect(try client.readToEnd().isEmpty) }
        #expect(await server.waitUntil { $0.openConnectionCount == 0 })
    }

    @Test func theLastReferenceStopsTheServer() async throws {
        var server: LoopbackServer? = try LoopbackServer(host: .ipv6)
        let port = try #require(server?.port)
        let client = try RawClient(port: port, address: "::1")
        #expect(await server?.waitUntil { $0.connectionCount == 1 } == true)
        server = nil
        #expect(try client.readToEnd().isEmpty)
        #expect(throws: RawClient.Failure.self) { try RawClient(port: port, address: "::1") }
    }

    @Test func aPortThatIsTakenIsAnError() throws {
        let server = try LoopbackServer(host: .ipv6)
        #expect(throws: LoopbackServer.StartError.self) {
            try LoopbackServer(port: server.port, host: .ipv6)
        }
        server.stop()
        #expect(try LoopbackServer(port: server.port, host: .ipv6).port == server.port)
    }

    @Test func listensOnIPv6() throws {
        let server = try LoopbackServer(host: .ipv6)
        #expect(server.url == "http://[::1]:\(server.port)")
        let client = try RawClient(port: server.port, address: "::1")
        try client.send(Self.get)
        #expect(try client.readResponse().status == 404)
    }
}
