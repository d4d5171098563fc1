import CurlewTransport
import Testing

@testable import CurlewLibcurl

struct StandstillTests {
    private var standstill = Standstill()
    private let start = MonotonicTime(nanoseconds: 1_000)

    @Test func isNotWatchedAtFirst() {
        #expect(!standstill.isWatched)
        #expect(standstill.end == .distantFuture)
    }

    @Test mutating func isLookedAtAtTheEndOfItsTime() {
        standstill.watch(sent: 0, from: start, for: 500)
        #expect(standstill.isWatched)
        #expect(standstill.end == MonotonicTime(nanoseconds: 1_500))
    }

    @Test mutating func standsStillOnlyWhileNothingIsSent() {
        standstill.watch(sent: 10, from: start, for: 500)
        #expect(standstill.hasStood(sent: 10))
        #expect(!standstill.hasStood(sent: 11))
        standstill.watch(sent: 11, from: start, for: 500)
        #expect(standstill.hasStood(sent: 11))
    }
}
