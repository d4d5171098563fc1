import CurlewTesting
public import Testing

/// Runs each test, and each of its arguments, in the `run` of a ``TestClock`` of its own.
public struct TestClockTrait: TestTrait, SuiteTrait, TestScoping {
    /// True: in front of a suite, it gives each of its tests a clock.
    public var isRecursive: Bool { true }

    /// Runs the test on the clock; throws what the test throws.
    @concurrent
    public func provideScope(
        for test: Test, testCase: Test.Case?,
        performing function: @Sendable @concurrent () async throws -> Void
    ) async throws {
        try await TestClock().run { try await function() }
    }
}

extension Trait where Self == TestClockTrait {
    /// Runs each test on a clock of its own, on which waits take no time; the test finds it in ``TestClock/current``.
    ///
    ///     @Test(.testClock) func waitsAsTheServerSays() async throws {
    ///         let clock = try #require(TestClock.current)
    public static var testClock: Self { TestClockTrait() }
}
