import CommandSupport
import Foundation

/// The result of a comparison.
struct Report: Codable, Sendable {
    let machine: Machine
    let rounds: Int
    let reference: String
    var rows: [Row]
    /// What was left out, and why.
    let leftOut: [String]
    /// MB of the stripped `curlew-probe`; nil if it was not built.
    let programSize: Double?
    /// Instructions and allocations for each request of 64 at a time, by subject; empty if not counted.
    let counts: [String: InstructionCount.Count]

    var json: String {
        get throws {
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
            encoder.nonConformingFloatEncodingStrategy = .convertToString(
                positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
            return String(decoding: try encoder.encode(self), as: UTF8.self)
        }
    }

    var table: String {
        let header = [
            "work", "subject", "per second", "CPU µs each", "user + sys", "p50 µs", "p99 µs", "max µs",
            "peak MiB",
            "growth", "connections", "switches", "× rate", "× CPU", "× p50", "failed", "",
        ]
        let table = TextTable(header: header, rows: rows.map(Self.cells)).text
        return ([table, machine.text] + leftOut + countLines).joined(separator: "\n")
    }

    private var countLines: [String] {
        counts.sorted { $0.key < $1.key }.map { subject, count in
            let instructions = count.instructions.text(digits: 0)
            return
                "\(subject): \(instructions) instructions, \(count.allocations.text(digits: 1)) allocations per request"
        }
    }

    private static func cells(_ row: Row) -> [String] {
        let figures = [
            "\(row.rate.text(digits: 0)) \(row.unit)s", row.cpu.text(digits: 1),
            "\(row.user.median.text(digits: 1)) + \(row.system.median.text(digits: 1))",
            row.p50.median.text(digits: 0), row.p99.median.text(digits: 0),
            row.longest.median.text(digits: 0),
            row.peak.median.text(digits: 0), row.growth.median.text(digits: 1),
            row.connections?.median.text(digits: 0) ?? "", row.switches.median.text(digits: 2),
        ]
        let ratios = [row.rateRatio, row.cpuRatio, row.p50Ratio].map { $0?.text(digits: 2) ?? "" }
        return [row.work, row.subject] + figures + ratios + [String(row.failures), marks(row)]
    }

    private static func marks(_ row: Row) -> String {
        let disturbed = row.disturbedRounds > 0 ? "\(row.disturbedRounds) rounds disturbed " : ""
        return disturbed
            + (row.miscounted > 0 ? "the server counts \(row.miscounted) requests differently" : "")
    }
}
