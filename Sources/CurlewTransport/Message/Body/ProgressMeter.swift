/// Measures the rate of a transfer and limits its progress reports to one every 100 ms.
package struct ProgressMeter {
    private static let interval = Duration.milliseconds(100)
    /// How long the averaged rate takes to follow a change, in seconds.
    private static let inertia = 2.0

    private var last: (time: ContinuousClock.Instant, completed: Int64)?
    private var rate = 0.0
    private let phase: TransferProgress.Phase

    package init(phase: TransferProgress.Phase = .transferring) {
        self.phase = phase
    }

    /// Records progress; returns nil if it is too early for a report.
    package mutating func moved(
        to completed: Int64, of total: Int64?, now: ContinuousClock.Instant
    ) -> TransferProgress? {
        if let last, now - last.time < Self.interval { return nil }
        return report(completed, of: total, now: now)
    }

    /// Reports a state without delay: the first, the last, and one that restarts.
    package mutating func report(
        _ completed: Int64, of total: Int64?, now: ContinuousClock.Instant
    ) -> TransferProgress {
        if let last { measure(since: last, completed, now) }
        last = (now, completed)
        return TransferProgress(completed: completed, total: total, rate: rate, phase: phase)
    }

    private mutating func measure(
        since last: (time: ContinuousClock.Instant, completed: Int64), _ completed: Int64,
        _ now: ContinuousClock.Instant
    ) {
        let seconds = (now - last.time) / .seconds(1)
        guard seconds > 0, completed >= last.completed else { return }
        let latest = Double(completed - last.completed) / seconds
        rate += rate == 0 ? latest : (latest - rate) * seconds / (seconds + Self.inertia)
    }
}
