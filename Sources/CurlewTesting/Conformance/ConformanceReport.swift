/// The outcomes of many checks, as text: a line per case, a column per transport, and what is to be said of those that
/// did not pass.
package struct ConformanceReport: Sendable {
    private struct Entry {
        let check: ConformanceCheck
        let transport: String
        let outcome: ConformanceOutcome
    }

    private let transports: [String]
    private var entries: [Entry] = []

    /// Starts an empty report.
    package init(transports: [String]) {
        self.transports = transports
    }

    /// Adds an outcome.
    package mutating func append(
        _ outcome: ConformanceOutcome, of check: ConformanceCheck, on transport: String
    ) {
        entries.append(Entry(check: check, transport: transport, outcome: outcome))
    }

    /// Whether no check failed.
    package var isClean: Bool { !entries.contains { $0.outcome.isFail } }

    /// The table, what deviates and why, what fails, and the totals.
    package var text: String {
        let head = row("case", "what is right", transports.map { $0 })
        let rule = String(repeating: "-", count: head.count)
        return ([head, rule] + caseLines + notes + [""] + totals).joined(separator: "\n") + "\n"
    }

    private var caseLines: [String] {
        ConformanceCase.all.map { item in
            let cells = transports.map { transport in
                Tally(
                    entries.filter { $0.check.caseID == item.id && $0.transport == transport }.map(\.outcome)
                )
                .text
            }
            return row(item.id, item.title, cells)
        }
    }

    private var notes: [String] {
        entries.compactMap { entry in
            let place = "\(entry.transport) · \(entry.check.name)"
            return switch entry.outcome {
            case .pass: nil
            case .deviation(let reason): "\ndeviation  \(place)\n           \(reason)"
            case .fail(let failure):
                "\nFAIL       \(place)\n           expected \(failure.expected)\n           observed \(failure.observed)"
            }
        }
    }

    private var totals: [String] {
        transports.map { transport in
            let outcomes = entries.filter { $0.transport == transport }.map(\.outcome)
            return "\(transport): \(outcomes.count) checks, \(Tally(outcomes).text)"
        }
    }

    private func row(_ id: String, _ title: String, _ cells: [String]) -> String {
        ([id.padded(to: 20), title.padded(to: 62)] + cells.map { $0.padded(to: 28) })
            .joined(separator: " ")
    }
}

/// How many outcomes of each kind.
private struct Tally {
    private var pass = 0
    private var deviation = 0
    private var fail = 0

    init(_ outcomes: [ConformanceOutcome]) {
        for outcome in outcomes {
            switch outcome {
            case .pass: pass += 1
            case .deviation: deviation += 1
            case .fail: fail += 1
            }
        }
    }

    var text: String {
        let parts = [(pass, "pass"), (deviation, "deviation"), (fail, "FAIL")].filter { $0.0 > 0 }
        return parts.isEmpty ? "-" : parts.map { "\($0.0) \($0.1)" }.joined(separator: ", ")
    }
}

extension ConformanceOutcome {
    fileprivate var isFail: Bool {
        if case .fail = self { true } else { false }
    }
}

extension String {
    fileprivate func padded(to width: Int) -> String {
        self + String(repeating: " ", count: max(0, width - count))
    }
}
