import Curlew
import CurlewLibcurl
import Foundation
import TestSupport
import Testing

/// The servers of `tls.py`, each with its own fault, and their certificates.
enum TLSPeer {
    /// A server of `tls.py` by its name there.
    enum Server: String, CaseIterable {
        case good
        case onlyTLS1_2 = "tls1_2"
        case expired
        case revoked
        case early
        case otherHost = "other_host"
        case selfSigned = "self_signed"
        case unknownAuthority = "unknown"
        case onlyOldVersions = "old"
        case plain
        case closesInHandshake = "closes"
        case resetsInHandshake = "resets"
        case silent
        /// It refuses with an alert in the clear.
        case alert
        case wantsCertificate = "client_certificate"
        case wantsCertificateTLS1_2 = "client_certificate1_2"
        /// It accepts one cipher, of TLS 1.2.
        case oneCipher = "one_cipher"
        /// It resets every other connection in the handshake.
        case flaky
    }

    /// The servers that cut the handshake, each at its own step.
    static let cuts = ["nothing", "bytes", "half", "flight"].flatMap { ["\($0)_closes", "\($0)_resets"] }

    private static func folder() throws -> String { try Peer.variable("CURLEW_TLS_FOLDER") }

    /// The file of the authority that issued the good servers' certificates, including those of nginx and `http2.py`.
    static func authorityFile() throws -> String { try file("authority.pem") }

    /// A file in the folder of certificates.
    static func file(_ name: String) throws -> String { try "\(folder())/\(name)" }

    static func url(_ server: Server = .good, host: String = "127.0.0.1") throws -> String {
        try url(named: server.rawValue, host: host)
    }

    static func url(named name: String, host: String = "127.0.0.1") throws -> String {
        let data = try Data(contentsOf: URL(filePath: file("ports.json")))
        let ports = try JSONDecoder().decode([String: Int].self, from: data)
        return "https://\(host):\(try #require(ports[name]))"
    }

    /// A new transport that trusts the authority.
    static func transport(maxConnectionsPerHost: Int? = nil) throws -> LibcurlTransport {
        let tls = TransportConfiguration.TLS(trustStore: .file(try authorityFile()))
        return LibcurlTransport(
            configuration: TransportConfiguration(maxConnectionsPerHost: maxConnectionsPerHost, tls: tls))
    }

    /// How often the server has seen a target, or a connection of a name, or the end of either.
    static func count(_ target: String, at server: String? = nil) async throws -> Int {
        let url = try server ?? Self.url()
        let text = try await transport().text(.get, "\(url)/seen?\(target)")
        return try #require(Int(text))
    }

    /// Polls until the server has seen it that often; false after ten seconds.
    static func waitForCount(_ count: Int, of target: String) async throws -> Bool {
        for _ in 0..<500 {
            if try await self.count(target) == count { return true }
            try await Task.sleep(for: .milliseconds(20))
        }
        return false
    }

    /// Makes the transport keep that many idle connections to the good server.
    static func keep(_ count: Int, _ transport: LibcurlTransport) async throws {
        let (target, gate) = ("/warm?\(UUID().uuidString)", Gate())
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<count {
                group.addTask {
                    // Until its body has arrived, no other request can use the connection.
                    let body = AsyncStream<Data> {
                        await gate.wait()
                        return nil
                    }
                    _ = try await transport.fetch(.post, url() + target, body: .stream(body, length: 0))
                }
            }
            defer { gate.open() }
            #expect(try await waitForCount(count, of: target))
            gate.open()
            try await group.waitForAll()
        }
    }

    /// Makes the server end the connection of the response to the target, which begins with `/idle`.
    static func endIdle(_ target: String) async throws {
        _ = try await transport().text(.post, "\(url())/end?\(target)")
        #expect(try await waitForCount(1, of: "\(target)-has-ended"))
    }
}

extension Transport {
    /// Sends a request and reads its whole response.
    func fetch(
        _ method: HTTPRequest.Method = .get, _ url: String, body: RequestBody? = nil,
        version: HTTPRequest.VersionChoice = .automatic
    ) async throws -> (head: HTTPResponse, body: Data) {
        let request = try HTTPRequest(
            method: method, url: url, body: body, timeouts: .total(.seconds(30)),
            options: .init(httpVersion: version))
        let response = try await send(request)
        return (response, try await response.body.collect(upTo: 1 << 22))
    }

    /// The response's body as text.
    func text(
        _ method: HTTPRequest.Method = .get, _ url: String, body: RequestBody? = nil,
        version: HTTPRequest.VersionChoice = .automatic
    ) async throws -> String {
        String(decoding: try await fetch(method, url, body: body, version: version).body, as: UTF8.self)
    }

    /// The error of sending the request or reading its response; nil if it succeeds.
    func failure(
        _ method: HTTPRequest.Method = .get, _ url: String, body: RequestBody? = nil
    ) async throws -> NetworkError? {
        do {
            _ = try await fetch(method, url, body: body)
            return nil
        } catch let error as NetworkError {
            return error
        }
    }
}
