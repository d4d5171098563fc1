import Curlew
import CurlewLibcurl
import CurlewTesting
import Foundation
import Testing

/// A server that resets every other connection in the TLS handshake, starting with the first.
@Suite(
    "A connection that is reset in the handshake", .serialized,
    .enabled(if: Peer.isWanted, "CURLEW_PEERS is not set"))
struct TLSRetryTests {
    private func client(_ server: TLSPeer.Server = .flaky) throws -> Client {
        Client(
            baseURL: try TLSPeer.url(server), transport: try TLSPeer.transport(),
            configuration: .init(timeouts: .total(.seconds(20)), retries: .standard))
    }

    @Test("is replaced, also for POST", arguments: [HTTPRequest.Method.get, .post])
    func retry(method: HTTPRequest.Method) async throws {
        let id = UUID().uuidString
        var endpoint = Endpoint<Data>.get("/retried", query: ["id": id])
        endpoint.method = method
        if method == .post { endpoint.body = .data(Data("hello".utf8)) }
        let body = try await client().send(endpoint)
        #expect(String(decoding: body, as: UTF8.self) == (method == .post ? "5" : "0"))
        #expect(try await TLSPeer.count("/retried?id=\(id)") == 1)
    }

    @Test(
        "is final if the server refuses", arguments: [TLSPeer.Server.unknownAuthority, .wantsCertificate])
    func refusal(server: TLSPeer.Server) async throws {
        let client = try client(server)
        let error = await #expect(throws: NetworkError.self) {
            try await client.send(Endpoint<Data>.get("/refused"))
        }
        #expect(error?.code == .tlsFailed)
        #expect(error?.attempts == 1)
    }
}
