import CurlewTesting
import Testing

@testable import Curlew

/// The total limit that a middleware sets.
@Suite(.timeLimit(.minutes(5)))
struct MiddlewareLimitTests {
    /// Records the time left until the deadline of each attempt.
    private final class Watch: Middleware {
        private let durations = Lock<[Duration?]>([])
        private let clock: Client.Clock

        init(_ clock: Client.Clock) {
            self.clock = clock
        }

        var left: [Duration?] { durations.withLock { $0 } }

        func intercept(
            _ request: HTTPRequest, context: MiddlewareContext, next: @escaping Next
        ) async throws -> HTTPResponse {
            let left = context.deadline.map { clock.now().duration(to: $0) }
            durations.withLock { $0.append(left) }
            return try await next(request)
        }
    }

    /// The limits of three attempts a second apart, and the time left until the deadline of each.
    private func limits(
        of limit: Duration?, middleware: [any Middleware] = [], attemptMiddleware: [any Middleware] = []
    ) async -> (limits: [Duration?], left: [Duration?]) {
        let clock = TestClock().clock
        let watch = Watch(clock)
        let transport = ScriptedTransport { _ in HTTPResponse(status: 503) }
        var retries = RetryPolicy()
        retries.jitter = { _ in .seconds(1) }
        let client = Client(
            baseURL: "http://h", transport: transport, middleware: middleware,
            attemptMiddleware: [watch] + attemptMiddleware,
            configuration: .init(timeouts: Timeouts(total: limit), retries: retries, clock: clock))
        _ = await client.result(of: Endpoint<Void>.get("/"))
        return (transport.requests.map(\.timeouts.total), watch.left)
    }

    @Test(arguments: [nil, Duration.seconds(60)])
    func oneThatIsSetAppliesToAllAttempts(limit: Duration?) async {
        let (limits, left) = await limits(of: limit, middleware: [TotalLimit(.seconds(5))])
        #expect(limits == [.seconds(5), .seconds(4), .seconds(3)])
        #expect(left == limits)
    }

    @Test(arguments: [nil, Duration.seconds(60), .seconds(5)])
    func noneLengthensThatOfTheSend(other: Duration?) async {
        let (limits, left) = await limits(of: .seconds(5), middleware: [TotalLimit(other)])
        #expect(limits == [.seconds(5), .seconds(4), .seconds(3)])
        #expect(left == limits)
    }

    @Test func oneOfTheAttemptAppliesToItAlone() async {
        let (limits, left) = await limits(of: .seconds(5), attemptMiddleware: [TotalLimit(.seconds(4))])
        #expect(limits == [.seconds(4), .seconds(4), .seconds(3)])
        #expect(left == [.seconds(5), .seconds(4), .seconds(3)])
    }
}

/// Sets the total limit.
struct TotalLimit: Middleware {
    private let limit: Duration?

    init(_ limit: Duration?) {
        self.limit = limit
    }

    func intercept(
        _ request: HTTPRequest, context: MiddlewareContext, next: @escaping Next
    ) async throws -> HTTPResponse {
        var request = request
        request.timeouts.total = limit
        return try await next(request)
    }
}
