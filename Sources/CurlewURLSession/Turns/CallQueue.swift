import Dispatch

/// Where a transport calls URLSession: one call after another, and never on the caller's thread.
///
/// Making, resuming and cancelling a task wait in FoundationNetworking for a queue that all sessions of the process share,
/// and that a server keeps busy. A caller on the main actor or in Swift's thread pool would stop everything there
/// meanwhile, and a call of the delegate, which runs on that queue, would wait for itself.
struct CallQueue: Sendable {
    private let queue = DispatchQueue(label: "curlew.urlsession.calls")

    /// Makes the calls of `body` soon, after all that were added before.
    func async(_ body: @escaping @Sendable () -> Void) {
        queue.async { Turns.shared.takeOne(for: body) }
    }
}
