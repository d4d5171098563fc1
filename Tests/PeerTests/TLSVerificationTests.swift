import Curlew
import CurlewLibcurl
import Foundation
import Testing

/// Which servers a transport trusts.
@Suite("What a libcurl transport trusts", .enabled(if: Peer.isWanted, "CURLEW_PEERS is not set"))
struct TLSVerificationTests {
    private func transport(
        _ authorities: TransportConfiguration.TrustStore = .system,
        _ verification: TransportConfiguration.Verification = .full
    ) -> LibcurlTransport {
        let tls = TransportConfiguration.TLS(trustStore: authorities, verification: verification)
        return LibcurlTransport(configuration: TransportConfiguration(tls: tls))
    }

    @Test("is an authority's certificate in a file or in memory")
    func authorities() async throws {
        let file = try TLSPeer.authorityFile()
        let text = try Data(contentsOf: URL(filePath: file))
        for authorities in [TransportConfiguration.TrustStore.file(file), .pem(text)] {
            let transport = transport(authorities)
            #expect(try await transport.text(.get, TLSPeer.url() + "/file-and-memory") == "0")
            let error = try await transport.failure(.get, TLSPeer.url(.unknownAuthority))
            #expect(error?.code == .tlsFailed)
        }
        #expect(try await transport().failure(.get, TLSPeer.url())?.code == .tlsFailed, "the system's own")
    }

    @Test("is the file that SSL_CERT_FILE names")
    func environment() async {
        await #expect(processExitsWith: .success) {
            unsafe setenv("SSL_CERT_FILE", try TLSPeer.authorityFile(), 1)
            try #require(
                try await LibcurlTransport.libcurl.text(.get, TLSPeer.url() + "/ssl-cert-file") == "0")
            unsafe setenv("SSL_CERT_FILE", try TLSPeer.file("stranger.pem"), 1)
            let error = try await LibcurlTransport().failure(.get, TLSPeer.url())
            try #require(error?.code == .tlsFailed)
            unsafe setenv("SSL_CERT_FILE", "/nowhere/authorities.pem", 1)
            let missing = try await LibcurlTransport().failure(.get, TLSPeer.url())
            try #require(missing?.code == .fileFailed)
            unsafe setenv("SSL_CERT_FILE", "", 1)
            let system = try await LibcurlTransport().failure(.get, TLSPeer.url())
            try #require(system?.code == .tlsFailed)
        }
    }

    @Test("is every server if verification is off, on separate connections")
    func verificationOff() async throws {
        for server in [TLSPeer.Server.selfSigned, .expired, .otherHost, .unknownAuthority] {
            let url = try TLSPeer.url(server)
            let insecure = transport(.system, .insecurelyDisabled)
            let strict = try TLSPeer.transport()
            for _ in 0..<2 {
                let response = try await insecure.fetch(.get, url + "/insecure")
                #expect(response.head.status == 200)
                #expect(try await strict.failure(.get, url + "/strict")?.code == .tlsFailed)
                let client = Client(baseURL: url, transport: strict)
                await #expect(throws: NetworkError.self) {
                    try await client.send(Endpoint<Data>.get("/strict"))
                }
            }
            // A connection made without verification is still open here.
            let reused = try await insecure.fetch(.get, url + "/insecure")
            #expect(reused.head.metrics.isReusedConnection == true)
        }
    }

    @Test("is no server with TLS 1.1, even without verification")
    func oldVersion() async throws {
        let error = try await transport(.system, .insecurelyDisabled).failure(
            .get, TLSPeer.url(.onlyOldVersions))
        #expect(error?.code == .tlsFailed)
        let modern = try await TLSPeer.transport().fetch(.get, TLSPeer.url(.onlyTLS1_2) + "/modern")
        #expect(modern.head.metrics.connection?.tlsVersion == "TLSv1.2")
    }

    @Test("must be valid before anything is sent", arguments: ["missing", "folder", "empty", "key", "cut"])
    func badAuthorities(kind: String) async throws {
        let good = try String(contentsOfFile: TLSPeer.authorityFile(), encoding: .utf8)
        let file = FileManager.default.temporaryDirectory.appending(
            path: "curlew-\(UUID().uuidString)-\(kind)")
        defer { try? FileManager.default.removeItem(at: file) }
        let text: String? =
            switch kind {
            case "empty": ""
            case "key": try String(contentsOfFile: TLSPeer.file("authority.key"), encoding: .utf8)
            case "cut": good + good.prefix(good.utf8.count / 2)
            default: nil
            }
        try text?.write(to: file, atomically: false, encoding: .utf8)
        if kind == "folder" {
            try FileManager.default.createDirectory(at: file, withIntermediateDirectories: true)
        }
        var transports = [transport(.file(file.path))]
        if let text { transports.append(transport(.pem(Data(text.utf8)))) }
        for transport in transports {
            let error = try await transport.failure(.get, "https://127.0.0.1:1/")
            #expect(error?.code == (text == nil ? .fileFailed : .tlsFailed), "not .cannotConnect")
            #expect(try await transport.text(.get, Peer.httpbin() + "/encoding/utf8").isEmpty == false)
        }
    }
}
