import CurlewTesting
import Foundation

/// Instructions and allocations for each small GET, as valgrind counts them: the same on every run.
struct InstructionCount: Sendable {
    /// This program without debugging symbols, which older versions of valgrind cannot read.
    let program: String
    let servers: Servers

    static let name = "64 concurrent"
    private static let subjects = ["plain-epoll", "libcurl", "libcurl-executor"]
    // The difference removes the cost of start and end.
    private static let (few, many) = (1_000, 3_000)

    /// One for each subject that can be counted.
    func counts() async -> [String: Count] {
        var counts: [String: Count] = [:]
        for subject in Self.subjects {
            StandardError.write("counting instructions and allocations of \(subject)\n")
            guard let instructions = await difference("callgrind", subject, after: "Collected : "),
                let allocations = await difference("memcheck", subject, after: "total heap usage: ")
            else { continue }
            counts[subject] = Count(instructions: instructions, allocations: allocations)
        }
        return counts
    }

    /// For each request.
    struct Count: Codable, Sendable {
        let instructions: Double
        let allocations: Double
    }

    private func difference(_ tool: String, _ subject: String, after text: String) async -> Double? {
        guard let few = await number(tool, subject, Self.few, after: text),
            let many = await number(tool, subject, Self.many, after: text)
        else { return nil }
        return (many - few) / Double(Self.many - Self.few)
    }

    /// The number after a text that valgrind prints at the end.
    private func number(
        _ tool: String, _ subject: String, _ requests: Int, after text: String
    ) async -> Double? {
        let count = [
            "/usr/bin/env", "valgrind", "--tool=\(tool)",
            tool == "callgrind" ? "--callgrind-out-file=/dev/null" : "--leak-check=no",
        ]
        let work = [
            program, "--url", servers.url, "--work", Self.name, "--subject", subject, "--rounds", "1",
            "--repeats", "0", "--requests", String(requests),
        ]
        let outcome = try? await Subprocess.run(count + work, within: .seconds(300))
        guard let output = outcome?.output, let start = output.range(of: text, options: .backwards) else {
            return nil
        }
        let digits = output[start.upperBound...].prefix { $0.isNumber || $0 == "," }
        return Double(digits.filter { $0 != "," })
    }
}
