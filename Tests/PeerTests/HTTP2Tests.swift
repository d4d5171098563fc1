import Curlew
import CurlewLibcurl
import Foundation
import Testing

/// HTTP/2 by ALPN: many exchanges on one connection, and refusals by the server.
@Suite("HTTP/2", .enabled(if: Peer.isWanted, "CURLEW_PEERS is not set"))
struct HTTP2Tests {
    /// nginx's description of the connection of a request.
    private struct Connection: Hashable {
        let number: String
        let version: String

        init(_ text: String) throws {
            let words = text.split(separator: " ").map(String.init)
            try #require(words.count == 3)
            (number, version) = (words[0], words[2])
        }
    }

    /// Sends that many requests at once; returns their connections, and whether one took so long to establish (one
    /// second) that waiting requests made another.
    private func burst(
        of count: Int, at server: String, _ version: HTTPRequest.VersionChoice = .automatic,
        over transport: LibcurlTransport
    ) async throws -> (connections: [Connection], isSlow: Bool) {
        try await withThrowingTaskGroup(of: (Connection, TransferMetrics).self) { group in
            for _ in 0..<count {
                group.addTask {
                    let (head, body) = try await transport.fetch(
                        .get, server + "/connection", version: version)
                    return (try Connection(String(decoding: body, as: UTF8.self)), head.metrics)
                }
            }
            return try await group.reduce(into: ([], false)) { burst, exchange in
                let (connection, metrics) = exchange
                burst.connections.append(connection)
                let time = (metrics.connect ?? .zero) + (metrics.tls ?? .zero)
                if metrics.isReusedConnection == false, time > .milliseconds(900) { burst.isSlow = true }
            }
        }
    }

    @Test("carries 100 requests at a time on one connection", arguments: [nil, 1])
    func multiplexing(maxConnectionsPerHost: Int?) async throws {
        let server = try Peer.variable("CURLEW_NGINX_URL")
        var transport = try TLSPeer.transport(maxConnectionsPerHost: maxConnectionsPerHost)
        var (seen, isSlow) = try await burst(of: 100, at: server, over: transport)
        // On a busy machine nginx may be too slow for a handshake; with a limit, no request makes another connection.
        for _ in 0..<20 where isSlow && maxConnectionsPerHost == nil {
            transport = try TLSPeer.transport()
            (seen, isSlow) = try await burst(of: 100, at: server, over: transport)
        }
        for round in 1...3 {
            if round > 1 { seen = try await burst(of: 100, at: server, over: transport).connections }
            #expect(seen.count == 100)
            #expect(seen.allSatisfy { $0.version == "HTTP/2.0" })
            #expect(Set(seen).count == 1)
            print(
                "HTTP/2 | round \(round): \(seen.count) requests on \(Set(seen).count) connection, says nginx"
            )
        }
    }

    @Test("is not used for a head that its library refuses to send", arguments: [100_000, 800_000])
    func largeHead(size: Int) async throws {
        let transport = try TLSPeer.transport()
        let url = try Peer.variable("CURLEW_NGINX_URL") + "/connection"
        // Some versions of libcurl send no field of more than 300 KiB.
        var fields = HTTPFields()
        for index in 0..<4 {
            fields[HTTPField.Name("X-Large-\(index)")] = String(repeating: "s", count: size / 4)
        }
        let request = try HTTPRequest(url: url, fields: fields, timeouts: .total(.seconds(30)))
        let response = try await transport.send(request)
        // nginx accepts 32 KiB, and rejects more with a status.
        #expect(response.status.code == 400)
        #expect(response.version == .http1_1)
    }

    @Test("is not used if HTTP/1.1 is requested")
    func forcedVersion() async throws {
        let transport = try TLSPeer.transport()
        let server = try Peer.variable("CURLEW_NGINX_URL")
        for version in [HTTPRequest.VersionChoice.automatic, .http1_1, .automatic, .http1_1] {
            let (head, body) = try await transport.fetch(.get, server + "/connection", version: version)
            let seen = try Connection(String(decoding: body, as: UTF8.self))
            #expect(head.version == (version == .automatic ? .http2 : .http1_1))
            #expect(seen.version == (version == .automatic ? "HTTP/2.0" : "HTTP/1.1"))
        }
    }

    @Test("does not share connections with HTTP/1.1", arguments: [nil, 2])
    func bothVersions(maxConnectionsPerHost: Int?) async throws {
        let transport = try TLSPeer.transport(maxConnectionsPerHost: maxConnectionsPerHost)
        let server = try Peer.variable("CURLEW_NGINX_URL")
        async let first = burst(of: 100, at: server, over: transport)
        async let second = burst(of: 100, at: server, .http1_1, over: transport)
        #expect(try await first.connections.allSatisfy { $0.version == "HTTP/2.0" })
        #expect(try await second.connections.allSatisfy { $0.version == "HTTP/1.1" })
        if maxConnectionsPerHost != nil {
            #expect(try await Set(second.connections).count <= 3, "one may have been replaced")
        }
    }

    @Test("shows in the metrics which requests share a connection")
    func metrics() async throws {
        let transport = try TLSPeer.transport()
        let server = try Peer.variable("CURLEW_NGINX_URL")
        let (first, _) = try await transport.fetch(.get, server + "/connection")
        #expect(first.metrics.isReusedConnection == false)
        #expect(try #require(first.metrics.tls) > .zero)
        #expect(first.metrics.connection?.tlsVersion == "TLSv1.3")
        let (second, _) = try await transport.fetch(.get, server + "/connection")
        #expect(second.metrics.isReusedConnection == true)
        #expect(second.metrics.tls == nil)
        #expect(second.metrics.connection == first.metrics.connection)
    }

    /// nginx serves seven requests per connection, and refuses later ones (RFC 9113 §6.8).
    @Test("survives servers that end a connection under many requests")
    func endedConnections() async throws {
        let transport = try TLSPeer.transport()
        let server = try Peer.variable("CURLEW_ENDING_NGINX_URL")
        for _ in 0..<20 {
            #expect(try await burst(of: 6, at: server, over: transport).connections.count == 6)
        }
        for method in [HTTPRequest.Method.get, .post] {
            for _ in 0..<20 { _ = try await transport.fetch(method, server + "/connection") }
        }
    }

    @Test("resends a refused request once", arguments: [HTTPRequest.Method.get, .post, .put])
    func refused(method: HTTPRequest.Method) async throws {
        let (transport, server) = (try TLSPeer.transport(), try Peer.variable("CURLEW_HTTP2_URL"))
        let target = "/refused?\(UUID().uuidString)"
        let body = method == .get ? nil : RequestBody.data(Data("hello".utf8))
        #expect(try await transport.text(method, server + target, body: body) == "2")
    }

    /// On a reused connection, libcurl does not distinguish a refusal from a loss.
    @Test("resends a request refused on a reused connection only if it is idempotent")
    func refusedOnIdle() async throws {
        let (transport, server) = (try TLSPeer.transport(), try Peer.variable("CURLEW_HTTP2_URL"))
        for method in [HTTPRequest.Method.get, .put, .post] {
            _ = try await transport.fetch(.get, server + "/warm")
            let target = "/refused?\(UUID().uuidString)"
            let body = method == .get ? nil : RequestBody.data(Data("hello".utf8))
            let error = try await transport.failure(method, server + target, body: body)
            #expect(error?.code == (method == .post ? .connectionLost : nil))
            #expect(error?.mayHaveBeenProcessed == (method == .post ? true : nil))
            #expect(try await TLSPeer.count(target, at: server) == (method == .post ? 1 : 2))
        }
    }

    @Test("does not resend a refused stream of bytes, and reports that it was not processed")
    func refusedStream() async throws {
        let (transport, server) = (try TLSPeer.transport(), try Peer.variable("CURLEW_HTTP2_URL"))
        let target = "/refused?\(UUID().uuidString)"
        let chunks = AsyncStream<Data> { continuation in
            continuation.yield(Data("hello".utf8))
            continuation.finish()
        }
        let error = try await transport.failure(.post, server + target, body: .stream(chunks))
        #expect(error?.code == .bodyNotReplayable)
        #expect(error?.mayHaveBeenProcessed == false)
        #expect(try await TLSPeer.count(target, at: server) == 1)
    }

    @Test(
        "does not send a POST again that may have been processed", arguments: ["/internal", "/cut"],
        [true, false])
    func lostPost(path: String, isKept: Bool) async throws {
        let (transport, server) = (try TLSPeer.transport(), try Peer.variable("CURLEW_HTTP2_URL"))
        if isKept { _ = try await transport.fetch(.get, server + "/warm") }
        let target = "\(path)?\(UUID().uuidString)"
        let error = try await transport.failure(.post, server + target, body: .data(Data("hello".utf8)))
        #expect(error?.code == .connectionLost)
        #expect(error?.mayHaveBeenProcessed == true)
        #expect(try await TLSPeer.count(target, at: server) == 1)
    }

    @Test(
        "resends on a fresh connection a request that a dying one may not have processed",
        arguments: ["/goaway", "/cut"])
    func dyingConnection(path: String) async throws {
        let (transport, server) = (try TLSPeer.transport(), try Peer.variable("CURLEW_HTTP2_URL"))
        for method in [HTTPRequest.Method.get, .put, .post] {
            _ = try await transport.fetch(.get, server + "/warm")
            let target = "\(path)?\(UUID().uuidString)"
            let body = method == .get ? nil : RequestBody.data(Data("hello".utf8))
            let error = try await transport.failure(method, server + target, body: body)
            #expect(error?.code == (method == .post ? .connectionLost : nil))
            #expect(try await TLSPeer.count(target, at: server) == (method == .post ? 1 : 2))
        }
    }

    @Test("reports a body as incomplete if its stream is reset")
    func resetBody() async throws {
        let (transport, server) = (try TLSPeer.transport(), try Peer.variable("CURLEW_HTTP2_URL"))
        let request = try HTTPRequest(url: server + "/partial")
        let response = try await transport.send(request)
        _ = try await transport.fetch(.get, server + "/reset")
        let error = await #expect(throws: NetworkError.self) { try await response.body.collect(upTo: 100) }
        #expect(error?.code == .incompleteBody)
    }

    /// If libcurl would let the slow one delay the others, it uses HTTP/1.1.
    @Test("serves others while one response is not read", arguments: ["/50MB", "/gzip/50MB"])
    func slowReader(path: String) async throws {
        let transport = try TLSPeer.transport()
        let server = try Peer.variable("CURLEW_NGINX_URL")
        var request = try HTTPRequest(url: server + path)
        request.fields[.acceptEncoding] = "gzip"
        request.options = .init(decoding: .automatic, delivery: .streamed)
        let unread = try await transport.send(request)
        for _ in 0..<20 {
            let seen = try await burst(of: 20, at: server, over: transport).connections
            #expect(seen.allSatisfy { $0.version == "HTTP/2.0" })
        }
        #expect(try await unread.body.collect(upTo: 50_000_000).count == 50_000_000)
    }
}
