import CurlewTransport

/// The time of a test clock, and who waits for which moment; no I/O, no lock, no await.
///
/// A waiter enters once and leaves once: at its moment, because all tasks wait, or because its task was cancelled.
struct TestClockMachine {
    private struct Waiter {
        let number: Int
        /// Nil if the waiter waits for no moment.
        let moment: Duration?

        /// Whether its moment comes first; of equal moments the waiter that entered first.
        func precedes(_ other: Waiter) -> Bool {
            guard let moment else { return other.moment == nil && number < other.number }
            guard let otherMoment = other.moment else { return true }
            return (moment, number) < (otherMoment, other.number)
        }
    }

    /// The time since the clock was made.
    private(set) var now = Duration.zero
    private var waiters: [Waiter] = []
    private var lastNumber = 0

    mutating func nextNumber() -> Int {
        lastNumber += 1
        return lastNumber
    }

    /// The moment after a delay; nil if it is too far away for the clock.
    func moment(after delay: Duration) -> Duration? {
        guard let nanoseconds = now.nanoseconds, let delay = delay.nanoseconds else { return nil }
        let (sum, isTooLarge) = nanoseconds.addingReportingOverflow(delay)
        return isTooLarge ? nil : .nanoseconds(sum)
    }

    mutating func entered(_ number: Int, until moment: Duration?) {
        waiters.append(Waiter(number: number, moment: moment))
    }

    /// Returns whether the waiter was still waiting.
    mutating func left(_ number: Int) -> Bool {
        guard let index = waiters.firstIndex(where: { $0.number == number }) else { return false }
        waiters.remove(at: index)
        return true
    }

    /// Moves the time; returns the waiters whose moment has come, in order.
    mutating func advanced(by duration: Duration) -> [Int] {
        now = max(now, moment(after: duration) ?? now)
        let due = waiters.filter { $0.moment ?? now + .nanoseconds(1) <= now }
        waiters.removeAll { waiter in due.contains { $0.number == waiter.number } }
        return due.sorted { $0.precedes($1) }.map(\.number)
    }

    /// What to do when all tasks wait.
    enum Action: Equatable {
        /// Nothing waits for a moment.
        case none
        /// The moment of a waiter has come.
        case resume(Int)
        /// No moment will come: the waiter would wait indefinitely.
        case fail(Int)
    }

    /// All tasks wait: the time moves to the first moment.
    mutating func allWait() -> Action {
        guard let first = waiters.min(by: { $0.precedes($1) }) else { return .none }
        _ = left(first.number)
        guard let moment = first.moment else { return .fail(first.number) }
        now = max(now, moment)
        return .resume(first.number)
    }
}
