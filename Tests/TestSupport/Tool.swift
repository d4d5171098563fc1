package import Foundation

/// Runs the built programs, which lie beside the test bundle.
package enum Tool: String {
    case curlew
    case probe = "curlew-probe"

    /// What a program printed, and how it ended.
    package struct Result {
        package let exitCode: Int32
        package let output: Data
        package let errors: String

        package var text: String { String(decoding: output, as: UTF8.self) }
    }

    /// Runs the program to its end.
    package func run(
        _ arguments: [String], input: String = "", in directory: URL? = nil,
        environment: [String: String] = [:], blocksOnOutput: Bool = true
    ) async throws -> Result {
        let running = try start(
            arguments, in: directory, environment: environment, blocksOnOutput: blocksOnOutput)
        running.send(input)
        running.closeInput()
        return await running.result()
    }

    /// Starts the program; its output is closed after `outputLimit` bytes.
    package func start(
        _ arguments: [String], outputLimit: Int = .max, in directory: URL? = nil,
        environment: [String: String] = [:], blocksOnOutput: Bool = true
    ) throws -> RunningTool {
        guard let tests = Bundle.main.executableURL else { throw CocoaError(.fileNoSuchFile) }
        let folder = tests.deletingLastPathComponent()
        return try RunningTool(
            folder.appendingPathComponent(rawValue), arguments, outputLimit, directory, environment,
            blocksOnOutput: blocksOnOutput)
    }
}

/// A program that runs.
package final class RunningTool {
    private let process = Process()
    private let input = Pipe()
    private let output: Collector
    private let errors: Collector
    private let exit: AsyncStream<Int32>

    /// Starts any program.
    package init(
        _ program: URL, _ arguments: [String], _ outputLimit: Int = .max, _ directory: URL? = nil,
        _ environment: [String: String] = [:], blocksOnOutput: Bool = true
    ) throws {
        let (outputPipe, errorPipe) = (Pipe(), Pipe())
        if !blocksOnOutput { Self.fillSoon(outputPipe.fileHandleForWriting.fileDescriptor) }
        let (exit, continuation) = AsyncStream.makeStream(of: Int32.self)
        self.exit = exit
        process.executableURL = program
        process.arguments = arguments
        if let directory { process.currentDirectoryURL = directory }
        process.environment = ProcessInfo.processInfo.environment.filter {
            !$0.key.lowercased().hasSuffix("_proxy")
        }.merging(environment) { $1 }
        process.standardInput = input
        process.standardOutput = outputPipe
        process.standardError = errorPipe
        process.terminationHandler = { continuation.yield($0.terminationStatus) }
        output = Collector(outputPipe.fileHandleForReading, limit: outputLimit)
        errors = Collector(errorPipe.fileHandleForReading)
        try process.run()
    }

    /// Makes a pipe nonblocking and, if possible, so small that it is often full.
    private static func fillSoon(_ pipe: Int32) {
        _ = fcntl(pipe, F_SETFL, O_NONBLOCK | O_WRONLY)
        #if os(Linux)
            // F_SETPIPE_SZ, which is not imported.
            _ = fcntl(pipe, 1031, 4096)
        #endif
    }

    deinit {
        if process.isRunning { process.terminate() }
    }

    package func send(_ text: String) {
        try? input.fileHandleForWriting.write(contentsOf: Data(text.utf8))
    }

    package func closeInput() {
        try? input.fileHandleForWriting.close()
    }

    package func signal(_ number: Int32) {
        kill(process.processIdentifier, number)
    }

    /// The first line that the program prints, without its end.
    package func firstLine() async -> String {
        var text = ""
        for await chunk in output.chunks {
            text += String(decoding: chunk, as: UTF8.self)
            if let end = text.firstIndex(of: "\n") { return String(text[..<end]) }
        }
        return text
    }

    /// Waits for the end; the output is what was not read before.
    package func result() async -> Tool.Result {
        let (output, errors) = (await output.rest(), await errors.rest())
        let exitCode = await exit.first { _ in true }
        return Tool.Result(
            exitCode: exitCode ?? -1, output: output, errors: String(decoding: errors, as: UTF8.self))
    }
}

/// Reads a pipe on a thread of its own, to its end or until it has read enough, and closes it.
private final class Collector: Sendable {
    let chunks: AsyncStream<Data>

    init(_ file: FileHandle, limit: Int = .max) {
        chunks = AsyncStream { continuation in
            DispatchQueue(label: "collector").async {
                var count = 0
                while count < limit {
                    let data = file.availableData
                    if data.isEmpty { break }
                    count += data.count
                    continuation.yield(data)
                }
                try? file.close()
                continuation.finish()
            }
        }
    }

    func rest() async -> Data {
        await chunks.reduce(into: Data()) { $0 += $1 }
    }
}
