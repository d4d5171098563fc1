/// The remaining retries of all requests of a client: full at first, and refilled by successes.
struct RetryBudget: Sendable, Equatable {
    private let capacity: Int
    /// In tenths of a retry.
    private(set) var tenths: Int

    init(_ retries: Int) {
        // Larger values are no bound in practice.
        capacity = min(max(retries, 0), 1_000_000) * 10
        tenths = capacity
    }

    /// A request got a response that needs no retry.
    mutating func requestSucceeded() {
        if tenths < capacity { tenths += 1 }
    }

    /// Takes a retry; returns false if none is left.
    mutating func takeRetry() -> Bool {
        guard tenths >= 10 else { return false }
        tenths -= 10
        return true
    }
}

/// The budget that a client, those made from it, and their endpoints share.
final class SharedRetryBudget: Sendable {
    private let budget: Lock<RetryBudget>

    init(_ retries: Int) {
        budget = Lock(RetryBudget(retries))
    }

    func requestSucceeded() { budget.withLock { $0.requestSucceeded() } }

    func takeRetry() -> Bool { budget.withLock { $0.takeRetry() } }
}
