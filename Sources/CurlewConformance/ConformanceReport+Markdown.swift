// The article of the documentation.
extension ConformanceReport {
    /// The report as an article in Markdown: totals, a row per case, and every deviation with its reason.
    public var markdown: String {
        let parts = [Self.introduction, totalsTable, "## Cases", caseTable] + deviationSections + failures
        return parts.joined(separator: "\n\n") + "\n"
    }

    private static let introduction = """
        # Conformance

        The results of the conformance suite for each transport.

        ## Overview

        Each case is a behaviour required of every transport, with the standard or the sentence that requires it. Each
        check is one input of a case. A deviation is known and has a reason; one that disappears fails the suite. This
        article is written by `./Scripts/conformance`; `curlew doctor --conformance` makes the same report on your
        machine.
        """

    private var totalsTable: String {
        let rows = columns.map { column in
            let tally = tally(on: column)
            return [
                column.transport, column.version, "\(tally.count)", "\(tally.pass)", "\(tally.deviation)",
                "\(tally.fail)",
            ]
        }
        return Self.table(["transport", "version", "checks", "pass", "deviation", "fail"], rows)
    }

    private var caseTable: String {
        let rows = cases.map { item in
            [item.id, item.title, item.reference] + columns.map { tally(of: item, on: $0).text }
        }
        return Self.table(["case", "requirement", "reference"] + columns.map(\.transport), rows)
    }

    private var deviationSections: [String] {
        columns.flatMap { column -> [String] in
            let reasons = deviations(on: column.transport)
            guard !reasons.isEmpty else { return [] }
            let rows = reasons.map { [$0.reason, $0.checks.joined(separator: "; ")] }
            return ["## Deviations of \(column.transport)", Self.table(["reason", "checks"], rows)]
        }
    }

    /// The checks that deviate for each reason, in the order of the suite.
    private func deviations(on transport: String) -> [(reason: String, checks: [String])] {
        var reasons: [(reason: String, checks: [String])] = []
        for entry in entries where entry.transport == transport {
            guard case .deviation(let reason) = entry.outcome else { continue }
            if let index = reasons.firstIndex(where: { $0.reason == reason }) {
                reasons[index].checks.append(entry.check.name)
            } else {
                reasons.append((reason, [entry.check.name]))
            }
        }
        return reasons
    }

    private var failures: [String] {
        let rows = entries.compactMap { entry -> [String]? in
            guard case .fail(let failure) = entry.outcome else { return nil }
            return [entry.transport, entry.check.name, failure.expected, failure.observed]
        }
        guard !rows.isEmpty else { return [] }
        return ["## Fails", Self.table(["transport", "check", "expected", "observed"], rows)]
    }

    private static func table(_ header: [String], _ rows: [[String]]) -> String {
        ([header, header.map { _ in "---" }] + rows).map { cells in
            "| \(cells.map(cell).joined(separator: " | ")) |"
        }.joined(separator: "\n")
    }

    /// A text that ends neither the cell nor the row.
    private static func cell(_ text: String) -> String {
        text.split(whereSeparator: \.isNewline).joined(separator: " ").replacing("|", with: "\\|")
    }
}
