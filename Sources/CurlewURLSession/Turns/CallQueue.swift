import Dispatch

/// The queue on which a transport calls URLSession: one call at a time, and never on the caller's thread.
///
/// In FoundationNetworking, making, resuming or cancelling a task waits for a queue that all sessions of the process
/// share, and that a server keeps busy. A caller on the main actor or in Swift's thread pool would block it
/// meanwhile, and a call from the delegate, which runs on that queue, would deadlock.
struct CallQueue: Sendable {
    private let queue = DispatchQueue(label: "curlew.urlsession.calls")

    /// Runs `body` soon, after everything that was added before.
    func async(_ body: @escaping @Sendable () -> Void) {
        queue.async { Turns.shared.takeOne(for: body) }
    }
}
