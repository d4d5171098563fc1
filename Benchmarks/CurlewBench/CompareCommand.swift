/// Runs every subject at every work, in turn, and prints what it cost.
struct CompareCommand {
    private enum Output: String {
        case table, json
    }

    private let server: String
    private let rounds: Int
    private let output: Output
    /// The one work, and the one subject, that are wanted; nil for all.
    private let work: String?
    private let subject: String?

    init(_ arguments: ArraySlice<String>) throws(UsageError) {
        let arguments = try Arguments(
            arguments, options: ["--url", "--rounds", "--output", "--work", "--subject"])
        guard arguments.operands.isEmpty else { throw UsageError("there is an argument too many") }
        server = try arguments.required("--url")
        guard let rounds = Int(arguments["--rounds"] ?? "5"), rounds > 0 else {
            throw UsageError("--rounds is a positive number")
        }
        self.rounds = rounds
        guard let output = Output(rawValue: arguments["--output"] ?? "table") else {
            throw UsageError("--output is table or json")
        }
        self.output = output
        work = arguments["--work"]
        subject = arguments["--subject"]
    }

    /// 0, or 1 when an exchange failed.
    func run() async -> Int32 {
        var rows: [Row] = []
        for work in Work.all(on: server) where self.work == nil || self.work == work.name {
            let subjects = Subjects.all.filter {
                $0.canDo(work) && (subject == nil || subject == $0.name)
            }
            rows += await Comparison(work: work, subjects: subjects, rounds: rounds).rows()
        }
        if work == nil || work == ClientOverhead.work.name {
            rows += await ClientOverhead(rounds: rounds).rows()
        }
        let report = Report(rounds: rounds, reference: Subjects.reference, rows: rows)
        switch output {
        case .table: print(report.table)
        case .json: print((try? report.json) ?? "{}")
        }
        return rows.contains { $0.failures > 0 } ? 1 : 0
    }
}
