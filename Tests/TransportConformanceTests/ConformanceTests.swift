import CurlewConformance
import Foundation
import ShippedTransports
import Testing

/// One check on one transport.
struct ConformanceRun: Sendable, CustomTestStringConvertible {
    let check: ConformanceCheck
    let subject: ConformanceSubject

    var testDescription: String { "\(subject.name) · \(check.name)" }

    private func outcome() async -> ConformanceOutcome {
        await HangGuard.watching(testDescription) {
            await ConformanceRunner(deviations: ConformanceDeviation.known).outcome(of: check, on: subject)
        }
    }

    /// The `curlew` command, which lies beside the bundle of the tests, runs checks that may end the process.
    static let subjects: [ConformanceSubject] = {
        let folder = Bundle.main.executableURL?.deletingLastPathComponent().path ?? "."
        return TransportChoice.allCases.map { $0.subject(program: "\(folder)/curlew") }
    }()

    static let all = runs { $0.id != "idle-processor-time" }
    static let ofProcessorTime = runs { $0.id == "idle-processor-time" }

    private static func runs(of isWanted: (ConformanceCase) -> Bool) -> [ConformanceRun] {
        let checks = ConformanceCase.all.filter(isWanted).flatMap(\.checks)
        return subjects.flatMap { subject in checks.map { ConformanceRun(check: $0, subject: subject) } }
    }

    static let isSanitized = ProcessInfo.processInfo.environment["CURLEW_SANITIZED"] != nil

    func conform() async {
        switch await outcome() {
        case .pass: break
        case .deviation(let reason):
            withKnownIssue("\(testDescription): \(reason)") { Issue.record("a deviation of the platform") }
        case .fail(let failure): Issue.record("\(testDescription): \(failure)")
        }
    }
}

// One after the other: some checks measure time.
@Suite("Both transports", .serialized)
struct ConformanceTests {
    @Test("conform", arguments: ConformanceRun.all)
    func conforms(run: ConformanceRun) async { await run.conform() }

    @Test(
        "conform, without processor time for waiting",
        .disabled(if: ConformanceRun.isSanitized, "a sanitizer takes more than these checks allow"),
        arguments: ConformanceRun.ofProcessorTime)
    func takesNoProcessorTime(run: ConformanceRun) async { await run.conform() }

    @Test("Every check has a unique name")
    func namesAreUnique() {
        let names = ConformanceCase.all.flatMap { $0.checks.map(\.name) }
        #expect(Set(names).count == names.count)
        #expect(Set(ConformanceCase.all.map(\.id)).count == ConformanceCase.all.count)
    }

    @Test("Every deviation names existing checks and an existing transport")
    func deviationsExist() {
        #expect(ConformanceRunner(deviations: ConformanceDeviation.known).unknownChecks.isEmpty)
        let names = ConformanceRun.subjects.map(\.name)
        #expect(ConformanceDeviation.known.allSatisfy { names.contains($0.transport) })
    }

    @Test(
        "A check that ends the process has a process of its own",
        arguments: ConformanceDeviation.known.indices)
    func processesAreTheirOwn(index: Int) {
        let deviation = ConformanceDeviation.known[index]
        guard case .endsProcess = deviation.effect else { return }
        let checks = ConformanceCase.all.first { $0.id == deviation.caseID }?.checks ?? []
        #expect(!checks.contains { deviation.inputs.contains($0.input) && !$0.runsInSubprocess })
    }
}
