import Curlew
import CurlewLibcurl
import CurlewTesting
import Foundation
import Testing

/// What a libcurl transport trusts in addition to the system: each test gives a process its own system files.
///
/// `authority` issued the certificate of the server `good`, `stranger` that of the server `unknownAuthority`.
@Suite(
    "A system that trusts others", .serialized, .timeLimit(.minutes(5)),
    .enabled(if: Peer.isWanted, "CURLEW_PEERS is not set"),
    .enabled(
        if: MountedProcess.isPossible, "only the superuser of a Linux can give a process mounts of its own"))
struct TLSSystemTests {
    /// A folder in which OpenSSL finds one authority by its name's hash, with a file that holds another.
    private func folder(hashed: String?, bundle: String?, named name: String = "ca-certificates.crt")
        async throws -> String
    {
        let folder = try TLSPeer.file("system-\(UUID().uuidString)")
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        if let hashed {
            try FileManager.default.copyItem(atPath: TLSPeer.file(hashed), toPath: folder + "/\(hashed)")
            let outcome = try await Subprocess.run(
                ["/usr/bin/env", "openssl", "rehash", folder], within: .seconds(20))
            try #require(outcome.ending == .exited(0), "\(outcome.output)")
        }
        if let bundle {
            try FileManager.default.copyItem(atPath: TLSPeer.file(bundle), toPath: "\(folder)/\(name)")
        }
        return folder
    }

    private func outcomes(
        _ server: TLSPeer.Server, _ folder: String, as path: String = "/etc/ssl/certs",
        _ variables: [String: String] = [:]
    ) async throws -> String {
        try await MountedProcess.trustOutcomes(
            server, trusting: TLSPeer.authorityFile(), seeing: folder, as: path, variables: variables)
    }

    @Test("makes no difference if the caller names the authorities")
    func namedAuthorities() async throws {
        let folder = try await folder(hashed: "stranger.pem", bundle: "stranger.pem")
        let file = ["SSL_CERT_FILE": try TLSPeer.authorityFile()]
        #expect(
            try await outcomes(.unknownAuthority, folder, file)
                == "system tlsFailed file tlsFailed pem tlsFailed")
        #expect(try await outcomes(.good, folder, file) == "system 200 file 200 pem 200")
    }

    @Test("is trusted if it has only a folder, or only a file")
    func system() async throws {
        let hashed = try await folder(hashed: "stranger.pem", bundle: nil)
        let debian = try await folder(hashed: nil, bundle: "stranger.pem")
        let alpine = try await folder(hashed: nil, bundle: "stranger.pem", named: "cert.pem")
        for (folder, path) in [(hashed, "/etc/ssl/certs"), (debian, "/etc/ssl/certs"), (alpine, "/etc/ssl")] {
            #expect(
                try await outcomes(.unknownAuthority, folder, as: path)
                    == "system 200 file tlsFailed pem tlsFailed")
            #expect(try await outcomes(.good, folder, as: path) == "system tlsFailed file 200 pem 200")
        }
    }

    @Test("is replaced by the folder that SSL_CERT_DIR names, and only by it together with SSL_CERT_FILE")
    func namedFolder() async throws {
        let system = try await folder(hashed: "authority.pem", bundle: "stranger.pem")
        let named = try await folder(hashed: "self_signed.pem", bundle: nil)
        let empty = try await folder(hashed: nil, bundle: nil)
        let file = try TLSPeer.authorityFile()
        let cases: [([String: String], TLSPeer.Server, String)] = [
            (["SSL_CERT_DIR": named], .selfSigned, "200"),
            (["SSL_CERT_DIR": named], .unknownAuthority, "200"),
            (["SSL_CERT_DIR": named], .good, "tlsFailed"), ([:], .good, "200"),
            (["SSL_CERT_DIR": named, "SSL_CERT_FILE": file], .selfSigned, "200"),
            (["SSL_CERT_DIR": named, "SSL_CERT_FILE": file], .good, "200"),
            (["SSL_CERT_DIR": named, "SSL_CERT_FILE": file], .unknownAuthority, "tlsFailed"),
            (["SSL_CERT_DIR": empty, "SSL_CERT_FILE": file], .good, "200"),
        ]
        for (variables, server, outcome) in cases {
            let outcomes = try await outcomes(server, system, variables)
            #expect(outcomes.hasPrefix("system \(outcome) "), "\(variables) \(server): \(outcomes)")
        }
    }
}
