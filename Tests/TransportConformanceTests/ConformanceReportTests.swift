import CurlewTesting
import Foundation
import Testing

/// Writes the table of the suite; `Scripts/conformance` prints it.
struct ConformanceReportTests {
    private static let path = ProcessInfo.processInfo.environment["CURLEW_CONFORMANCE_REPORT"]

    @Test("The report has no fail", .enabled(if: path != nil, "CURLEW_CONFORMANCE_REPORT is not set"))
    func reportIsClean() async throws {
        let path = try #require(Self.path)
        var report = ConformanceReport(transports: ConformanceSubject.both.map(\.name))
        for run in ConformanceRun.all {
            let outcome = await ConformanceRunner().outcome(of: run.check, on: run.subject)
            report.append(outcome, of: run.check, on: run.subject.name)
        }
        try report.text.write(toFile: path, atomically: true, encoding: .utf8)
        #expect(report.isClean)
    }
}
