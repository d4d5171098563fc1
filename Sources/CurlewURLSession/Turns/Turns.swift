import CurlewTransport

/// Lets a call of URLSession run while a body arrives as fast as the server can send.
///
/// FoundationNetworking lets libcurl receive about a hundred chunks in a row. If the socket then has more, it adds
/// the next hundred to the running queue, which never ends while the server is fast enough, so that calls which need
/// the queues above it wait for seconds. A suspended queue ends after its current work, so the body's queue is
/// suspended as soon as a call waits, and resumed after the call.
final class Turns: Sendable {
    /// One for the whole process, because all sessions share one queue.
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
            // Even while other calls wait: a body must not wait for an endless series of them.
            return state.suspended
        }
        for queue in suspended { queue.resume() }
    }

    /// A chunk of a body has arrived on the current queue: lets a waiting call run first.
    func chunkArrived() {
        state.withLock { state in
            guard state.waitingCalls > 0, let queue = LibcurlQueue.current else { return }
            guard !state.suspended.contains(queue) else { return }
            queue.suspend()
            state.suspended.append(queue)
        }
    }
}
