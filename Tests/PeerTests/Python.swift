import CurlewTesting
import Foundation

/// Runs Python's standard library on something that this package has made.
enum Python {
    /// What a script prints for an input, decoded from JSON.
    static func run<Output: Decodable>(_ script: String, input: Data) async throws -> Output {
        let file = FileManager.default.temporaryDirectory.appending(path: "curlew-\(UUID().uuidString)")
        try input.write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        let outcome = try await Subprocess.run(
            ["/usr/bin/env", "python3", "-c", script, file.path], within: .seconds(60))
        return try JSONDecoder().decode(Output.self, from: Data(outcome.output.utf8))
    }
}
