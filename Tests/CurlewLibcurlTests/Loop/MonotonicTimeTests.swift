import Testing

@testable import CurlewLibcurl

struct MonotonicTimeTests {
    private let start = MonotonicTime(nanoseconds: 1_000_000_000)

    @Test func goesForward() {
        let first = MonotonicTime.now
        #expect(first <= .now)
        #expect(first < .distantFuture)
    }

    @Test func advances() {
        #expect(start.advanced(by: .milliseconds(1)).nanoseconds == 1_001_000_000)
        #expect(start.duration(to: start.advanced(by: .seconds(2))) == .seconds(2))
    }

    @Test(arguments: [nil, .seconds(Int64.max), .seconds(1e18), .nanoseconds(Int64.max)] as [Duration?])
    func whatTheClockCannotHoldNeverPasses(limit: Duration?) {
        #expect(start.advanced(by: limit) == .distantFuture)
    }

    @Test func waitsInWholeMillisecondsRoundedUp() {
        #expect(start.milliseconds(from: start) == 0)
        #expect(start.milliseconds(from: start.advanced(by: .seconds(1))) == 0)
        #expect(start.advanced(by: .nanoseconds(1)).milliseconds(from: start) == 1)
        #expect(start.advanced(by: .milliseconds(1)).milliseconds(from: start) == 1)
        #expect(start.advanced(by: .nanoseconds(1_000_001)).milliseconds(from: start) == 2)
        #expect(MonotonicTime.distantFuture.milliseconds(from: start) == -1)
        #expect(start.advanced(by: .seconds(1_000_000_000)).milliseconds(from: start) == Int32.max)
    }
}
