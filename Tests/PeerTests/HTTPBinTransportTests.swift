import Curlew
import Foundation
import Testing

/// Bare requests to a real httpbin.
@Suite("A transport to httpbin", .enabled(if: Peer.isWanted, "CURLEW_PEERS is not set"))
struct HTTPBinTransportTests {
    @Test(
        "returns every status as the response", arguments: PeerTransport.allCases,
        [200, 204, 304, 400, 401, 418, 503])
    func status(on transport: PeerTransport, code: Int) async throws {
        let (head, _) = try await transport.send(.get, "/status/\(code)")
        #expect(head.status.code == code)
    }

    @Test("returns the redirect as the response", arguments: PeerTransport.allCases, [302, 307])
    func redirect(on transport: PeerTransport, code: Int) async throws {
        let (head, _) = try await transport.send(.get, "/redirect-to?url=/get&status_code=\(code)")
        #expect(head.status.code == code)
        #expect(head.fields[.location] == "/get")
    }

    @Test("returns the challenge as the response", arguments: PeerTransport.allCases)
    func challenge(on transport: PeerTransport) async throws {
        let (head, _) = try await transport.send(.get, "/basic-auth/ada/secret")
        #expect(head.status.code == 401)
        #expect(head.fields[.wwwAuthenticate]?.hasPrefix("Basic") == true)
        let (accepted, _) = try await transport.send(
            .get, "/basic-auth/ada/secret", fields: [.authorization: "Basic YWRhOnNlY3JldA=="])
        #expect(accepted.status.code == 200)
    }

    @Test(
        "reads 1 MiB", arguments: PeerTransport.allCases,
        ["/bytes/102400", "/stream-bytes/102400?chunk_size=777"])
    func bytes(on transport: PeerTransport, path: String) async throws {
        let (_, body) = try await transport.send(.get, path)
        #expect(body.count == 102_400)
    }

    @Test("sends and reads back 1 MiB", arguments: PeerTransport.allCases)
    func megabyte(on transport: PeerTransport) async throws {
        let text = String(repeating: "0123456789abcdef", count: 65_536)
        let (_, body) = try await transport.send(
            .post, "/post", fields: [.contentType: "text/plain"], body: .data(Data(text.utf8)))
        let echo = try JSONDecoder().decode(JSONValue.self, from: body)
        let isSame = echo["data"]?.stringValue == text
        #expect(isSame, "\(body.count) bytes came back")
    }

    @Test("reads a body that drips", arguments: PeerTransport.allCases)
    func drip(on transport: PeerTransport) async throws {
        let (head, body) = try await transport.send(.get, "/drip?numbytes=5&duration=1&delay=0")
        #expect(head.status.code == 200)
        #expect(body == Data("*****".utf8))
    }

    @Test("reads repeated fields", arguments: PeerTransport.allCases)
    func repeatedFields(on transport: PeerTransport) async throws {
        let (head, _) = try await transport.send(.get, "/response-headers?X-Multi=a&X-Multi=b&X-One=1")
        #expect(head.fields["X-Multi"] == "a, b")
        #expect(head.fields["x-one"] == "1")
    }

    @Test("sends its fields", arguments: PeerTransport.allCases)
    func sentFields(on transport: PeerTransport) async throws {
        let (_, body) = try await transport.send(
            .get, "/headers", fields: ["X-Own": "v", "User-Agent": "me"])
        let fields = try JSONDecoder().decode(JSONValue.self, from: body)["headers"]
        #expect(fields?["X-Own"]?.stringValue == "v")
        #expect(fields?["User-Agent"]?.stringValue == "me")
    }

    @Test("reads a HEAD", arguments: PeerTransport.allCases)
    func head(on transport: PeerTransport) async throws {
        let (head, body) = try await transport.send(.head, "/get")
        #expect(head.status.code == 200)
        #expect((head.contentLength ?? 0) > 0)
        #expect(body.isEmpty)
    }

    @Test("ends at its head limit", arguments: PeerTransport.allCases)
    func timeout(on transport: PeerTransport) async throws {
        let error = await #expect(throws: NetworkError.self) {
            try await transport.send(.get, "/delay/3", timeouts: Timeouts(head: .milliseconds(300)))
        }
        #expect(error?.code == .timedOut)
        #expect(error?.phase == .head)
    }
}
