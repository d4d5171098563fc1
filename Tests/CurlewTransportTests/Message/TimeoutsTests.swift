import Testing

@testable import CurlewTransport

struct TimeoutsTests {
    @Test func defaults() {
        let timeouts = Timeouts()
        #expect(timeouts.connect == nil)
        #expect(timeouts.head == .seconds(30))
        #expect(timeouts.idle == .seconds(60))
        #expect(timeouts.total == nil)
        #expect(
            Timeouts.total(.seconds(2))
                == Timeouts(head: nil, idle: nil, total: .seconds(2)))
    }

    @Test func overridesTakeThePlaceOfLimitsOneByOne() {
        let limits = Timeouts(connect: .seconds(1), head: .seconds(2), idle: .seconds(3), total: .seconds(4))
        #expect(limits.overridden(by: .init()) == limits)
        #expect(
            limits.overridden(by: .init(head: .seconds(9), total: Timeouts.unlimited))
                == Timeouts(connect: .seconds(1), head: .seconds(9), idle: .seconds(3), total: nil))
        #expect(
            limits.overridden(by: .total(.seconds(5)))
                == Timeouts(connect: .seconds(1), head: .seconds(2), idle: .seconds(3), total: .seconds(5)))
        #expect(limits.overridden(by: .init(idle: .zero)).idle == .zero)
    }

    @Test func describesTheLimitsThatAreSet() {
        #expect("\(Timeouts())" == "head: 30 s, idle: 60 s")
        let all = Timeouts(connect: .milliseconds(1500), head: .zero, idle: nil, total: .seconds(9))
        #expect("\(all)" == "connect: 1.5 s, head: 0 µs, total: 9 s")
        #expect("\(Timeouts(head: nil, idle: nil))" == "no limits")
        #expect("\(Timeouts.Overrides())" == "unchanged")
        let overrides = Timeouts.Overrides(idle: Timeouts.unlimited, total: .seconds(5))
        #expect("\(overrides)" == "idle: none, total: 5 s")
        #expect(String(reflecting: Timeouts.total(.seconds(1))) == "total: 1 s")
        var rest = Timeouts(total: .seconds(3))
        rest.setTotal(.seconds(2), leftOf: .seconds(3))
        #expect("\(rest)" == "head: 30 s, idle: 60 s, total: 2 s")
    }

    @Test func checksEachLimit() throws {
        try Timeouts().check()
        try Timeouts(connect: nil, head: nil, idle: nil, total: nil).check()
        let error = #expect(throws: NetworkError.self) { try Timeouts(idle: .zero).check() }
        #expect(error?.code == .invalidRequest)
        #expect(error?.message.contains("idle") == true)
    }
}

struct DurationTests {
    @Test(
        arguments: [
            (.zero, 0), (.nanoseconds(1), 1), (.microseconds(400), 400_000),
            (.milliseconds(1500), 1_500_000_000),
            (.seconds(9_223_372_036), 9_223_372_036_000_000_000), (.nanoseconds(Int64.max), Int64.max),
            (.seconds(9_223_372_037), nil), (.seconds(1e18), nil), (.seconds(Int64.max), nil),
            (.seconds(Int64.min), nil), (.nanoseconds(Int64.min), Int64.min),
            (Duration(attoseconds: .max), nil), (Duration(attoseconds: .min), nil),
            (Duration(secondsComponent: 0, attosecondsComponent: 1), 0),
        ] as [(Duration, Int64?)])
    func nanoseconds(duration: Duration, nanoseconds: Int64?) {
        #expect(duration.nanoseconds == nanoseconds)
    }

    @Test(
        arguments: [
            (.microseconds(400), "400 µs"), (.milliseconds(1), "1 ms"), (.milliseconds(300), "300 ms"),
            (.milliseconds(999), "999 ms"), (.seconds(1), "1 s"), (.milliseconds(1500), "1.5 s"),
            (.milliseconds(1050), "1.05 s"), (.milliseconds(1001), "1.001 s"), (.seconds(30), "30 s"),
            (.milliseconds(10_100), "10.1 s"), (.seconds(100), "100 s"), (.microseconds(1_000_400), "1 s"),
        ] as [(Duration, String)])
    func shortText(duration: Duration, text: String) {
        #expect(duration.shortText == text)
    }
}
