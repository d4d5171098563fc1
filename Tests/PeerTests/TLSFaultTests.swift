import Curlew
import CurlewLibcurl
import Foundation
import Testing

/// Servers with which no TLS connection can be established.
@Suite("A server's TLS fault", .enabled(if: Peer.isWanted, "CURLEW_PEERS is not set"))
struct TLSFaultTests {
    @Test("is named by the error", arguments: TLSFault.all)
    func isNamed(fault: TLSFault) async throws {
        let target = "/fault?\(UUID().uuidString)"
        for host in ["127.0.0.1", "localhost"] {
            let url = try TLSPeer.url(fault.server, host: host)
            let error = try await TLSPeer.transport().failure(.get, url + target)
            #expect(error?.code == fault.code)
            #expect(error?.message.contains(fault.words) == true)
            #expect(error?.metrics?.connect != nil)
            if host == "localhost", let error {
                print("TLS fault | \(fault.server) | \(error.code) | \(error.message)")
            }
        }
        #expect(try await TLSPeer.count(target) == 0, "no request got through")
    }

    @Test(
        "of requiring a client certificate is named in every run",
        arguments: [TLSPeer.Server.wantsCertificate, .wantsCertificateTLS1_2])
    func clientCertificate(server: TLSPeer.Server) async throws {
        let target = "/fault?\(UUID().uuidString)"
        let transport = try TLSPeer.transport()
        for index in 0..<40 {
            let body = [nil, RequestBody.data(Data("hello".utf8)), .data(Data(count: 200_000))][index % 3]
            let url = try TLSPeer.url(server) + target
            let error = try await transport.failure(body == nil ? .get : .post, url, body: body)
            #expect(error?.code == .tlsFailed)
            #expect(error?.message.hasPrefix("the server requires a client certificate (") == true)
        }
        #expect(try await TLSPeer.count(target) == 0, "no request got through")
    }

    @Test("is a lost connection if the handshake is cut", arguments: TLSPeer.cuts)
    func cutHandshake(server: String) async throws {
        for body in [nil, RequestBody.data(Data("hello".utf8))] {
            let url = try TLSPeer.url(named: server)
            let error = try await TLSPeer.transport().failure(body == nil ? .get : .post, url, body: body)
            #expect(error?.code == .cannotConnect)
            // A reset at once may be noticed while the connection is being made.
            guard server != "nothing_resets" else { continue }
            #expect(error?.message.contains("connection ended during the TLS handshake") == true)
        }
    }

    @Test("leaves the time limits as they are")
    func silence() async throws {
        let ended = try await TLSPeer.count("silent-has-ended")
        // Long enough for a busy machine to begin the handshake within them.
        for timeouts in [Timeouts(connect: .seconds(2)), Timeouts(head: .seconds(2)), .total(.seconds(2))] {
            let request = try HTTPRequest(url: TLSPeer.url(.silent), timeouts: timeouts)
            let transport = try TLSPeer.transport()
            let error = await #expect(throws: NetworkError.self) { try await transport.send(request) }
            #expect(error?.code == .timedOut)
            #expect(
                error?.phase == (timeouts.connect != nil ? .connect : timeouts.head != nil ? .head : .total))
            #expect(error?.metrics?.connect != nil)
            #expect(error?.metrics?.tls != nil, "as long as it took up to then")
        }
        #expect(try await TLSPeer.waitForCount(ended + 3, of: "silent-has-ended"))
    }
}
