import Curlew
import CurlewTesting
import CurlewURLSession
import Foundation

extension Figure {
    /// Processes that are killed while they keep bodies on disk.
    static let urlSessionCrash = Figure(name: "urlsession-crash") { server in
        guard let program = Bundle.main.executablePath else {
            throw UsageError("the program cannot be found")
        }
        let folder = FileManager.default.temporaryDirectory.appending(path: "curlew-bench-\(UUID())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let outcome = try await Subprocess.run(
            [program, SpoolForEver.name, "--url", server], environment: ["TMPDIR": folder.path],
            within: .seconds(5))
        return [
            .equal(.killed, "how the process ends", outcome.ending),
            .equal("2 kept\n", "bodies on disk before", outcome.output),
            .equal([], "files left", try FileManager.default.contentsOfDirectory(atPath: folder.path)),
        ]
    }
}

/// The process that is killed: it keeps an answer that nobody reads, and a request whose stream does not end.
struct SpoolForEver {
    static let name = "spool-for-ever"

    private let server: String

    init(_ arguments: ArraySlice<String>) throws(UsageError) {
        server = try Arguments(arguments, options: ["--url"]).required("--url")
    }

    func run() async -> Int32 {
        let transport = URLSessionTransport()
        do {
            let answer = try await transport.send(HTTPRequest(url: "\(server)/bytes/\(64 << 20)"))
            let request = try HTTPRequest(
                method: .post, url: "\(server)/sha256", body: .stream(EndlessChunks()))
            let upload = Task { try await transport.send(request) }
            while try SpooledFiles().heldCount < 2 { try await Task.sleep(for: .milliseconds(10)) }
            StandardError.write("2 kept\n")
            _ = try await upload.value
            _ = try await answer.body.collect(upTo: 0)
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
