#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// What time it is for a client, and how it waits: a test replaces it, so that no time passes.
public struct ClientClock: Sendable {
    /// The moment that deadlines are compared with.
    public var now: @Sendable () -> ContinuousClock.Instant
    /// The date, which the dates of fields and cookies are compared with.
    public var date: @Sendable () -> Date
    /// Waits; throws `CancellationError` as soon as the task is cancelled.
    public var sleep: @Sendable (_ duration: Duration) async throws -> Void

    /// Makes a clock; what is not given is the system's.
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

    /// The clocks of the system.
    public static let system = ClientClock()
}
