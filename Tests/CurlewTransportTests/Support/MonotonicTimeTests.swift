import CurlewTransport
import Testing

struct MonotonicTimeTests {
    private let start = MonotonicTime(nanoseconds: 1_000_000_000)

    @Test func goesForward() {
        let first = MonotonicTime.now
        #expect(first <= .now)
        #expect(first < .distantFuture)
    }

    @Test func advances() {
        #expect(start.advanced(byNanoseconds: 1_000_000).nanoseconds == 1_001_000_000)
        #expect(start.nanoseconds(to: start.advanced(byNanoseconds: 2_000_000_000)) == 2_000_000_000)
    }

    @Test func whatTheClockCannotHoldNeverPasses() {
        #expect(start.advanced(byNanoseconds: .max) == .distantFuture)
    }

    @Test func waitsInWholeMillisecondsRoundedUp() {
        let later = { start.advanced(byNanoseconds: $0) }
        #expect(start.milliseconds(from: start) == 0)
        #expect(start.milliseconds(from: later(1_000_000_000)) == 0)
        #expect(later(1).milliseconds(from: start) == 1)
        #expect(later(1_000_000).milliseconds(from: start) == 1)
        #expect(later(1_000_001).milliseconds(from: start) == 2)
        #expect(MonotonicTime.distantFuture.milliseconds(from: start) == -1)
        #expect(later(1_000_000_000_000_000_000).milliseconds(from: start) == Int32.max)
    }
}
