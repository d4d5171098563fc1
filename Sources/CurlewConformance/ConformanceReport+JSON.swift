#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

// For programs.
extension ConformanceReport {
    /// The report as one JSON object on one line: `transports` with their totals, `cases` with their checks and the
    /// outcome (`pass`, `deviation` or `fail`) of each, and `unknown_checks` of deviations.
    ///
    /// Throws what the encoder throws.
    public func json() throws -> String {
        let encoder = JSONEncoder()
        encoder.keyEncodingStrategy = .convertToSnakeCase
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return String(decoding: try encoder.encode(Document(self)), as: UTF8.self)
    }

    private struct Document: Encodable {
        let transports: [Transport]
        let cases: [Case]
        let unknownChecks: [String]

        init(_ report: ConformanceReport) {
            transports = report.columns.map { column in
                Transport(
                    transport: column.transport, version: column.version, totals: report.tally(on: column))
            }
            cases = report.cases.map { item in
                Case(
                    id: item.id, title: item.title, reference: item.reference,
                    checks: report.entries.filter { $0.check.caseID == item.id }.map { Check($0) })
            }
            unknownChecks = report.unknownChecks
        }
    }

    private struct Transport: Encodable {
        let transport: String
        let version: String
        let totals: ConformanceTally
    }

    private struct Case: Encodable {
        let id: String
        let title: String
        let reference: String
        let checks: [Check]
    }

    private struct Check: Encodable {
        let input: String
        let transport: String
        let outcome: String
        var reason: String?
        var expected: String?
        var observed: String?

        init(_ entry: Entry) {
            input = entry.check.input
            transport = entry.transport
            switch entry.outcome {
            case .pass: outcome = "pass"
            case .deviation(let reason): (outcome, self.reason) = ("deviation", reason)
            case .fail(let failure):
                (outcome, expected, observed) = ("fail", failure.expected, failure.observed)
            }
        }
    }
}
