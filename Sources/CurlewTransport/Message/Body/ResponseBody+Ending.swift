import Synchronization

extension ResponseBody {
    /// How the reading of a body ended.
    package enum Ending: Sendable {
        /// All of it was read.
        case complete
        /// The body was dropped before its end was read.
        case abandoned
        /// Reading failed.
        case failed(NetworkError)
    }

    /// Calls a closure when the reading of a body ends, once.
    final class EndingObserver: Sendable {
        private let hasEnded = Atomic(false)
        private let body: @Sendable (Ending, TransferMetrics?) -> Void

        init(_ body: @escaping @Sendable (Ending, TransferMetrics?) -> Void) {
            self.body = body
        }

        func ended(as ending: Ending, _ metrics: TransferMetrics?) {
            guard !hasEnded.exchange(true, ordering: .relaxed) else { return }
            body(ending, metrics)
        }
    }
}
