/// What one run of one subject has cost.
struct Sample: Sendable {
    /// The part of the wall time that other processes may use before a sample counts as disturbed.
    static let disturbance = 0.15

    /// How much was done: MiB or requests.
    let unitCount: Double
    var seconds: Double
    var usage: Usage
    let tally: Tally
    /// The most memory that was resident, and how much of it came during the run, in bytes.
    var peak = 0
    var growth = 0
    /// What the server has counted; nil when it does not count.
    var connections: Int?
    var served: Int?
    /// The part of the wall time that other processes have used.
    var others = 0.0

    var isDisturbed: Bool { others > Self.disturbance }

    /// Per second.
    var rate: Double { unitCount / seconds }

    /// Microseconds for each unit, of so many seconds.
    func perUnit(_ seconds: Double) -> Double { seconds * 1e6 / unitCount }

    /// The latency that a part of the exchanges did not exceed, in microseconds.
    func latency(part: Double) -> Double {
        let sorted = tally.latencies.sorted()
        guard !sorted.isEmpty else { return .nan }
        let index = min(sorted.count - 1, Int(Double(sorted.count) * part))
        return Double(sorted[index]) / 1e3
    }
}
