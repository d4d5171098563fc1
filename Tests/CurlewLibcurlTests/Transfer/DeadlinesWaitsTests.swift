import Curlew
import Testing

@testable import CurlewLibcurl

struct DeadlinesWaitsTests {
    private func make(
        connect: Int? = nil, head: Int? = nil, idle: Int? = nil, total: Int? = nil
    ) -> Deadlines {
        let timeouts = Timeouts(
            connect: connect.map { .milliseconds($0) }, head: head.map { .milliseconds($0) },
            idle: idle.map { .milliseconds($0) }, total: total.map { .milliseconds($0) })
        return Deadlines(timeouts, start: MonotonicTime(nanoseconds: 5_000_000_000))
    }

    @Test func aThirdOfTheSmallestLimitIsForAnothersConnection() {
        let times = [
            make(total: 6_000), make(total: 300), make(head: 90, total: 300), make(connect: 30, head: 90),
            make(), make(idle: 3),
        ].map { $0.sharingNanoseconds / 1_000_000 }
        #expect(times == [1_000, 100, 30, 10, 1_000, 1_000])
    }

    @Test func aThirdOfTheSmallestLimitIsForARequestThatStandsStill() {
        let times = [
            make(total: 6_000), make(total: 300), make(idle: 90, total: 300), make(connect: 3, head: 3),
            make(),
        ].map { $0.standstillNanoseconds / 1_000_000 }
        #expect(times == [1_000, 100, 30, 1_000, 1_000])
    }
}
