import Curlew

/// The outcomes of many checks: as text, as Markdown and as JSON.
public struct ConformanceReport: Sendable {
    struct Entry {
        let check: ConformanceCheck
        let transport: String
        let outcome: ConformanceOutcome
    }

    /// A transport as reports name it.
    struct Column {
        let transport: String
        let version: String
    }

    let columns: [Column]
    let unknownChecks: [String]
    private(set) var entries: [Entry] = []

    init(_ subjects: [ConformanceSubject], unknownChecks: [String]) {
        columns = subjects.map { Column(transport: $0.name, version: $0.capabilities.version) }
        self.unknownChecks = unknownChecks
    }

    mutating func append(
        _ outcome: ConformanceOutcome, of check: ConformanceCheck, on subject: ConformanceSubject
    ) {
        entries.append(Entry(check: check, transport: subject.name, outcome: outcome))
    }

    /// Whether no check failed, and every deviation names a check that exists.
    public var isClean: Bool { unknownChecks.isEmpty && !entries.contains { $0.outcome.isFail } }

    /// The cases with at least one check in the report.
    var cases: [ConformanceCase] {
        let ids = Set(entries.map(\.check.caseID))
        return ConformanceCase.all.filter { ids.contains($0.id) }
    }

    /// The outcomes on a transport, of one case or of all.
    func tally(of item: ConformanceCase? = nil, on column: Column) -> ConformanceTally {
        ConformanceTally(
            entries.filter { entry in
                entry.transport == column.transport && (item.map { $0.id == entry.check.caseID } ?? true)
            }.map(\.outcome))
    }
}

// For people at a terminal.
extension ConformanceReport {
    /// A line per case with a column per transport, then deviations with their reasons, failures and totals.
    public var text: String {
        let head = row("case", "requirement", columns.map(\.transport))
        let rule = String(repeating: "-", count: head.count)
        return ([head, rule] + caseLines + notes + [""] + totals).joined(separator: "\n")
    }

    private var caseLines: [String] {
        cases.map { item in row(item.id, item.title, columns.map { tally(of: item, on: $0).text }) }
    }

    private var notes: [String] {
        let unknown = unknownChecks.map { "\nFAIL       a deviation of a check that does not exist: \($0)" }
        return unknown
            + entries.compactMap { entry in
                let place = "\(entry.transport) · \(entry.check.name)"
                return switch entry.outcome {
                case .pass: nil
                case .deviation(let reason): "\ndeviation  \(place)\n           \(reason)"
                case .fail(let failure):
                    "\nFAIL       \(place)\n           expected \(failure.expected)\n"
                        + "           observed \(failure.observed)"
                }
            }
    }

    private var totals: [String] {
        columns.map { column in
            let tally = tally(on: column)
            return "\(column.transport): \(tally.count) checks, \(tally.text)"
        }
    }

    private func row(_ id: String, _ title: String, _ cells: [String]) -> String {
        ([id.padded(to: 24), title.padded(to: 62)] + cells.map { $0.padded(to: 28) })
            .joined(separator: " ")
    }
}

extension String {
    fileprivate func padded(to width: Int) -> String {
        self + String(repeating: " ", count: max(0, width - count))
    }
}
