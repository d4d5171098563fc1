import Foundation

/// Runs Python's standard library on something that this package has made.
enum Python {
    /// What a script prints for an input, decoded from JSON.
    static func run<Output: Decodable>(_ script: String, input: Data) async throws -> Output {
        let process = Process()
        let (inputPipe, outputPipe) = (Pipe(), Pipe())
        let file = FileManager.default.temporaryDirectory.appending(path: "curlew-\(UUID().uuidString)")
        try input.write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = ["python3", "-c", script, file.path]
        process.standardInput = inputPipe
        process.standardOutput = outputPipe
        let (ends, continuation) = AsyncStream.makeStream(of: Data.self)
        // The output is read to its end before the process is waited for, so that a full pipe cannot hold it up.
        DispatchQueue(label: "python").async {
            continuation.yield(outputPipe.fileHandleForReading.readDataToEndOfFile())
        }
        try process.run()
        try inputPipe.fileHandleForWriting.close()
        let output = await ends.first { _ in true } ?? Data()
        return try JSONDecoder().decode(Output.self, from: output)
    }
}
