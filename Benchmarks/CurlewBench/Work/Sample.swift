/// The cost of one run of one subject.
struct Sample: Sendable {
    /// The fraction of the wall time that other processes may use before a sample is disturbed.
    static let disturbance = 0.15

    /// The amount of work: MiB or requests.
    let unitCount: Double
    var seconds: Double
    var usage: Usage
    let tally: Tally
    /// The most memory that was resident, and its growth during the run, in bytes.
    var peak = 0
    var growth = 0
    /// The server's counts; nil if it has none.
    var connections: Int?
    var served: Int?
    /// The fraction of the wall time that other processes used.
    var others = 0.0

    var isDisturbed: Bool { others > Self.disturbance }

    /// Per second.
    var rate: Double { unitCount / seconds }

    /// Microseconds for each unit, from a total in seconds.
    func perUnit(_ seconds: Double) -> Double { seconds * 1e6 / unitCount }

    /// The latency in microseconds that a fraction of the exchanges did not exceed.
    func latency(part: Double) -> Double {
        let sorted = tally.latencies.sorted()
        guard !sorted.isEmpty else { return .nan }
        let index = min(sorted.count - 1, Int(Double(sorted.count) * part))
        return Double(sorted[index]) / 1e3
    }
}
