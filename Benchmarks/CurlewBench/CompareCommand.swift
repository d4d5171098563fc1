import Foundation

/// Runs every subject at every work, in turn, and prints the costs.
struct CompareCommand {
    private let options: CompareOptions
    private let repeats: Repeats

    init(_ arguments: ArraySlice<String>) throws(UsageError) {
        options = try CompareOptions(arguments)
        repeats = Repeats(
            limit: options.repeats, deadline: .now + (options.isQuick ? .seconds(20) : .seconds(25 * 60)))
    }

    /// 0, or 1 if an exchange failed or a bound is missed.
    func run() async throws(UsageError) -> Int32 {
        let report = await report()
        try write(report)
        var verdicts = Verdicts(thresholds: options.thresholds, report: report)
        if options.isPartial { verdicts.forgetUnmeasured() }
        // Not to standard output, which may be JSON.
        if !options.thresholds.isEmpty { StandardError.write("\n\(verdicts.table)\n") }
        let areRight = report.rows.allSatisfy { $0.failures == 0 && $0.miscounted == 0 }
        return areRight && verdicts.areMet ? 0 : 1
    }

    private func report() async -> Report {
        var rows: [Row] = []
        var leftOut: [String] = []
        for work in options.works {
            let wanted = Subjects.all.filter { options.wants(subject: $0.name) }
            for subject in wanted {
                if let obstacle = subject.obstacle(to: work) {
                    leftOut.append("\(work.name) without \(subject.name): \(obstacle)")
                }
            }
            rows += await Comparison(
                work: work, subjects: wanted.filter { $0.obstacle(to: work) == nil }, rounds: options.rounds,
                servers: options.servers, repeats: repeats
            ).rows()
        }
        let start = options.probe.map {
            ColdStart(program: $0, rounds: options.rounds, servers: options.servers, repeats: repeats)
        }
        rows += await rowsWithoutSubjects(start)
        let count = options.counted.map { InstructionCount(program: $0, servers: options.servers) }
        return Report(
            machine: await .current(
                options.servers, swift: options.swift, serverLimit: options.serverLimit),
            rounds: options.rounds, reference: Subjects.reference, rows: rows, leftOut: leftOut,
            programSize: start?.size, counts: await count?.counts() ?? [:])
    }

    private func rowsWithoutSubjects(_ start: ColdStart?) async -> [Row] {
        var rows: [Row] = []
        if options.wants(work: ClientOverhead.work.name), options.subject == nil {
            rows += await ClientOverhead(rounds: options.rounds).rows()
        }
        if let start, options.wants(work: ColdStart.name) { rows += await start.rows() }
        return rows
    }

    private func write(_ report: Report) throws(UsageError) {
        do {
            let json = try report.json
            if let path = options.results { try Data("\(json)\n".utf8).write(to: URL(filePath: path)) }
            switch options.output {
            case .table: print(report.table)
            case .json: print(json)
            }
        } catch {
            throw UsageError("the results cannot be written: \(error)")
        }
    }
}
