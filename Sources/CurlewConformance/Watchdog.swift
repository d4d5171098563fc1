import Curlew

/// Waits for work that may never end.
enum Watchdog {
    /// The result of the work, or another value if it has not returned within the limit.
    ///
    /// The work is cancelled then, but not awaited: it may hang.
    static func value<Value: Sendable>(
        within limit: Duration, otherwise late: Value, _ work: @escaping @Sendable () async -> Value
    ) async -> Value {
        let race = Race<Value>()
        let worker = Task { race.finish(await work()) }
        let timer = Task {
            try? await Task.sleep(for: limit)
            race.finish(late)
        }
        defer {
            worker.cancel()
            timer.cancel()
        }
        return await withCheckedContinuation { race.start($0) }
    }

    /// Resumes its continuation with the first value.
    private final class Race<Value: Sendable>: Sendable {
        private struct State {
            var value: Value?
            var continuation: CheckedContinuation<Value, Never>?
        }

        private let state = Lock(State())

        func start(_ continuation: CheckedContinuation<Value, Never>) {
            let value = state.withLock { state in
                if state.value == nil { state.continuation = continuation }
                return state.value
            }
            if let value { continuation.resume(returning: value) }
        }

        func finish(_ value: Value) {
            let continuation = state.withLock { state -> CheckedContinuation<Value, Never>? in
                guard state.value == nil else { return nil }
                state.value = value
                return state.continuation.take()
            }
            continuation?.resume(returning: value)
        }
    }
}
