import CurlewTransport
import Dispatch

/// One timer for many deadlines: it rings at the earliest, and its owner then sets the next.
final class AlarmClock: Sendable {
    private struct State {
        let timer: any DispatchSourceTimer
        var armed: MonotonicTime?
    }

    // Waking once a day keeps the wait within Dispatch's range.
    private static let longestWait: Int64 = 86_400 * 1_000_000_000
    private static let queue = DispatchQueue(label: "curlew.urlsession.alarms")

    private let state: Lock<State>

    init() {
        state = Lock(State(timer: DispatchSource.makeTimerSource(flags: .strict, queue: Self.queue)))
    }

    deinit {
        state.withLock { $0.timer.cancel() }
    }

    /// Starts to call `ring` on the clock's own queue; call it once.
    func start(ring: @escaping @Sendable () -> Void) {
        state.withLock { state in
            state.timer.setEventHandler { [weak self] in
                self?.rang()
                ring()
            }
            state.timer.activate()
        }
    }

    /// Rings by the deadline, possibly earlier.
    func wake(by deadline: MonotonicTime) {
        guard deadline != .distantFuture else { return }
        state.withLock { state in
            if let armed = state.armed, armed <= deadline { return }
            state.armed = deadline
            let wait = min(MonotonicTime.now.nanoseconds(to: deadline), Self.longestWait)
            state.timer.schedule(deadline: .now() + .nanoseconds(Int(wait)))
        }
    }

    private func rang() {
        state.withLock { $0.armed = nil }
    }
}
