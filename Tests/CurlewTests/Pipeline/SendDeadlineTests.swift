import Testing

@testable import Curlew

struct SendDeadlineTests {
    private let clock = TestClock()

    private func request(_ timeouts: Timeouts) throws -> HTTPRequest {
        try HTTPRequest(method: .get, target: HTTPRequest.Target("http://h/"), timeouts: timeouts)
    }

    @Test func leavesEachSendTheRestOfTheLimit() throws {
        let request = try request(.total(.seconds(10)))
        let deadline = try #require(request.timeouts.deadline(from: clock.clock))
        #expect(try request.limited(by: deadline).timeouts.total == .seconds(10))
        clock.advance(by: .seconds(4))
        #expect(deadline.rest == .seconds(6))
        #expect(try request.limited(by: deadline).timeouts.total == .seconds(6))
    }

    @Test func theErrorOfWhatIsLeftNamesTheLimitThatWasSet() throws {
        let first = try request(.total(.seconds(10)))
        clock.advance(by: .zero)
        let outer = first.timeouts.deadline(from: clock.clock)
        clock.advance(by: .seconds(4))
        let second = try first.limited(by: outer)
        #expect(second.timeouts.namedTotal == .seconds(10))
        // A send within a poll has the poll's limit.
        let inner = second.timeouts.deadline(from: clock.clock)
        clock.advance(by: .seconds(1))
        let third = try second.limited(by: inner)
        #expect(third.timeouts.total == .seconds(5))
        #expect(third.timeouts.namedTotal == .seconds(10))
        var own = third
        own.timeouts.total = .seconds(2)
        #expect(own.timeouts.namedTotal == .seconds(2))
    }

    @Test func lessThanAMillisecondDoesNotCount() throws {
        let request = try request(.total(.seconds(10)))
        let deadline = request.timeouts.deadline(from: clock.clock)
        clock.advance(by: .microseconds(999))
        #expect(try request.limited(by: deadline).timeouts.total == .seconds(10))
        clock.advance(by: .microseconds(1))
        #expect(try request.limited(by: deadline).timeouts.total == .milliseconds(9999))
    }

    @Test func aShorterLimitOfTheSendStays() throws {
        let deadline = try #require(SendDeadline(in: .seconds(10), clock: clock.clock))
        #expect(try request(.total(.seconds(1))).limited(by: deadline).timeouts.total == .seconds(1))
        #expect(try request(Timeouts(total: nil)).limited(by: deadline).timeouts.total == .seconds(10))
    }

    @Test func onceItHasPassedNothingIsSent() throws {
        let request = try request(.total(.seconds(10)))
        let deadline = try #require(request.timeouts.deadline(from: clock.clock))
        try deadline.check()
        clock.advance(by: .seconds(10))
        #expect(throws: NetworkError.self) { try deadline.check() }
        let error = #expect(throws: NetworkError.self) { try request.limited(by: deadline) }
        #expect(error?.code == .timedOut)
        #expect(error?.phase == .total)
        #expect(error?.message.contains("10 s") == true)
    }

    @Test func theEarlierLimitAppliesToTheAttempts() throws {
        let long = try #require(SendDeadline(in: .seconds(10), clock: clock.clock))
        let context = MiddlewareContext(
            endpoint: "GET /", deadline: long, sendID: 1, attempts: AttemptCounter())
        #expect(context.limited(by: .total(.seconds(20)), clock.clock).deadline == long.moment)
        #expect(context.limited(by: Timeouts(total: nil), clock.clock).deadline == long.moment)
        let shortened = context.limited(by: .total(.seconds(4)), clock.clock)
        #expect(shortened.sendDeadline?.rest == .seconds(4))
    }

    @Test(arguments: [nil, Duration.zero, .seconds(-1), .seconds(Int64.max)])
    func noLimitAndOneThatCannotPassSetNone(limit: Duration?) throws {
        let request = try request(Timeouts(total: limit))
        #expect(request.timeouts.deadline(from: clock.clock)?.moment == nil)
        #expect(try request.limited(by: nil).timeouts == request.timeouts)
    }

    @Test(arguments: [Duration.seconds(Int64.max), Duration(attoseconds: .max)])
    func oneTooLargeForTheClockIsIgnored(limit: Duration) {
        #expect(SendDeadline(in: limit, clock: clock.clock)?.moment == nil)
    }

    @Test(arguments: [Duration.zero, .seconds(-1), .seconds(Int64.min), Duration(attoseconds: .min)])
    func oneThatIsNotPositiveHasPassed(limit: Duration) throws {
        let deadline = try #require(SendDeadline(in: limit, clock: clock.clock))
        #expect(deadline.rest == .zero)
        #expect(throws: NetworkError.self) { try deadline.nextLimit() }
    }

    @Test func waitsUntilItPasses() async throws {
        let deadline = try #require(SendDeadline(in: .seconds(10), clock: clock.clock))
        clock.advance(by: .seconds(3))
        try await deadline.wait()
        #expect(clock.waits == [.seconds(7)])
        #expect(deadline.rest == .zero)
    }
}
