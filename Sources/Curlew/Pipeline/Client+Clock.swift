#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

extension Client {
    /// The time of a client, and how it waits; tests replace it, so that no time passes.
    public struct Clock: Sendable {
        /// The current instant, for deadlines.
        public var now: @Sendable () -> ContinuousClock.Instant
        /// The current date, for the dates of fields and cookies.
        public var date: @Sendable () -> Date
        /// Waits; throws `CancellationError` as soon as the task is cancelled.
        public var sleep: @Sendable (_ duration: Duration) async throws -> Void

        /// Makes a clock; the defaults are the system's.
        public init(
            now: @escaping @Sendable () -> ContinuousClock.Instant = { .now },
            date: @escaping @Sendable () -> Date = { Date() },
            sleep: @escaping @Sendable (_ duration: Duration) async throws -> Void = {
                try await Task.sleep(for: $0, clock: .continuous)
            }
        ) {
            self.now = now
            self.date = date
            self.sleep = sleep
        }

        /// Runs the tasks that the client itself starts; nil for the default executor.
        ///
        /// A test clock sets it, so that it knows when all of them wait.
        @TaskLocal package static var executor: (any TaskExecutor)?

        /// The clocks of the system.
        public static let system = Clock()
    }
}
