import CurlewTesting
import Foundation
import Testing

import curlew_conformance

/// Writes the table of the suite; `Scripts/conformance` prints it.
struct ConformanceReportTests {
    private static let environment = ProcessInfo.processInfo.environment
    private static let path = environment["CURLEW_CONFORMANCE_REPORT"]
    private static let only = environment["CURLEW_CONFORMANCE_ONLY"] ?? ""

    @Test("The report has no fail", .enabled(if: path != nil, "CURLEW_CONFORMANCE_REPORT is not set"))
    func reportIsClean() async throws {
        let path = try #require(Self.path)
        var report = ConformanceReport(transports: ConformanceSubject.both.map(\.name))
        for run in ConformanceRun.all where Self.only.isEmpty || run.testDescription.contains(Self.only) {
            // Tells which check it was when one ends the process.
            FileHandle.standardError.write(Data("\(run.testDescription)\n".utf8))
            report.append(await run.outcome(), of: run.check, on: run.subject.name)
        }
        try report.text.write(toFile: path, atomically: true, encoding: .utf8)
        #expect(report.isClean)
    }
}
