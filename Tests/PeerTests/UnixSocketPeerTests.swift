import Curlew
import CurlewLibcurl
import Testing

@Suite("Over a unix socket", .enabled(if: Peer.isWanted, "CURLEW_PEERS is not set"))
struct UnixSocketPeerTests {
    @Test("nginx gets host and path of the URL, on one connection")
    func nginx() async throws {
        let socket = try TransportConfiguration.UnixSocket.path(Peer.variable("CURLEW_NGINX_SOCKET"))
        let transport = LibcurlTransport(configuration: .init(unixSocket: socket))
        var texts: Set<String> = []
        for _ in 0..<3 { texts.insert(try await transport.text(.get, "http://docker.test/socket?a=%20b")) }
        #expect(texts.count == 1)
        #expect(texts.first?.hasPrefix("docker.test unix:") == true)
        #expect(texts.first?.contains("/socket?a=%20b") == true)
        print("Peer | nginx | unix socket | honoured")
    }
}
