import TestSupport
import Testing

@testable import CurlewCLI

@Suite(.timeLimit(.minutes(5)))
struct DemoCommandTests {
    @Test func everyRowIsTheSameOnBothTransports() async throws {
        let result = try await Tool.curlew.run(["demo"])
        #expect(result.exitCode == 0, "\(result.text)")
        for scenario in Scenario.successes + Scenario.failures {
            #expect(result.text.contains("\(scenario.name) "))
        }
    }

    @Test func anUnreachableServerFails() async throws {
        let result = try await Tool.curlew.run(["demo", "--url", "http://127.0.0.1:1"])
        #expect(result.exitCode == 1)
        #expect(result.text.contains("expected: Ada, 36"))
        #expect(result.text.contains("skipped"))
    }
}
