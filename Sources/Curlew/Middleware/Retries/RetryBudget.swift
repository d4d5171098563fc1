/// The retries that a client has left for all its requests: full at first, and filled up by successes.
struct RetryReserve: Sendable, Equatable {
    private let capacity: Int
    /// In tenths of a retry.
    private(set) var tenths: Int

    init(_ retries: Int) {
        // More than this is no bound.
        capacity = min(max(retries, 0), 1_000_000) * 10
        tenths = capacity
    }

    /// A request got an answer that needs no retry.
    mutating func requestSucceeded() {
        if tenths < capacity { tenths += 1 }
    }

    /// Whether there is a retry left, which is taken out then.
    mutating func takeRetry() -> Bool {
        guard tenths >= 10 else { return false }
        tenths -= 10
        return true
    }
}
