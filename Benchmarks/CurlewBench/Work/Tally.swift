/// What came of the exchanges of one run.
struct Tally: Sendable {
    /// How long each exchange took, in nanoseconds.
    var latencies: [UInt64] = []
    /// How many failed, or gave another answer than they should.
    var failures = 0

    mutating func add(_ other: Tally) {
        latencies += other.latencies
        failures += other.failures
    }

    static func failed(_ count: Int) -> Tally { Tally(failures: count) }
}
