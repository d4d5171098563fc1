import Curlew
import CurlewTesting
import Testing

@testable import CurlewLibcurl

extension SocketTests {
    struct AuthoritiesTests {
        @Test func onlyHTTPSNeedsThem() async throws {
            let server = try LoopbackServer()
            let tls = TransportConfiguration.TLS(authorities: .file("/nowhere/authorities.pem"))
            let transport = LibcurlTransport(configuration: TransportConfiguration(tls: tls))
            let response = try await transport.send(HTTPRequest(url: "\(server.url)/get"))
            #expect(response.status == 200)
            _ = try await response.body.collect(upTo: 1 << 20)
            for _ in 0..<2 {
                let error = await #expect(throws: NetworkError.self) {
                    try await transport.send(HTTPRequest(url: "https://127.0.0.1:1/"))
                }
                #expect(error?.code == .fileFailed)
            }
        }
    }
}
