import CurlewConformance
import Testing

@Suite(.serialized)  // one after the other: some checks measure time
struct RelayConformanceTests {
    static let subject = ConformanceSubject("relay", make: { RelayTransport($0) })

    static let runner = ConformanceRunner(deviations: RelayDeviations.known)

    // Checks that may end the process need a program of their own: see `command` of ConformanceSubject.
    static let checks = ConformanceCase.all.flatMap(\.checks).filter { !$0.runsInSubprocess }

    @Test(arguments: checks)
    func conforms(to check: ConformanceCheck) async {
        switch await Self.runner.outcome(of: check, on: Self.subject) {
        case .pass: break
        case .deviation(let reason): withKnownIssue("\(check): \(reason)") { Issue.record("it deviates") }
        case .fail(let failure): Issue.record("\(check): \(failure)")
        }
    }

    @Test func deviationsAreOfChecksThatExist() {
        #expect(Self.runner.unknownChecks.isEmpty)
    }
}
