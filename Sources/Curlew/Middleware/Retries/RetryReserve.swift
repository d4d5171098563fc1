/// The retries that a client has left for all its requests: full at first, and refilled by successes.
struct RetryReserve: Sendable, Equatable {
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
