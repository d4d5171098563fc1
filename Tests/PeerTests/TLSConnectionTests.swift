import Curlew
import CurlewLibcurl
import Foundation
import Testing

/// How TLS connections are reused, described and ended.
@Suite("A TLS connection", .enabled(if: Peer.isWanted, "CURLEW_PEERS is not set"))
struct TLSConnectionTests {
    /// How the server ends an idle connection.
    enum Ending: String, CaseIterable {
        case cut
        case notified
        case reset
    }

    @Test("shows its version, cipher and handshake in the metrics")
    func metrics() async throws {
        let transport = try TLSPeer.transport()
        let url = try TLSPeer.url() + "/metrics"
        let (first, _) = try await transport.fetch(.get, url)
        #expect(first.version == .http1_1)
        #expect(first.metrics.isReusedConnection == false)
        #expect(first.metrics.connection?.tlsVersion == "TLSv1.3")
        #expect(first.metrics.connection?.tlsCipher?.hasPrefix("TLS_") == true)
        let handshake = try #require(first.metrics.tls)
        #expect(handshake > .zero)
        #expect(try #require(first.metrics.firstByte) >= handshake)
        let (second, _) = try await transport.fetch(.get, url)
        #expect(second.metrics.isReusedConnection == true)
        #expect(second.metrics.tls == nil)
        #expect(second.metrics.connection == first.metrics.connection)
    }

    @Test(
        "that the server has closed is replaced", arguments: Ending.allCases, [HTTPRequest.Method.get, .post])
    func closedWhileIdle(ending: Ending, method: HTTPRequest.Method) async throws {
        let transport = try TLSPeer.transport()
        let id = UUID().uuidString
        let idle = "/idle/\(ending.rawValue)?\(id)"
        let url = try TLSPeer.url()
        _ = try await transport.fetch(.get, url + idle)
        try await TLSPeer.endIdle(idle)
        let body = method == .post ? RequestBody.data(Data(count: 8 << 20)) : nil
        let (head, text) = try await transport.fetch(method, "\(url)/next?\(id)", body: body)
        #expect(head.metrics.isReusedConnection == false)
        #expect(String(decoding: text, as: UTF8.self) == (method == .post ? "8388608" : "0"))
        #expect(try await TLSPeer.count("/next?\(id)") == 1)
    }

    @Test("that dies during a POST causes no resend", arguments: [true, false], [5, 3_000_000])
    func postIsSentOnce(isKept: Bool, size: Int) async throws {
        let transport = try TLSPeer.transport()
        let url = try TLSPeer.url()
        let target = "/swallow?\(UUID().uuidString)"
        if isKept { _ = try await transport.fetch(.get, url + "/warm") }
        let body = RequestBody.data(Data(count: size))
        let error = try await transport.failure(.post, url + target, body: body)
        #expect(error?.code == .connectionLost)
        #expect(error?.mayHaveBeenProcessed == true)
        #expect(try await TLSPeer.count(target) == 1)
    }

    @Test("that dies during a GET causes one resend, if it was reused", arguments: [true, false])
    func getIsRepeated(isKept: Bool) async throws {
        let transport = try TLSPeer.transport()
        let url = try TLSPeer.url()
        let target = "/swallow?\(UUID().uuidString)"
        if isKept { _ = try await transport.fetch(.get, url + "/warm") }
        let error = try await transport.failure(.get, url + target)
        #expect(error?.code == .connectionLost)
        #expect(try await TLSPeer.count(target) == (isKept ? 2 : 1))
    }

    @Test("that ends within a body leaves it incomplete", arguments: ["/length/cut", "/until-close/cut"])
    func truncation(path: String) async throws {
        let transport = try TLSPeer.transport()
        for path in [path, "/warm", path] {
            let error = try await transport.failure(.get, TLSPeer.url() + path)
            #expect(error?.code == (path == "/warm" ? nil : .incompleteBody))
        }
    }

    @Test("that ends with close_notify does not affect the next one", arguments: [1, 4])
    func announcedEndBefore(keptCount: Int) async throws {
        let transport = try TLSPeer.transport()
        let url = try TLSPeer.url()
        try await TLSPeer.keep(keptCount, transport)
        let target = "/until/second/cut?\(UUID().uuidString)"
        #expect(try await transport.failure(.get, url + target)?.code == .incompleteBody)
        #expect(try await TLSPeer.count(target) == 2)
    }

    @Test("that died is replaced by a fresh one, never by another idle one")
    func repeatIsFresh() async throws {
        let transport = try TLSPeer.transport()
        try await TLSPeer.keep(4, transport)
        let target = "/swallow?\(UUID().uuidString)"
        let error = try await transport.failure(.get, TLSPeer.url() + target)
        #expect(error?.code == .connectionLost)
        #expect(error?.metrics?.isReusedConnection != true)
        #expect(try await TLSPeer.count(target) == 2)
    }

    @Test("that ends with close_notify completes a body without a length")
    func announcedEnd() async throws {
        let transport = try TLSPeer.transport()
        let url = try TLSPeer.url()
        for _ in 0..<2 {
            #expect(try await transport.text(.get, url + "/warm") == "0")
            #expect(try await transport.text(.get, url + "/until-close/notified") == "0")
        }
    }
}
