import CurlewTesting
import Foundation
import Testing

@testable import Curlew

@Suite(.timeLimit(.minutes(1)))
struct RetriesTests {
    private let clock = TestClock()

    /// Answers with each of the steps in turn, then with 204.
    private func transport(_ steps: Result<HTTPResponse, NetworkError>...) -> ScriptedTransport {
        let rest = Lock(Array(steps.reversed()))
        return ScriptedTransport { _ in
            try rest.withLock { $0.popLast() }?.get() ?? HTTPResponse(status: 204)
        }
    }

    private static func unavailable(_ fields: HTTPFields = [:]) -> Result<HTTPResponse, NetworkError> {
        .success(HTTPResponse(status: 503, fields: fields, body: .data(Data("busy".utf8))))
    }

    private func client(
        _ transport: ScriptedTransport, observers: [any ClientObserver] = [],
        _ change: (inout RetryPolicy) -> Void = { _ in }
    ) -> Client {
        var retries = RetryPolicy.standard
        retries.jitter = { $0 }
        change(&retries)
        return Client(
            baseURL: "http://h", transport: transport,
            configuration: .init(retries: retries, observers: observers, clock: clock.clock))
    }

    private func failure(_ client: Client, _ endpoint: Endpoint<Void>) async -> NetworkError? {
        if case .failure(let error) = await client.result(of: endpoint) { error } else { nil }
    }

    @Test func sendsAgainUntilItSucceeds() async throws {
        let transport = transport(
            Self.unavailable(), .failure(NetworkError(.cannotConnect, "refused")))
        let response = try await client(transport).response(for: Endpoint<Void>.get("/"))
        #expect(response.status == 204)
        #expect(response.attempts == 3)
        #expect(clock.pauses == [.milliseconds(200), .milliseconds(400)])
    }

    @Test func nothingIsSentAgainByDefault() async {
        let transport = transport(Self.unavailable())
        let client = Client(baseURL: "http://h", transport: transport)
        let error = await failure(client, .get("/"))
        #expect(error?.code == .unacceptableStatus && error?.attempts == 1)
        #expect(transport.requests.count == 1)
    }

    @Test func theLastRefusedAnswerIsTheAnswer() async {
        let transport = transport(Self.unavailable(), Self.unavailable(), Self.unavailable())
        let error = await failure(client(transport), .get("/"))
        #expect(error?.code == .unacceptableStatus)
        #expect(error?.response?.status == 503)
        #expect(error?.bodyPrefix == Data("busy".utf8))
        #expect(error?.attempts == 3)
    }

    @Test func theLastFailureIsTheFailure() async {
        let lost = Result<HTTPResponse, NetworkError>.failure(NetworkError(.connectionLost, "lost"))
        let error = await failure(client(transport(lost, lost, lost)), .get("/"))
        #expect(error?.code == .connectionLost && error?.attempts == 3)
    }

    @Test func obeysRetryAfter() async throws {
        let transport = transport(
            Self.unavailable([.retryAfter: "7"]),
            Self.unavailable([.retryAfter: "Sun, 06 Nov 1994 08:49:47 GMT"]))
        _ = try await client(transport).send(Endpoint<Void>.get("/"))
        #expect(clock.pauses == [.seconds(7), .seconds(10)])
    }

    @Test func aRetryAfterThatCannotBeReadIsIgnored() async throws {
        _ = try await client(transport(Self.unavailable([.retryAfter: "soon"]))).send(Endpoint<Void>.get("/"))
        #expect(clock.pauses == [.milliseconds(200)])
    }

    @Test func bodiesAreReplayed() async throws {
        let transport = transport(Self.unavailable(), Self.unavailable())
        let body = RequestBody.data(Data("abc".utf8))
        _ = try await client(transport).send(Endpoint<Void>.put("/", body: body))
        #expect(transport.requests.map { $0.body?.data } == Array(repeating: Data("abc".utf8), count: 3))
    }

    @Test func aStreamIsSentOnce() async {
        let transport = transport(Self.unavailable())
        let error = await failure(
            client(transport), .put("/", body: .stream(AsyncStream<Data> { $0.finish() })))
        #expect(error?.response?.status == 503)
        #expect(transport.requests.count == 1)
    }

    @Test func aPostIsSentOnceUnlessItHasAKey() async {
        let once = transport(Self.unavailable())
        #expect(await failure(client(once), .post("/"))?.response?.status == 503)
        let again = transport(Self.unavailable())
        let keyed = Endpoint<Void>.post("/").with { $0.fields[.idempotencyKey] = "1" }
        #expect(await failure(client(again), keyed) == nil)
    }

    @Test func aPauseBeyondTheDeadlineEndsAtTheDeadline() async {
        let transport = transport(Self.unavailable([.retryAfter: "9"]))
        let endpoint = Endpoint<Void>.get("/").with { $0.timeouts = .total(.seconds(5)) }
        let error = await failure(client(transport), endpoint)
        #expect(error?.code == .timedOut && error?.phase == .total)
        #expect(error?.response?.status == 503)
        #expect(error?.bodyPrefix == Data("busy".utf8))
        #expect(error?.attempts == 1)
        #expect(clock.pauses == [.seconds(5)])
        #expect(transport.requests.count == 1)
    }

    @Test(arguments: [nil, Duration.seconds(60)])
    func theErrorNamesTheLimitOfTheSend(other: Duration?) async {
        let client = Client(
            baseURL: "http://h", transport: transport(Self.unavailable([.retryAfter: "9"])),
            middleware: [TotalLimit(other)], configuration: .init(retries: .standard, clock: clock.clock))
        let endpoint = Endpoint<Void>.get("/").with { $0.timeouts = .total(.seconds(5)) }
        let error = await failure(client, endpoint)
        #expect(error?.message == NetworkError.timedOut(.total, after: .seconds(5)).message)
    }

    @Test func aFailureBeforeADeadlineIsKept() async {
        let refused = NetworkError(.cannotConnect, "refused")
        let endpoint = Endpoint<Void>.get("/").with { $0.timeouts = .total(.milliseconds(100)) }
        let error = await failure(client(transport(.failure(refused))), endpoint)
        #expect(error?.code == .timedOut)
        #expect((error?.underlying as? NetworkError)?.code == .cannotConnect)
    }

    @Test func aDeadlineDuringAnAttemptKeepsTheLastAnswer() async {
        let transport = transport(Self.unavailable(), .failure(.timedOut(.total, after: .seconds(5))))
        let error = await failure(client(transport), .get("/"))
        #expect(error?.phase == .total && error?.response?.status == 503 && error?.attempts == 2)
    }

    @Test func aCancelDuringThePauseReturnsAtOnce() async {
        let started = AsyncStream.makeStream(of: Void.self)
        let transport = transport(Self.unavailable())
        let waiting = ClientClock(sleep: { _ in
            started.continuation.yield()
            try await Task.sleep(for: .seconds(3600))
        })
        let client = Client(
            baseURL: "http://h", transport: transport,
            configuration: .init(retries: .standard, clock: waiting))
        let task = Task { await client.result(of: Endpoint<Void>.get("/")) }
        for await _ in started.stream { break }
        task.cancel()
        let result = await task.value
        let error = #expect(throws: NetworkError.self) { try result.get() }
        #expect(error?.code == .cancelled && error?.attempts == 1)
        #expect(transport.requests.count == 1)
    }

    @Test func theReserveIsSharedByAllRequests() async {
        let transport = ScriptedTransport { _ in HTTPResponse(status: 503) }
        let client = client(transport) { $0.reserve = 3 }
        for _ in 0..<5 { _ = await failure(client, .get("/")) }
        #expect(transport.requests.count == 5 + 3)
    }

    @Test func withoutAReserveEveryRequestHasItsRetries() async {
        let transport = ScriptedTransport { _ in HTTPResponse(status: 503) }
        let client = client(transport) { $0.reserve = nil }
        for _ in 0..<5 { _ = await failure(client, .get("/")) }
        #expect(transport.requests.count == 15)
    }

    @Test func anErrorThatIsNotOfTheNetworkPasses() async {
        struct Odd: Error {}
        struct Failing: Middleware {
            func intercept(
                _ request: HTTPRequest, context: Exchange, next: @escaping Next
            ) async throws -> HTTPResponse { throw Odd() }
        }
        let client = Client(
            baseURL: "http://h", transport: transport(), exchangeMiddleware: [Failing()],
            configuration: .init(retries: .standard, clock: clock.clock))
        let error = await failure(client, .get("/"))
        #expect(error?.code == .middlewareFailed && error?.underlying is Odd)
        #expect(clock.pauses.isEmpty)
    }

    @Test func theMiddlewareOfTheExchangeSeesEachAttempt() async throws {
        let attempts = Lock([Int]())
        struct Counting: Middleware {
            let note: @Sendable (Int) -> Void
            func intercept(
                _ request: HTTPRequest, context: Exchange, next: @escaping Next
            ) async throws -> HTTPResponse {
                note(context.attempt)
                return try await next(request)
            }
        }
        let client = Client(
            baseURL: "http://h", transport: transport(Self.unavailable()),
            exchangeMiddleware: [Counting { attempt in attempts.withLock { $0.append(attempt) } }],
            configuration: .init(retries: .standard, clock: clock.clock))
        _ = try await client.send(Endpoint<Void>.get("/"))
        #expect(attempts.withLock { $0 } == [1, 2])
    }
}
