import Curlew
import CurlewTesting
import Foundation

extension Figure {
    /// A download that is killed repeatedly, each attempt in a process of its own, on both transports.
    static let downloadFile = Figure(name: "download-file") { _ in
        var bounds: [Bound] = []
        for transport in ["libcurl", "urlsession"] { bounds += try await KilledDownload(transport).bounds() }
        return bounds
    }
}

/// Downloads a file with the `curlew` command, which is killed at random; the server's byte count shows what was
/// fetched twice.
private struct KilledDownload {
    private static let size = 200 << 20
    private static let killCount = 5
    /// Slow enough for five kills, so that the kernel's buffers, which a killed process loses, stay almost empty.
    private static let mebibytesPerSecond = 16

    private let transport: String
    private let directory: URL
    private let file = LoopbackServer.ServedFile(
        size: size, mebibytesPerSecond: mebibytesPerSecond)
    private let server: LoopbackServer

    init(_ transport: String) throws {
        self.transport = transport
        server = try LoopbackServer(routes: [file.route("/file")])
        directory = FileManager.default.temporaryDirectory.appending(path: "curlew-bench-\(UUID())")
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
    }

    func bounds() async throws -> [Bound] {
        defer { try? FileManager.default.removeItem(at: directory) }
        let killed = try await run("killed \(Self.killCount) times", changesFile: false)
        try FileManager.default.removeItem(at: directory.appending(path: "file"))
        return try await killed + run("changed after the first kill", changesFile: true)
    }

    private func run(_ title: String, changesFile: Bool) async throws -> [Bound] {
        let sentBefore = file.sentByteCount
        let kills = changesFile ? 1 : Self.killCount
        var statuses: [String] = []
        for number in 1...kills {
            let share = Double.random(in: Double(number) - 0.8...Double(number) - 0.2)
            statuses.append(
                try await start(
                    killedWhenSent: sentBefore + Int(share * Double(Self.size) / Double(kills + 1))))
        }
        if changesFile { file.change() }
        let sentUntilChange = file.sentByteCount - sentBefore
        statuses.append(try await start(killedWhenSent: nil))
        let extra = file.sentByteCount - sentBefore - Self.size - (changesFile ? sentUntilChange : 0)
        let expected = Array(repeating: "killed", count: kills) + ["exit 0"]
        let name = "\(transport), \(title)"
        return [
            .equal(expected, "\(name), ends of the processes", statuses),
            .equal(file.sha256, "\(name), SHA-256", try hash()),
            .equal(
                ["file"], "\(name), what remains",
                try FileManager.default.contentsOfDirectory(atPath: directory.path)),
            .atMost(1.0 * Double(kills), "MiB", "\(name), sent twice", Double(extra) / Double(1 << 20)),
        ]
    }

    /// Runs the command to its end, or kills it once the server has sent that many bytes.
    private func start(killedWhenSent limit: Int?) async throws -> String {
        guard let program = Bundle.main.executableURL?.deletingLastPathComponent().appending(path: "curlew")
        else { throw UsageError("the program was not found") }
        let process = Process()
        process.executableURL = program
        process.arguments = [
            "download", "\(server.url)/file", "-o", directory.appending(path: "file").path, "--transport",
            transport,
        ]
        let (ends, continuation) = AsyncStream.makeStream(of: Void.self)
        process.terminationHandler = { _ in continuation.finish() }
        try process.run()
        while let limit, process.isRunning, file.sentByteCount < limit {
            try await Task.sleep(for: .milliseconds(1))
        }
        if limit != nil { kill(process.processIdentifier, SIGKILL) }
        for await _ in ends {}
        return process.terminationReason == .exit ? "exit \(process.terminationStatus)" : "killed"
    }

    private func hash() throws -> String {
        var hash = SHA256Hasher()
        let handle = try FileHandle(forReadingFrom: directory.appending(path: "file"))
        while let data = try handle.read(upToCount: 1 << 20), !data.isEmpty { hash.update(data) }
        return hash.finalize().hex
    }
}
