import CommandSupport

/// The bounds, applied to a comparison.
struct Verdicts: Sendable {
    private(set) var thresholds: [Threshold]
    let report: Report

    init(thresholds: [Threshold], report: Report) {
        self.thresholds = thresholds
        self.report = report
    }

    private enum Verdict: String {
        case met, missed
        /// Worse than the bound, by no more than the noise.
        case metWithinNoise = "met within noise"
        case notMeasured = "not measured"
    }

    /// Whether no bound is missed and everything was measured.
    var areMet: Bool {
        thresholds.allSatisfy { [.met, .metWithinNoise].contains(verdict($0)) }
    }

    /// Drops the bounds on what was not measured.
    mutating func forgetUnmeasured() {
        thresholds = thresholds.filter { value(of: $0) != nil }
    }

    var table: String {
        let rows = thresholds.map { threshold in
            [
                threshold.work, threshold.subject, threshold.title, threshold.boundText,
                "\((threshold.noise * 100).text(digits: 0)) %", value(of: threshold)?.text(digits: 2) ?? "–",
                verdict(threshold).rawValue,
            ]
        }
        let header = ["work", "subject", "figure", "target", "noise", "measured", "verdict"]
        return TextTable(header: header, rows: rows).text
    }

    private func verdict(_ threshold: Threshold) -> Verdict {
        guard let value = value(of: threshold) else { return .notMeasured }
        guard threshold.isMet(by: value) else { return .missed }
        var exact = threshold
        exact.noise = 0
        return exact.isMet(by: value) ? .met : .metWithinNoise
    }

    private func value(of threshold: Threshold) -> Double? {
        switch threshold.figure {
        case .size: report.programSize
        case .instructions: counts(threshold).map { $0.instructions / $1.instructions }
        case .allocations: counts(threshold).map { $0.allocations - $1.allocations }
        case .rate, .cpu, .p50, .latency, .cost, .growth, .growthPerExchange:
            row(threshold.work, threshold.subject).flatMap { value(of: threshold, in: $0) }
        }
    }

    private func value(of threshold: Threshold, in row: Row) -> Double? {
        switch threshold.figure {
        case .rate: ratio(row, threshold, row.rateRatio, \.rate)
        case .cpu: ratio(row, threshold, row.cpuRatio, \.cpu)
        case .p50: ratio(row, threshold, row.p50Ratio, \.p50)
        case .latency: row.p50.median / 1e3
        case .cost: row.cpu.median
        case .growth: row.growth.median
        case .growthPerExchange: row.growth.median * 1024 / Double(row.concurrency)
        case .size, .instructions, .allocations: nil
        }
    }

    /// The subject's and the reference's.
    private func counts(_ threshold: Threshold) -> (InstructionCount.Count, InstructionCount.Count)? {
        guard let count = report.counts[threshold.subject], let reference = report.counts[report.reference]
        else { return nil }
        return (count, reference)
    }

    /// The ratio to the reference is taken round by round; that to another subject, of the medians.
    private func ratio(
        _ row: Row, _ threshold: Threshold, _ toReference: Spread?, _ figure: KeyPath<Row, Spread>
    ) -> Double? {
        guard let against = threshold.against else { return toReference?.median }
        return self.row(threshold.work, against).map {
            row[keyPath: figure].median / $0[keyPath: figure].median
        }
    }

    private func row(_ work: String, _ subject: String) -> Row? {
        report.rows.first { $0.work == work && $0.subject == subject }
    }
}
