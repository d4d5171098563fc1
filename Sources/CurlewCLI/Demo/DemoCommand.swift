import CommandSupport
import Curlew
import CurlewTesting
import ShippedTransports

/// Runs the scenarios on both transports and compares the outcomes.
struct DemoCommand {
    let options: DemoOptions
    var scenarios = Scenario.successes + Scenario.failures

    @concurrent func run() async -> ExitCode {
        if let url = options.url {
            return await run(against: url, scenarios.filter { !$0.needsEmbeddedServer })
        }
        do throws(LoopbackServer.StartError) {
            let server = try LoopbackServer(recording: .off)
            defer { server.stop() }
            return await run(against: server.url, scenarios)
        } catch {
            StandardStreams.writeError("curlew: \(error)")
            return .cannotListen
        }
    }

    private func run(against url: String, _ chosen: [Scenario]) async -> ExitCode {
        var comparisons: [Comparison] = []
        for scenario in chosen { comparisons.append(await compare(scenario, url)) }
        let skipped = scenarios.count - chosen.count
        let text = [
            Comparison.outcomeTable(comparisons).text,
            Comparison.timeTable(comparisons).text,
            Comparison.summary(comparisons)
                + (skipped == 0 ? "" : "; \(skipped) skipped: they need the embedded server"),
        ]
        let code = StandardStreams.print(text.joined(separator: "\n\n"))
        return comparisons.allSatisfy(\.isExpected) ? code : .checkFailed
    }

    private func compare(_ scenario: Scenario, _ url: String) async -> Comparison {
        var outcomes: [Scenario.Outcome] = []
        for choice in TransportChoice.allCases {
            outcomes.append(
                await scenario.outcome(on: .init(serverURL: url, transport: choice.transport)))
        }
        return Comparison(scenario: scenario.name, expected: scenario.expected, outcomes: outcomes)
    }
}
