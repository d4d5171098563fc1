import Curlew
import CurlewTesting
import Foundation
import Testing

@testable import CurlewLibcurl

extension SocketTests {
    struct AuthoritiesTests {
        @Test func onlyHTTPSNeedsThem() async throws {
            let server = try LoopbackServer()
            let tls = TransportConfiguration.TLS(trustStore: .file("/nowhere/authorities.pem"))
            let transport = LibcurlTransport(configuration: TransportConfiguration(tls: tls))
            let response = try await transport.send(HTTPRequest(url: "\(server.url)/get"))
            #expect(response.status == 200)
            _ = try await response.body.collect(upTo: 1 << 20)
            let error = await #expect(throws: NetworkError.self) {
                try await transport.send(HTTPRequest(url: "https://127.0.0.1:1/"))
            }
            #expect(error?.code == .fileFailed)
        }

        @Test func aFailureToReadThemIsNotKept() async throws {
            let path = FileManager.default.temporaryDirectory.path + "/curlew-\(UUID().uuidString).pem"
            let tls = TransportConfiguration.TLS(trustStore: .file(path))
            let transport = LibcurlTransport(configuration: TransportConfiguration(tls: tls))
            let request = try HTTPRequest(url: "https://127.0.0.1:1/")
            #expect(await transport.failure(of: request)?.code == .fileFailed)
            try Data("no certificate".utf8).write(to: URL(filePath: path))
            defer { try? FileManager.default.removeItem(atPath: path) }
            #expect(await transport.failure(of: request)?.code == .tlsFailed)
        }
    }
}
