/// Reports how much of a request's body was sent, but not on the sending thread; made only for a body with a progress
/// closure, in the task that sends, whose task-local values the closure sees.
package final class UploadReport: Sendable {
    private struct State {
        var meter = ProgressMeter()
        var sent: Int64 = 0
        var reported: Int64?
    }

    private let total: Int64?
    private let state = Lock(State())
    private let reports: AsyncStream<TransferProgress>.Continuation

    /// Nil for a body without a progress closure.
    package init?(_ body: RequestBody?) {
        guard let body, let report = body.report else { return nil }
        total = try? body.measuredLength()
        let stream: AsyncStream<TransferProgress>
        (stream, reports) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
        Task { for await progress in stream { report(progress) } }
    }

    deinit {
        end()
    }

    /// Records the total of bytes sent, which drops when the body is sent again.
    package func sent(_ count: Int64) {
        report { state in
            state.sent = count
            let now = ContinuousClock.now
            guard count != state.reported else { return nil }
            guard count == total || count < state.reported ?? 0 else {
                return state.meter.moved(to: count, of: total, now: now)
            }
            return state.meter.report(count, of: total, now: now)
        }
    }

    /// Sends the last report.
    package func end() {
        report { state in
            state.sent == state.reported ? nil : state.meter.report(state.sent, of: total, now: .now)
        }
        reports.finish()
    }

    private func report(_ decide: (inout State) -> TransferProgress?) {
        let progress = state.withLock { state in
            let progress = decide(&state)
            state.reported = progress?.completed ?? state.reported
            return progress
        }
        if let progress { reports.yield(progress) }
    }
}
