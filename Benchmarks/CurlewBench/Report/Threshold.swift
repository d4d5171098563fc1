import Foundation

/// A bound on one figure of a comparison.
struct Threshold: Codable, Sendable {
    enum Figure: String, Codable {
        /// As ratios to the reference's, or to `against`'s.
        case rate, cpu, p50
        /// Absolute: microseconds, MiB, and KiB for each concurrent exchange.
        case latency, cost, growth, growthPerExchange
        /// MB of the program's file.
        case size
        /// For each request: as a ratio to the reference's, and as a difference from it.
        case instructions, allocations
    }

    let work: String
    let subject: String
    let figure: Figure
    /// The subject whose figure is the divisor, if not the reference.
    var against: String?
    var atLeast: Double?
    var atMost: Double?
    /// The fraction of the bound by which the figure may miss it: the noise between rounds on a quiet machine.
    var noise: Double

    static func all(in path: String) throws(UsageError) -> [Threshold] {
        do {
            return try JSONDecoder().decode([Threshold].self, from: Data(contentsOf: URL(filePath: path)))
        } catch {
            throw UsageError("\(path) cannot be read: \(error)")
        }
    }

    /// Whether a value meets the bound, or misses it by no more than the noise.
    func isMet(by value: Double) -> Bool {
        value >= (atLeast ?? -.infinity) * (1 - noise) && value <= (atMost ?? .infinity) * (1 + noise)
    }

    var boundText: String {
        [atLeast.map { "≥ \($0)" }, atMost.map { "≤ \($0)" }].compactMap(\.self).joined(separator: ", ")
    }

    var title: String {
        switch figure {
        case .rate: "rate ÷ \(against ?? Subjects.reference)"
        case .cpu: "CPU ÷ \(against ?? Subjects.reference)"
        case .p50: "p50 ÷ \(against ?? Subjects.reference)"
        case .latency: "p50, ms"
        case .cost: "CPU, µs"
        case .growth: "memory growth, MiB"
        case .growthPerExchange: "memory for each exchange, KiB"
        case .size: "size, MB"
        case .instructions: "instructions ÷ \(Subjects.reference)"
        case .allocations: "allocations beyond \(Subjects.reference)"
        }
    }
}
