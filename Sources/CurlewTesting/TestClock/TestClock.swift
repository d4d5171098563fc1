public import Curlew

#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// A clock for tests: it moves to the next moment that a task waits for as soon as all tasks wait.
///
///     let clock = TestClock()
///     try await clock.run {
///         let transport = ScriptedTransport([.status(503), .json(#"{"name": "Ada"}"#)])
///         let client = Client(
///             baseURL: "https://api.example.com", transport: transport,
///             configuration: .init(retries: .standard, clock: clock.client))
///         _ = try await client.send(.user("ada"))     // the delay of the retry takes no time
///     }
///
/// `run` executes its tasks one at a time, in the order in which they became ready, on one thread. Once none is ready,
/// the clock moves to the earliest moment and resumes the task that waits for it. A test therefore has the same
/// order of events and the same times in each run, however busy the machine is.
///
/// The clock sees the tasks of `run`, their child tasks (`async let`, task groups), and those that a client starts.
/// It does not see a real network, the main actor or `Task { }`: give such a task the executor,
/// `Task(executorPreference: clock.executor) { … }`. While one of these is awaited, the clock moves if another task waits
/// for a moment.
public final class TestClock: Sendable {
    /// The clock of the `run` that the current task is part of; nil outside.
    ///
    /// Also nil in a `Task { }` that does not have the clock's executor, of which the clock knows nothing.
    public static var current: TestClock? {
        guard let clock = ofCurrentTask, clock.tasks.isCurrent else { return nil }
        return clock
    }
    @TaskLocal private static var ofCurrentTask: TestClock?

    private let tasks = TestExecutor()
    private let origin = ContinuousClock.now
    private let startDate: Date

    /// Makes a clock; its date starts at 2025-01-01T00:00:00Z by default.
    public init(date: Date = Date(timeIntervalSince1970: 1_735_689_600)) {
        startDate = date
    }

    /// The time since the clock was made.
    public var elapsed: Duration { tasks.now }

    /// The date that the clock shows.
    public var date: Date { startDate.addingTimeInterval(elapsed / .seconds(1)) }

    /// The clock for `Client.Configuration`.
    public var client: Client.Clock {
        Client.Clock(
            now: { self.origin + self.elapsed }, date: { self.date },
            sleep: { try await self.sleep(for: $0) })
    }

    /// Runs tasks of your own under the clock: `Task(executorPreference: clock.executor) { … }`.
    public var executor: any TaskExecutor { tasks }

    /// Runs a test under the clock; throws what it throws.
    ///
    /// In it, waits take no time, and the limits of a request over ``ScriptedTransport`` pass.
    @concurrent
    public func run<Value: Sendable>(
        _ body: @Sendable @concurrent () async throws -> Value
    ) async rethrows -> Value {
        try await withTaskExecutorPreference(tasks) {
            try await Client.Clock.$executor.withValue(tasks) {
                try await Self.$ofCurrentTask.withValue(self) { try await body() }
            }
        }
    }

    /// Waits until the clock has moved on by a duration; zero and less do not wait.
    ///
    /// What other tasks wait for before that moment happens first. Throws `CancellationError` when the task is cancelled,
    /// and a `NetworkError` outside of `run`, where the clock could not know when to move.
    public func sleep(for duration: Duration) async throws {
        try Task.checkCancellation()
        guard duration > .zero else { return }
        try await tasks.sleep(for: duration)
    }

    /// Moves the clock at once, also outside of `run`; it never moves back.
    ///
    /// All tasks whose moment has come resume, in the order of their moments. For a test that waits until others have
    /// done what is due in between, use ``sleep(for:)``.
    public func advance(by duration: Duration) {
        tasks.advance(by: duration)
    }

    /// Waits until the task is cancelled; fails if all tasks wait and none for a moment.
    func stall() async throws {
        try Task.checkCancellation()
        try await tasks.stall()
    }
}
