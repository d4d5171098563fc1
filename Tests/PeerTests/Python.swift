import CurlewTesting
import Foundation

/// Runs a script with Python's standard library on output of this package.
enum Python {
    /// The script's output for an input, decoded from JSON.
    static func run<Output: Decodable>(_ script: String, input: Data) async throws -> Output {
        let file = FileManager.default.temporaryDirectory.appending(path: "curlew-\(UUID().uuidString)")
        try input.write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        let outcome = try await Subprocess.run(
            ["/usr/bin/env", "python3", "-c", script, file.path], within: .seconds(60))
        return try JSONDecoder().decode(Output.self, from: Data(outcome.output.utf8))
    }
}
