import CurlewTesting
import Testing

import curlew_conformance

/// One check on one transport.
struct ConformanceRun: Sendable, CustomTestStringConvertible {
    let check: ConformanceCheck
    let subject: ConformanceSubject

    var testDescription: String { "\(subject.name) · \(check.name)" }

    func outcome() async -> ConformanceOutcome {
        await HangGuard.watching(testDescription) {
            await ConformanceRunner().outcome(of: check, on: subject)
        }
    }

    static let all = ConformanceSubject.both.flatMap { subject in
        ConformanceCase.all.flatMap { item in
            item.checks.map { ConformanceRun(check: $0, subject: subject) }
        }
    }
}

// One after the other: some checks measure time.
@Suite("Both transports", .serialized)
struct ConformanceTests {
    @Test("conform", arguments: ConformanceRun.all)
    func conforms(run: ConformanceRun) async {
        switch await run.outcome() {
        case .pass: break
        case .deviation(let reason):
            withKnownIssue("\(run.testDescription): \(reason)") {
                Issue.record("a deviation of the platform")
            }
        case .fail(let failure): Issue.record("\(run.testDescription): \(failure)")
        }
    }

    @Test("Every check has a name of its own")
    func namesAreUnique() {
        let names = ConformanceCase.all.flatMap { $0.checks.map(\.name) }
        #expect(Set(names).count == names.count)
    }

    @Test("Every deviation is one of checks that exist", arguments: ConformanceDeviation.known.indices)
    func deviationsExist(index: Int) {
        let deviation = ConformanceDeviation.known[index]
        let inputs = ConformanceCase.all.first { $0.id == deviation.caseID }?.checks.map(\.input) ?? []
        #expect(deviation.inputs.isSubset(of: inputs))
        #expect(ConformanceSubject.both.contains { $0.name == deviation.transport })
    }

    @Test("What ends the process runs in one of its own", arguments: ConformanceDeviation.known.indices)
    func processesAreTheirOwn(index: Int) {
        let deviation = ConformanceDeviation.known[index]
        guard case .endsProcess = deviation.effect else { return }
        let checks = ConformanceCase.all.first { $0.id == deviation.caseID }?.checks ?? []
        #expect(!checks.contains { deviation.inputs.contains($0.input) && !$0.runsInSubprocess })
    }
}
