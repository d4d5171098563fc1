import CurlewConformance
import Testing

@Suite(.serialized)  // one after the other: some checks measure time
struct RelayConformanceTests {
    static let subject = ConformanceSubject("relay", make: { RelayTransport($0) })

    static let runner = ConformanceRunner(deviations: leavesOutLongFields ? [longField] : [])

    /// Whether the libcurl below is one of those that leave out fields of more than 300 KiB.
    static var leavesOutLongFields: Bool {
        subject.capabilities.layer?.hazards.contains { $0.reference == longField.reference } == true
    }

    static let longField = ConformanceDeviation(
        "contract-head-limit", ["a head just below the limit, with a body of 64 KiB"], on: "relay",
        .failure("unsupported"), reason: "libcurl leaves out a field of more than 300 KiB",
        reference: "curl/curl#22336")

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
