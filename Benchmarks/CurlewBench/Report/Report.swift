import Foundation

/// The result of a comparison.
struct Report: Encodable, Sendable {
    let rounds: Int
    let reference: String
    let rows: [Row]

    var json: String {
        get throws {
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
            return String(decoding: try encoder.encode(self), as: UTF8.self)
        }
    }

    var table: String {
        let header = [
            "work", "subject", "per second", "CPU µs each", "p50 µs", "p99 µs", "× rate", "× CPU", "failed",
        ]
        return TextTable(header: header, rows: rows.map(Self.cells)).text
    }

    private static func cells(_ row: Row) -> [String] {
        [
            row.work, row.subject, "\(row.rate.text(digits: 0)) \(row.unit)s", row.cpu.text(digits: 1),
            row.p50.median.text(digits: 0), row.p99.median.text(digits: 0),
            row.rateRatio?.text(digits: 2) ?? "", row.cpuRatio?.text(digits: 2) ?? "", String(row.failures),
        ]
    }
}
