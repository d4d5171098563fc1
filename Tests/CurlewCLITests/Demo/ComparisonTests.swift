import CommandSupport
import Testing

@testable import CurlewCLI

struct ComparisonTests {
    @Test func equalAndExpectedOutcomesPass() {
        let comparison = compare("a", "a", expected: "a")
        #expect(comparison.isSame && comparison.isExpected)
        #expect(
            Comparison.summary([comparison]) == "1 scenarios: the same and as expected on both transports")
    }

    @Test func equalButUnexpectedOutcomesFail() {
        let comparison = compare("b", "b", expected: "a")
        #expect(comparison.isSame && !comparison.isExpected)
        #expect(Comparison.outcomeTable([comparison]).rows[0].last == "yes, but expected: a")
    }

    @Test func differentOutcomesFail() {
        let comparison = compare("a", "b", expected: "a")
        #expect(!comparison.isSame && !comparison.isExpected)
        #expect(Comparison.outcomeTable([comparison]).rows == [["call", "a", "b", "NO, expected: a"]])
        #expect(Comparison.summary([comparison]) == "1 of 1 scenarios are not as expected: call")
    }

    private func compare(_ left: String, _ right: String, expected: String) -> Comparison {
        let outcomes = [left, right].map { Scenario.Outcome(text: $0, duration: .zero) }
        return Comparison(scenario: "call", expected: expected, outcomes: outcomes)
    }
}
