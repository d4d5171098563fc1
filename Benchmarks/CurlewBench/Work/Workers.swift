import Synchronization

/// As many tasks as a work has concurrent exchanges, each sending one after another until all are sent.
enum Workers {
    /// - Parameter exchange: answers whether the answer was right.
    @concurrent
    static func run(_ work: Work, exchange: @escaping @Sendable () async throws -> Bool) async -> Tally {
        let started = Counter()
        return await withTaskGroup(of: Tally.self) { group in
            for _ in 0..<work.concurrency {
                group.addTask { await runOne(until: work.total, started, exchange) }
            }
            return await group.reduce(into: Tally()) { $0.add($1) }
        }
    }

    private final class Counter: Sendable {
        private let count = Atomic(0)

        func isNext(below limit: Int) -> Bool { count.add(1, ordering: .relaxed).oldValue < limit }
    }

    private static func runOne(
        until total: Int, _ started: Counter, _ exchange: @Sendable () async throws -> Bool
    ) async -> Tally {
        var tally = Tally()
        while started.isNext(below: total) {
            let start = MonotonicClock.nanoseconds
            let isRight = (try? await exchange()) ?? false
            tally.latencies.append(MonotonicClock.nanoseconds - start)
            if !isRight { tally.failures += 1 }
        }
        return tally
    }
}

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
