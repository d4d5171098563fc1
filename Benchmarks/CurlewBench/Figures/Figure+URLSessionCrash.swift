import Curlew
import CurlewTesting
import CurlewURLSession
import Foundation

extension Figure {
    /// A process that is killed while it has bodies on disk.
    static let urlSessionCrash = Figure(name: "urlsession-crash") { server in
        guard let program = Bundle.main.executablePath else {
            throw UsageError("the program was not found")
        }
        let folder = FileManager.default.temporaryDirectory.appending(path: "curlew-bench-\(UUID())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let outcome = try await Subprocess.run(
            [program, CrashWhileSpooling.name, "--url", server], environment: ["TMPDIR": folder.path],
            within: .seconds(30))
        return [
            .equal(.signalled(SIGKILL), "end of the process", outcome.ending),
            .equal("2 on disk\n", "bodies on disk before", outcome.output),
            .equal([], "files left", try FileManager.default.contentsOfDirectory(atPath: folder.path)),
        ]
    }
}

/// The process that kills itself, with an unread response and a request whose stream does not end.
struct CrashWhileSpooling {
    static let name = "crash-while-spooling"

    private let server: String

    init(_ arguments: ArraySlice<String>) throws(UsageError) {
        server = try Arguments(arguments, options: ["--url"]).required("--url")
    }

    func run() async -> Int32 {
        let transport = URLSessionTransport()
        do {
            let response = try await transport.send(HTTPRequest(url: "\(server)/bytes/\(64 << 20)"))
            let request = try HTTPRequest(
                method: .post, url: "\(server)/sha256", body: .stream(EndlessChunks()))
            let upload = Task { try await transport.send(request) }
            while try SpooledFiles().heldCount < 2 { try await Task.sleep(for: .milliseconds(10)) }
            StandardError.write("2 on disk\n")
            kill(getpid(), SIGKILL)
            _ = try await upload.value
            _ = try await response.body.collect(upTo: 0)
            return 1
        } catch {
            StandardError.write("\(error)\n")
            return 2
        }
    }

    private struct EndlessChunks: AsyncSequence, AsyncIteratorProtocol, Sendable {
        mutating func next() async throws -> Data? {
            try await Task.sleep(for: .milliseconds(10))
            return Data(count: 10_000)
        }

        func makeAsyncIterator() -> Self { self }
    }
}
