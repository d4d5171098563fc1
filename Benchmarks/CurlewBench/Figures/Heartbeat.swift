import Curlew

/// Measures how long the executor of its task has run nothing.
final class Heartbeat: Sendable {
    private static let interval = Duration.milliseconds(1)

    private let longest = Lock(Duration.zero)

    /// The longest time from one beat to the next, beyond the sleep between them.
    var longestStop: Duration { longest.withLock(\.self) }

    /// Beats on its caller's executor until the task is cancelled.
    func run() async {
        while !Task.isCancelled {
            let start = ContinuousClock.now
            try? await Task.sleep(for: Self.interval)
            let stop = ContinuousClock.now - start - Self.interval
            longest.withLock { $0 = max($0, stop) }
        }
    }

    /// The longest stops of the main actor and of Swift's thread pool during an action.
    static func stops(
        during action: () async throws -> Void
    ) async rethrows -> (mainActor: Duration, pool: Duration) {
        let (mainActor, pool) = (Heartbeat(), Heartbeat())
        let onMainActor = Task { @MainActor in await mainActor.run() }
        let onPool = Task.detached { await pool.run() }
        defer {
            onMainActor.cancel()
            onPool.cancel()
        }
        try await action()
        // One more beat each: a stop may last until now.
        onMainActor.cancel()
        onPool.cancel()
        await onMainActor.value
        await onPool.value
        return (mainActor.longestStop, pool.longestStop)
    }
}
