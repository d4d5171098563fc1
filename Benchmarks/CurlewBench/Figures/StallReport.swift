/// Measurements of one process while it abandoned a body, or sent its first requests; in milliseconds.
struct StallReport {
    /// How late the abandoned exchange ended.
    var end = 0.0
    /// The slowest of the requests afterwards.
    var slowest = 0.0
    /// The longest stops.
    var mainActor = 0.0
    var pool = 0.0

    /// One line, which `init(_:)` reads.
    var line: String { "stall \(end) \(slowest) \(mainActor) \(pool)\n" }

    init(end: Duration, slowest: Duration, stops: (mainActor: Duration, pool: Duration)) {
        self.end = end / .milliseconds(1)
        self.slowest = slowest / .milliseconds(1)
        mainActor = stops.mainActor / .milliseconds(1)
        pool = stops.pool / .milliseconds(1)
    }

    /// Nil for an output without such a line.
    init?(_ output: String) {
        let numbers = output.split(separator: "\n").last { $0.hasPrefix("stall ") }?.split(separator: " ")
            .compactMap { Double($0) }
        guard let numbers, numbers.count == 4 else { return nil }
        (end, slowest, mainActor, pool) = (numbers[0], numbers[1], numbers[2], numbers[3])
    }
}
