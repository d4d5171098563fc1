import CurlewTesting
import Foundation

/// The same round repeatedly, each in a new process, under a watchdog.
struct StallRounds {
    /// A process that is not done by then is frozen.
    private static let limit = Duration.seconds(12)

    let title: String
    private let start: StallRound.Start
    private let transport: String
    private let server: String

    init(_ start: StallRound.Start, over transport: String, on server: String) {
        self.start = start
        self.transport = transport
        self.server = server
        title = "\(transport), \(start.rawValue)"
    }

    /// What each process reports; nil for one that froze or failed.
    func reports(of count: Int) async throws -> [StallReport?] {
        guard let program = Bundle.main.executablePath else {
            throw UsageError("the program was not found")
        }
        let command = [
            program, StallRound.name, "--url", server, "--transport", transport, "--start", start.rawValue,
        ]
        var reports: [StallReport?] = []
        for _ in 0..<count {
            let outcome = try await Subprocess.run(command, within: Self.limit)
            if outcome.ending != .exited(0) { print("     \(title): \(outcome.ending) \(outcome.output)") }
            reports.append(StallReport(outcome.output))
        }
        return reports
    }

    /// The longest of each value, in milliseconds.
    func longest(of reports: [StallReport], end: Double?, slowest: Double, stop: Double) -> [Bound] {
        let values: [(String, Double?, KeyPath<StallReport, Double>)] = [
            ("the end of the abandoned exchange", end, \.end),
            ("the requests afterwards", slowest, \.slowest),
            ("stop of the main actor", stop, \.mainActor), ("stop of the pool", stop, \.pool),
        ]
        return values.compactMap { name, limit, value in
            limit.map {
                .atMost($0, "ms", "\(title), \(name), longest", reports.map { $0[keyPath: value] }.max() ?? 0)
            }
        }
    }
}
