import CurlewTransport

/// Gives a call of URLSession its turn while a body arrives as fast as the server can send.
///
/// FoundationNetworking lets libcurl receive about a hundred chunks in a row. If the socket then has more, it adds the next
/// hundred to the queue that is running, which does not end as long as the server is fast enough, and what waits for the
/// queues above it waits for seconds. A suspended queue ends after what it runs at the moment, so the body's queue is
/// suspended as soon as a call waits, and resumed when the call has been made.
final class Turns: Sendable {
    /// Of the whole process, because all sessions share one queue.
    static let shared = Turns()

    private struct State {
        var waitingCalls = 0
        var suspended: [LibcurlQueue] = []
    }

    private let state = Lock(State())

    /// Makes a call that may wait for a session's queue.
    func takeOne(for call: () -> Void) {
        state.withLock { $0.waitingCalls += 1 }
        call()
        let suspended = state.withLock { state in
            defer { state.suspended = [] }
            state.waitingCalls -= 1
            // Also while other calls wait: a body must not wait for an unbroken series of them.
            return state.suspended
        }
        for queue in suspended { queue.resume() }
    }

    /// A chunk of a body has arrived on the current queue: lets a waiting call go first.
    func chunkArrived() {
        state.withLock { state in
            guard state.waitingCalls > 0, let queue = LibcurlQueue.current else { return }
            guard !state.suspended.contains(queue) else { return }
            queue.suspend()
            state.suspended.append(queue)
        }
    }
}
