import Curlew
import CurlewTesting
import Foundation
import Testing

/// Programs that see the test servers' authority in place of the system's: URLSession trusts no other.
enum MountedProcess {
    private static let systemAuthorities = "/etc/ssl/certs/ca-certificates.crt"

    /// Whether such programs can run.
    static let isPossible = Subprocess.canMount && FileManager.default.fileExists(atPath: systemAuthorities)

    /// Runs a program that was built with the tests.
    static func run(_ program: String, _ arguments: [String]) async throws -> Subprocess.Outcome {
        let folder = try #require(Bundle.main.executableURL).deletingLastPathComponent()
        let authority = try TLSPeer.authorityFile()
        let command = [folder.appendingPathComponent(program).path] + arguments
        return try await Subprocess.run(
            Subprocess.command(command, seeing: authority, as: systemAuthorities),
            environment: ["https_proxy": "", "HTTPS_PROXY": "", "all_proxy": "", "ALL_PROXY": ""],
            within: .seconds(100))
    }

    /// The outcomes of a GET for each trust setting, with a folder in place of the system's.
    static func trustOutcomes(
        _ server: TLSPeer.Server, trusting file: String, seeing folder: String, as path: String,
        variables: [String: String] = [:]
    ) async throws -> String {
        let program = try #require(Bundle.main.executableURL).deletingLastPathComponent()
            .appendingPathComponent("curlew-bench").path
        let command = [program, "trust-outcomes", try TLSPeer.url(server), file]
        let without = ["SSL_CERT_FILE": "", "SSL_CERT_DIR": ""]
        return try await Subprocess.run(
            Subprocess.command(command, seeing: folder, as: path),
            environment: without.merging(variables) { $1 }, within: .seconds(100)
        ).output.trimmingCharacters(in: .newlines)
    }

    /// The report of `curlew send` for one request over URLSession.
    static func send(_ method: String, _ url: String) async throws -> JSONValue {
        let body = method == "GET" ? [] : ["--data", "hello"]
        let outcome = try await run(
            "curlew",
            ["send", method, url, "--transport", "urlsession", "--timeout", "20", "--output", "json"] + body)
        return try JSONDecoder().decode(JSONValue.self, from: Data(outcome.output.utf8))
    }
}
