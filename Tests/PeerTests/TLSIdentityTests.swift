import Curlew
import CurlewLibcurl
import Foundation
import Testing

/// Client certificates, pins, revocation lists, versions and ciphers.
@Suite("TLS settings", .enabled(if: Peer.isWanted, "CURLEW_PEERS is not set"))
struct TLSIdentityTests {
    private typealias TLS = TransportConfiguration.TLS
    typealias Identity = TransportConfiguration.ClientIdentity
    private static let password = "open sesame"

    private static func transport(_ change: (inout TransportConfiguration.TLS) throws -> Void) throws
        -> LibcurlTransport
    {
        var tls = TLS(trustStore: .file(try TLSPeer.authorityFile()))
        try change(&tls)
        return LibcurlTransport(configuration: .init(tls: tls))
    }

    private static func data(_ name: String) throws -> Data {
        try Data(contentsOf: URL(filePath: TLSPeer.file(name)))
    }

    /// The same identity in each form.
    private static func identities() throws -> [Identity] {
        let (certificate, key) = (try TLSPeer.file("client.pem"), try TLSPeer.file("client.key"))
        return try [
            .files(certificate: certificate, key: key),
            .files(certificate: certificate, key: TLSPeer.file("client.enc.key"), password: password),
            .pem(certificate: data("client.pem"), key: data("client.key")),
            .pem(certificate: data("client.pem"), key: data("client.enc.key"), password: password),
            .pkcs12(file: TLSPeer.file("client.p12"), password: password),
            .pkcs12(data("client.p12"), password: password),
        ]
    }

    @Test("a client certificate is offered in each form")
    func forms() async throws {
        let nginx = try Peer.variable("CURLEW_CLIENT_NGINX_URL") + "/client"
        for identity in try Self.identities() {
            let transport = try Self.transport { $0.identity = identity }
            for _ in 0..<2 {
                #expect(try await transport.text(.get, nginx).hasPrefix("CN=client "))
            }
            for server in [TLSPeer.Server.wantsCertificate, .wantsCertificateTLS1_2] {
                #expect(try await transport.fetch(.get, TLSPeer.url(server) + "/client").head.status == 200)
            }
        }
        print("Peer | nginx | client certificate: PEM, encrypted key, PKCS#12, files and bytes | honoured")
    }

    @Test("without a certificate nginx responds with 400")
    func missing() async throws {
        let nginx = try Peer.variable("CURLEW_CLIENT_NGINX_URL") + "/client"
        #expect(try await Self.transport { _ in }.fetch(.get, nginx).head.status == 400)
    }

    @Test("each transport shows its own certificate, also when a session could be resumed")
    func isolation() async throws {
        let nginx = try Peer.variable("CURLEW_CLIENT_NGINX_URL") + "/client"
        let names = ["client", "client_two"]
        let transports = try names.map { name in
            try Self.transport {
                $0.identity = .files(
                    certificate: try TLSPeer.file("\(name).pem"), key: try TLSPeer.file("\(name).key"))
            }
        }
        var connections: [Set<Substring>] = [[], []]
        for _ in 0..<4 {
            for (index, transport) in transports.enumerated() {
                let words = try await transport.text(.get, nginx).split(separator: " ")
                #expect(words.first == "CN=\(names[index])")
                connections[index].insert(words[1])
            }
        }
        #expect(connections.allSatisfy { $0.count == 1 })
        #expect(connections[0].isDisjoint(with: connections[1]))
    }

    /// What is wrong, the server, and how the error's message begins; the code is `.tlsFailed`.
    private static func faults() throws -> [(
        name: String, server: TLSPeer.Server, words: String, LibcurlTransport
    )] {
        let key = try TLSPeer.file("client.key")
        return [
            ("expired", .expired, "the server's certificate has expired", try transport { _ in }),
            ("not yet valid", .early, "the server's certificate is not valid yet", try transport { _ in }),
            (
                "wrong host", .otherHost, "the server's certificate is for another host",
                try transport { _ in }
            ),
            ("self-signed", .selfSigned, "the server's certificate is self-signed", try transport { _ in }),
            (
                "unknown authority", .unknownAuthority,
                "the server's certificate is from an unknown authority",
                try transport { _ in }
            ),
            (
                "revoked", .revoked, "the server's certificate was revoked",
                try transport { $0.revocationList = try TLSPeer.file("revoked.crl") }
            ),
            (
                "no list of the authority", .unknownAuthority,
                "the revocation list has nothing from the authority",
                try transport {
                    $0.trustStore = .file(try TLSPeer.file("stranger.pem"))
                    $0.revocationList = try TLSPeer.file("revoked.crl")
                }
            ),
            (
                "pin mismatch", .good,
                "the server's public key has none of the pinned hashes (it has sha256//",
                try transport { $0.pins = [try .init(Data(count: 32).base64EncodedString())] }
            ),
            (
                "protocol too old", .onlyTLS1_2, "the server and the client have no TLS version in common",
                try transport { $0.minimumVersion = .tls1_3 }
            ),
            (
                "certificate required", .wantsCertificate, "the server requires a client certificate",
                try transport { _ in }
            ),
            (
                "certificate refused", .wantsCertificate, "the server refuses the client certificate",
                try transport {
                    $0.identity = .files(
                        certificate: try TLSPeer.file("unknown.pem"), key: try TLSPeer.file("unknown.key"))
                }
            ),
            (
                "certificate refused, TLS 1.2", .wantsCertificateTLS1_2,
                "the server refuses the client certificate",
                try transport {
                    $0.identity = .files(
                        certificate: try TLSPeer.file("unknown.pem"), key: try TLSPeer.file("unknown.key"))
                }
            ),
            (
                "key of another certificate", .wantsCertificate,
                "the client certificate or its key cannot be used",
                try transport {
                    $0.identity = .files(certificate: try TLSPeer.file("client_two.pem"), key: key)
                }
            ),
            (
                "wrong password", .wantsCertificate, "the client certificate or its key cannot be used",
                try transport {
                    $0.identity = .pkcs12(file: try TLSPeer.file("client.p12"), password: "hunter2")
                }
            ),
            (
                "no password", .wantsCertificate, "the client certificate or its key cannot be used",
                try transport {
                    $0.identity = .files(
                        certificate: try TLSPeer.file("client.pem"), key: try TLSPeer.file("client.enc.key"))
                }
            ),
            (
                "unknown cipher", .good, "the ciphers cannot be used",
                try transport { $0.ciphers = "none-such" }
            ),
            (
                "no common cipher", .oneCipher, "the server refuses the handshake",
                try transport { $0.ciphers = "ECDHE-ECDSA-CHACHA20-POLY1305" }
            ),
        ]
    }

    @Test("each fault has its own message")
    func messages() async throws {
        for (name, server, words, transport) in try Self.faults() {
            let target = "/fault?\(UUID().uuidString)"
            let error = try await transport.failure(.get, TLSPeer.url(server) + target)
            #expect(error?.code == .tlsFailed, "\(name)")
            #expect(error?.message.hasPrefix(words) == true, "\(name): \(error?.message ?? "no error")")
            #expect(error.map { "\($0)".contains("hunter2") } == false)
            #expect(try await TLSPeer.count(target) == 0, "no request got through")
            print("TLS fault | libcurl | \(name) | \(error?.code.rawValue ?? "") | \(error?.message ?? "")")
        }
    }

    @Test("a file that cannot be read fails before anything is sent")
    func files() async throws {
        let target = "/files?\(UUID().uuidString)"
        let transports = try [
            Self.transport { $0.identity = .files(certificate: "/nowhere/c.pem", key: "/nowhere/k.pem") },
            Self.transport { $0.identity = .pkcs12(file: "/nowhere/c.p12", password: "") },
            Self.transport { $0.revocationList = "/nowhere/l.pem" },
            Self.transport { $0.trustStore = .union([.system, .file("/nowhere/a.pem")]) },
        ]
        for transport in transports {
            #expect(try await transport.failure(.get, TLSPeer.url() + target)?.code == .fileFailed)
        }
        #expect(try await TLSPeer.count(target) == 0)
    }

    @Test("one of several pins is enough, and the seen one is named")
    func pins() async throws {
        let other = try TransportConfiguration.PublicKeyPin(Data(count: 32).base64EncodedString())
        let error = try await Self.transport { $0.pins = [other] }.failure(.get, TLSPeer.url())
        let message = try #require(error?.message)
        let seen = try #require(
            message.firstRange(of: "sha256//").map { message[$0.lowerBound...].prefix(52) })
        let pinned = try Self.transport { $0.pins = [other, try .init(String(seen))] }
        for _ in 0..<2 { #expect(try await pinned.fetch(.get, TLSPeer.url() + "/pinned").head.status == 200) }
        let unverified = try Self.transport {
            $0.verification = .insecurelyDisabled
            $0.pins = [other]
        }
        #expect(try await unverified.failure(.get, TLSPeer.url())?.code == .tlsFailed)
        print("Peer | Python's ssl | pinned public keys | honoured")
    }

    @Test("several authorities are trusted together")
    func union() async throws {
        let both = try Self.transport {
            $0.trustStore = .union([
                .system, .file(try TLSPeer.authorityFile()), .pem(try Self.data("stranger.pem")),
            ])
        }
        for server in [TLSPeer.Server.good, .unknownAuthority] {
            #expect(try await both.fetch(.get, TLSPeer.url(server) + "/union").head.status == 200)
        }
        #expect(try await both.failure(.get, TLSPeer.url(.selfSigned))?.code == .tlsFailed)
        print("Peer | Python's ssl | several authorities, and the system's | honoured")
    }

    @Test("a revocation list lets other certificates pass, and settings that suit the server are used")
    func accepted() async throws {
        let settings: [(TLSPeer.Server, (inout TransportConfiguration.TLS) throws -> Void)] = [
            (.good, { $0.revocationList = try TLSPeer.file("revoked.crl") }),
            (.good, { $0.minimumVersion = .tls1_3 }),
            (.oneCipher, { $0.ciphers = "ECDHE-ECDSA-AES128-GCM-SHA256" }),
            (.good, { $0.ciphersOfTLS1_3 = "TLS_CHACHA20_POLY1305_SHA256" }),
        ]
        for (server, change) in settings {
            let response = try await Self.transport(change).fetch(.get, TLSPeer.url(server) + "/accepted")
            #expect(response.head.status == 200)
        }
        print("Peer | Python's ssl | revocation list, TLS version, ciphers | honoured")
    }
}
