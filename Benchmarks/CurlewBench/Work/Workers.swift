import Synchronization

/// One task for each concurrent exchange of a work, each sending one request after another until all are sent.
enum Workers {
    /// - Parameter exchange: returns whether the response was as expected.
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

/// The outcomes of the exchanges of one run.
struct Tally: Sendable {
    /// The duration of each exchange, in nanoseconds.
    var latencies: [UInt64] = []
    /// The number of exchanges that failed or had an unexpected response.
    var failures = 0

    mutating func add(_ other: Tally) {
        latencies += other.latencies
        failures += other.failures
    }

    static func failed(_ count: Int) -> Tally { Tally(failures: count) }
}
