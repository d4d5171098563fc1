import CommandSupport
import Curlew
import ShippedTransports

/// A scenario's outcomes on both transports.
struct Comparison: Sendable {
    let scenario: String
    let expected: String
    /// In the order of `TransportChoice.allCases`.
    let outcomes: [Scenario.Outcome]

    /// Whether all transports had the same outcome.
    var isSame: Bool { Set(outcomes.map(\.text)).count == 1 }
    /// Whether all transports had the expected outcome.
    var isExpected: Bool { outcomes.allSatisfy { $0.text == expected } }

    private var verdict: String {
        if isExpected { return "yes" }
        return isSame ? "yes, but expected: \(expected)" : "NO, expected: \(expected)"
    }

    /// The outcomes side by side.
    static func outcomeTable(_ comparisons: [Comparison]) -> TextTable {
        TextTable(
            header: ["scenario"] + TransportChoice.allCases.map(\.rawValue) + ["same?"],
            rows: comparisons.map { [$0.scenario] + $0.outcomes.map(\.text) + [$0.verdict] })
    }

    /// The times side by side.
    static func timeTable(_ comparisons: [Comparison]) -> TextTable {
        TextTable(
            header: ["time in ms"] + TransportChoice.allCases.map(\.rawValue),
            rows: comparisons.map { comparison in
                [comparison.scenario] + comparison.outcomes.map { "\($0.duration.roundedMilliseconds)" }
            })
    }

    /// One sentence about all of them.
    static func summary(_ comparisons: [Comparison]) -> String {
        let unexpected = comparisons.filter { !$0.isExpected }
        guard !unexpected.isEmpty else {
            return "\(comparisons.count) scenarios: the same and as expected on both transports"
        }
        let names = unexpected.map(\.scenario).joined(separator: "; ")
        return "\(unexpected.count) of \(comparisons.count) scenarios are not as expected: \(names)"
    }
}
