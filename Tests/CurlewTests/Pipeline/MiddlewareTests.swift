import CurlewTesting
import Foundation
import Testing

@testable import Curlew

@Suite(.timeLimit(.minutes(5)))
struct MiddlewareTests {
    private struct Odd: Error {}

    /// A middleware from a closure.
    private struct Step: Middleware {
        let body: @Sendable (HTTPRequest, MiddlewareContext, Next) async throws -> HTTPResponse

        init(_ body: @escaping @Sendable (HTTPRequest, MiddlewareContext, Next) async throws -> HTTPResponse)
        {
            self.body = body
        }

        func intercept(
            _ request: HTTPRequest, context: MiddlewareContext, next: @escaping Next
        ) async throws -> HTTPResponse {
            try await body(request, context, next)
        }
    }

    private final class Journal: Sendable {
        private let entries = Lock<[String]>([])
        func note(_ entry: String) { entries.withLock { $0.append(entry) } }
        var all: [String] { entries.withLock { $0 } }
    }

    private func noting(_ name: String, _ journal: Journal) -> Step {
        Step { request, _, next in
            journal.note("\(name) >")
            let response = try await next(request)
            journal.note("\(name) <")
            return response
        }
    }

    private func send(
        _ middleware: [any Middleware], perAttempt: [any Middleware] = [],
        transport: ScriptedTransport = ScriptedTransport { _ in HTTPResponse(status: 204) },
        clock: Client.Clock = .system
    ) async -> Result<Void, NetworkError> {
        await Client(
            baseURL: "http://h", transport: transport, middleware: middleware, attemptMiddleware: perAttempt,
            configuration: .init(clock: clock)
        ).result(of: Endpoint<Void>(.get, "/x", options: .init(timeouts: .total(.seconds(60)))))
    }

    private func code(_ result: Result<Void, NetworkError>) -> NetworkError.Code? {
        if case .failure(let error) = result { error.code } else { nil }
    }

    @Test func theFirstIsOutermostAndThatOfTheAttemptIsInside() async {
        let journal = Journal()
        let transport = ScriptedTransport { _ in
            journal.note("transport")
            return HTTPResponse(status: 204)
        }
        let result = await send(
            [noting("a", journal), noting("b", journal)],
            perAttempt: [noting("c", journal), noting("d", journal)],
            transport: transport)
        #expect(code(result) == nil)
        #expect(
            journal.all == ["a >", "b >", "c >", "d >", "transport", "d <", "c <", "b <", "a <"])
    }

    @Test func changesTheRequestAndTheResponse() async throws {
        let stamp = Step { request, _, next in
            var request = request
            request.fields["X-Stamp"] = "1"
            var response = try await next(request)
            response.fields["X-Seen"] = "yes"
            return response
        }
        let transport = ScriptedTransport { _ in HTTPResponse(status: 204) }
        let client = Client(baseURL: "http://h", transport: transport, middleware: [stamp])
        let response = try await client.response(for: Endpoint<Void>.get("/"))
        #expect(response.fields["X-Seen"] == "yes")
        #expect(transport.requests.first?.fields["X-Stamp"] == "1")
    }

    @Test func respondsItself() async {
        let transport = ScriptedTransport { _ in HTTPResponse(status: 500) }
        let stub = Step { _, _, _ in HTTPResponse(status: 204) }
        #expect(code(await send([stub], transport: transport)) == nil)
        #expect(transport.requests.isEmpty)
    }

    @Test func sendsAgain() async {
        let transport = ScriptedTransport { _ in HTTPResponse(status: 204) }
        let twice = Step { request, _, next in
            _ = try await next(request)
            return try await next(request)
        }
        #expect(code(await send([twice], transport: transport)) == nil)
        #expect(transport.requests.count == 2)
    }

    @Test func knowsItsSend() async {
        let journal = Journal()
        let step = Step { request, context, next in
            journal.note("\(context.endpoint) \(context.attempt)")
            if let deadline = context.deadline {
                let left = ContinuousClock.now.duration(to: deadline)
                journal.note("deadline \(left > .seconds(50) && left <= .seconds(60))")
            }
            return try await next(request)
        }
        #expect(code(await send([step])) == nil)
        #expect(journal.all == ["GET /x 1", "deadline true"])
    }

    @Test(arguments: [true, false])
    func itsOwnErrorIsMiddlewareFailed(isOutside: Bool) async {
        let failing = Step { _, _, _ in throw Odd() }
        let result = await send(isOutside ? [failing] : [], perAttempt: isOutside ? [] : [failing])
        let error = #expect(throws: NetworkError.self) { try result.get() }
        #expect(error?.code == .middlewareFailed)
        #expect(error?.underlying is Odd)
        #expect(error?.endpoint == "GET /x")
        #expect(error?.request == "GET http://h/x")
    }

    @Test func aNetworkErrorIsRethrownUnchanged() async {
        let refusing = Step { _, _, _ in throw NetworkError(.redirectRefused, "no") }
        #expect(code(await send([refusing])) == .redirectRefused)
        let transport = ScriptedTransport { _ in throw NetworkError(.cannotConnect, "refused") }
        #expect(code(await send([noting("a", Journal())], transport: transport)) == .cannotConnect)
    }

    @Test func catchesTheErrorsOfTheTransportByCode() async {
        let transport = ScriptedTransport { _ in throw NetworkError(.cannotConnect, "refused") }
        let rescuing = Step { request, _, next in
            do {
                return try await next(request)
            } catch NetworkError.Code.cannotConnect {
                return HTTPResponse(status: 204)
            }
        }
        #expect(code(await send([rescuing], transport: transport)) == nil)
    }

    @Test func cancellationInAMiddlewareIsCancelled() async {
        let cancelled = Step { _, _, _ in throw CancellationError() }
        #expect(code(await send([cancelled])) == .cancelled)
    }

    @Test func countsAttempts() async {
        let journal = Journal()
        let thrice = Step { request, _, next in
            for _ in 0..<2 { _ = try await next(request) }
            return try await next(request)
        }
        let counting = Step { request, context, next in
            journal.note("\(context.attempt)")
            return try await next(request)
        }
        let transport = ScriptedTransport { _ in HTTPResponse(status: 503) }
        let result = await send([thrice], perAttempt: [counting], transport: transport)
        let error = #expect(throws: NetworkError.self) { try result.get() }
        #expect(error?.attempts == 3)
        #expect(journal.all == ["1", "2", "3"])
    }

    @Test func aSendThatNeverReachesTheTransportHasNoAttempt() async {
        let result = await send([Step { _, _, _ in throw Odd() }])
        let error = #expect(throws: NetworkError.self) { try result.get() }
        #expect(error?.attempts == 0)
    }

    @Test func theTotalLimitCountsOverAllAttempts() async throws {
        let (clock, transport) = (TestClock(), ScriptedTransport { _ in HTTPResponse(status: 204) })
        let twice = Step { request, _, next in
            _ = try await next(request)
            clock.advance(by: .seconds(5))
            return try await next(request)
        }
        #expect(code(await send([twice], transport: transport, clock: clock.clock)) == nil)
        #expect(transport.requests.map(\.timeouts.total) == [.seconds(60), .seconds(55)])
    }

    @Test(arguments: [Duration.zero, .seconds(-1), .seconds(Int64.min)])
    func aTotalLimitThatIsNotPositiveIsInvalid(limit: Duration) async {
        let client = Client(
            baseURL: "http://h", transport: ScriptedTransport { _ in HTTPResponse(status: 204) },
            middleware: [noting("a", Journal())])
        let result = await client.result(
            of: Endpoint<Void>(.get, "/", options: .init(timeouts: .total(limit))))
        #expect(code(result) == .invalidRequest)
    }

    @Test func aTotalLimitTooLargeForTheClockIsIgnored() async {
        let client = Client(
            baseURL: "http://h", transport: ScriptedTransport { _ in HTTPResponse(status: 204) },
            middleware: [noting("a", Journal())])
        let endpoint = Endpoint<Void>(.get, "/", options: .init(timeouts: .total(.seconds(Int64.max))))
        #expect(code(await client.result(of: endpoint)) == nil)
    }

    @Test func alsoWrapsAStream() async throws {
        let journal = Journal()
        let client = Client(
            baseURL: "http://h", transport: ScriptedTransport { _ in HTTPResponse(status: 204) },
            middleware: [noting("a", journal)])
        try await client.withResponse(to: Endpoint<Void>.get("/")) { _ in }
        #expect(journal.all == ["a >", "a <"])
    }
}
