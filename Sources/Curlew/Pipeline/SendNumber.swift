import Synchronization

/// The number of a send, unique within the process, and its attempts so far.
struct SendNumber: Sendable {
    let id = Self.last.add(1, ordering: .relaxed).newValue
    let attempts = AttemptCounter()

    private static let last = Atomic(0)

    /// The context of the last attempt.
    func context(_ endpoint: String) -> MiddlewareContext {
        MiddlewareContext(
            endpoint: endpoint, attempt: attempts.count, deadline: nil, sendID: id, attempts: attempts)
    }
}
