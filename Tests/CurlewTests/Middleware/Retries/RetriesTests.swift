import CurlewTesting
import Foundation
import TestSupport
import Testing

@testable import Curlew

@Suite(.timeLimit(.minutes(5)))
struct RetriesTests {
    private let clock = TestClock()

    /// Responds with each of the steps in turn, then with 204.
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
        _ transport: ScriptedTransport, observers: [any Client.Observer] = [],
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

    @Test(arguments: [
        ("text/html", "<p>", NetworkError.Code.unexpectedContentType),
        ("application/json", "{", .decodingFailed), ("application/json", "", .emptyBody),
    ])
    func aWholeResponseThatCannotBeDecodedIsNotRetried(
        type: String, body: String, code: NetworkError.Code
    ) async throws {
        let transport = transport(
            .success(
                HTTPResponse(status: 200, fields: [.contentType: type], body: .data(Data(body.utf8)))))
        let asked = Lock(0)
        let client = client(transport) {
            $0.codes = Set(NetworkError.Code.allCases)
            $0.decide = { _ in
                asked.withLock { $0 += 1 }
                return .retry(after: nil)
            }
        }
        let error = await #expect(throws: NetworkError.self) {
            try await client.send(Endpoint<[Int]>.get("/"))
        }
        #expect(error?.code == code)
        #expect(transport.requests.count == 1)
        #expect(asked.withLock { $0 } == 0)
    }

    @Test func theClosureDecidesOnFailuresWithinABodyThatTheClientDecodes() async throws {
        let transport = transport(
            .success(HTTPResponse(status: 200, body: .stream { throw NetworkError(.connectionLost, "") })),
            .success(HTTPResponse(status: 200, body: .data(Data("whole".utf8)))))
        let asked = Lock<[NetworkError.Code?]>([])
        let client = client(transport) {
            $0.codes = []
            $0.decide = { failure in
                asked.withLock { $0.append(failure.error?.code) }
                return .retry(after: nil)
            }
        }
        #expect(try await client.send(Endpoint<String>.get("/")) == "whole")
        #expect(asked.withLock { $0 } == [.connectionLost])
    }

    @Test func sendsAgainUntilItSucceeds() async throws {
        let transport = transport(
            Self.unavailable(), .failure(NetworkError(.cannotConnect, "refused")))
        let response = try await client(transport).response(for: Endpoint<Void>.get("/"))
        #expect(response.status == 204)
        #expect(response.attempts == 3)
        #expect(clock.waits == [.milliseconds(200), .milliseconds(400)])
    }

    @Test func nothingIsRetriedByDefault() async {
        let transport = transport(Self.unavailable())
        let client = Client(baseURL: "http://h", transport: transport)
        let error = await failure(client, .get("/"))
        #expect(error?.code == .unacceptableStatus && error?.attempts == 1)
        #expect(transport.requests.count == 1)
    }

    @Test func theLastRefusedResponseIsTheResponse() async {
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
        #expect(clock.waits == [.seconds(7), .seconds(10)])
    }

    @Test(arguments: [
        ("Mon, 07 Nov 1994 08:49:37 GMT", "Mon, 07 Nov 1994 08:49:45 GMT", 8000),
        ("Sun, 06 Nov 1994 08:49:37 GMT", "Sun, 06 Nov 1994 08:49:30 GMT", 200),
        ("no date", "Sun, 06 Nov 1994 08:49:40 GMT", 3000),
    ])
    func aDateInRetryAfterIsRelativeToTheResponsesOwn(date: String, retryAfter: String, wait: Int)
        async throws
    {
        let transport = transport(Self.unavailable([.date: date, .retryAfter: retryAfter]))
        _ = try await client(transport).send(Endpoint<Void>.get("/"))
        #expect(clock.waits == [.milliseconds(wait)])
    }

    @Test func anInvalidRetryAfterIsIgnored() async throws {
        _ = try await client(transport(Self.unavailable([.retryAfter: "soon"]))).send(Endpoint<Void>.get("/"))
        #expect(clock.waits == [.milliseconds(200)])
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

    @Test func aDelayBeyondTheDeadlineEndsAtTheDeadline() async {
        let transport = transport(Self.unavailable([.retryAfter: "9"]))
        let endpoint = Endpoint<Void>.get("/").with { $0.options.timeouts = .total(.seconds(5)) }
        let error = await failure(client(transport), endpoint)
        #expect(error?.code == .timedOut && error?.phase == .total)
        #expect(error?.response?.status == 503)
        #expect(error?.bodyPrefix == Data("busy".utf8))
        #expect(error?.attempts == 1)
        #expect(clock.waits == [.seconds(5)])
        #expect(transport.requests.count == 1)
    }

    @Test(arguments: [nil, Duration.seconds(60)])
    func theErrorNamesTheLimitOfTheSend(other: Duration?) async {
        let client = Client(
            baseURL: "http://h", transport: transport(Self.unavailable([.retryAfter: "9"])),
            middleware: [TotalLimit(other)], configuration: .init(retries: .standard, clock: clock.clock))
        let endpoint = Endpoint<Void>.get("/").with { $0.options.timeouts = .total(.seconds(5)) }
        let error = await failure(client, endpoint)
        #expect(error?.message == NetworkError.timedOut(.total, after: .seconds(5)).message)
    }

    @Test func aFailureBeforeADeadlineIsKept() async {
        let refused = NetworkError(.cannotConnect, "refused")
        let endpoint = Endpoint<Void>.get("/").with { $0.options.timeouts = .total(.milliseconds(100)) }
        let error = await failure(client(transport(.failure(refused))), endpoint)
        #expect(error?.code == .timedOut)
        #expect((error?.underlying as? NetworkError)?.code == .cannotConnect)
    }

    @Test func aDeadlineDuringAnAttemptKeepsTheLastResponse() async {
        let transport = transport(Self.unavailable(), .failure(.timedOut(.total, after: .seconds(5))))
        let error = await failure(client(transport), .get("/"))
        #expect(error?.phase == .total && error?.response?.status == 503 && error?.attempts == 2)
    }

    @Test func aCancellationDuringTheDelayReturnsAtOnce() async {
        let started = AsyncStream.makeStream(of: Void.self)
        let transport = transport(Self.unavailable())
        let waiting = Client.Clock(sleep: { _ in
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

    /// A response whose body is truncated after two bytes.
    private static func cut(_ code: NetworkError.Code = .incompleteBody) -> Result<HTTPResponse, NetworkError>
    {
        let chunks = Chunks([Data("ha".utf8)], failure: NetworkError(code, "cut"))
        return .success(HTTPResponse(status: 200, body: .stream { try chunks.next() }))
    }

    private static var whole: Result<HTTPResponse, NetworkError> {
        .success(
            HTTPResponse(
                status: 200,
                body: .data(Data("half".utf8), end: ResponseBody.Completion(trailers: ["X-Sum": "4"]))))
    }

    @Test func aTruncatedBodyIsRequestedAgain() async throws {
        let transport = transport(Self.cut(), Self.cut(.connectionLost), Self.whole)
        let response = try await client(transport).response(for: Endpoint<String>.get("/"))
        #expect(response.value == "half")
        #expect(response.attempts == 3)
        #expect(response.trailers["X-Sum"] == "4")
        #expect(clock.waits == [.milliseconds(200), .milliseconds(400)])
    }

    @Test func aBodyThatIsOnlyDroppedIsReadInTheSameWay() async throws {
        let transport = transport(Self.cut(), Self.whole)
        let response = try await client(transport).response(for: Endpoint<Void>.get("/"))
        #expect(response.attempts == 2)
    }

    @Test func theErrorOfATruncatedBodyHasItsContext() async {
        let error = await failure(client(transport(Self.cut(), Self.cut(), Self.cut())), .get("/"))
        #expect(error?.code == .incompleteBody && error?.attempts == 3)
        #expect(error?.response?.status == 200)
        #expect(error?.target?.url == "http://h/")
    }

    @Test func aPostWithATruncatedResponseIsNotResent() async {
        let once = transport(Self.cut(), Self.whole)
        #expect(await failure(client(once), .post("/"))?.code == .incompleteBody)
        #expect(once.requests.count == 1)
        let keyed = Endpoint<Void>.post("/").with { $0.fields[.idempotencyKey] = "1" }
        #expect(await failure(client(transport(Self.cut(), Self.whole)), keyed) == nil)
    }

    @Test func aTruncatedStreamIsNotRequestedAgain() async throws {
        let transport = transport(Self.cut(), Self.whole)
        let error = await #expect(throws: NetworkError.self) {
            try await client(transport).withResponse(to: Endpoint<Data>.get("/")) { response in
                for try await _ in response.body {}
            }
        }
        #expect(error?.code == .incompleteBody)
        #expect(transport.requests.count == 1)
    }

    @Test func withoutAPolicyATruncatedBodyIsAFailure() async {
        let transport = transport(Self.cut(), Self.whole)
        let error = await failure(Client(baseURL: "http://h", transport: transport), .get("/"))
        #expect(error?.code == .incompleteBody && error?.attempts == 1)
        #expect(transport.requests.count == 1)
    }

    @Test(arguments: [NetworkError.Code.contentDecodingFailed, .protocolViolation, .timedOut, .cancelled])
    func aBodyThatIsWrongIsFinal(code: NetworkError.Code) async {
        let transport = transport(Self.cut(code), Self.whole)
        #expect(await failure(client(transport), .get("/"))?.code == code)
        #expect(transport.requests.count == 1)
    }

    @Test func aBodyThatIsTooLargeIsFinal() async {
        let transport = transport(Self.whole, Self.whole)
        let endpoint = Endpoint<String>.get("/").with { $0.decoder.bodyLimit = 3 }
        let result = await client(transport).result(of: endpoint)
        let error = #expect(throws: NetworkError.self) { try result.get() }
        #expect(error?.code == .bodyTooLarge && error?.attempts == 1)
        #expect(error?.response?.status == 200)
        #expect(transport.requests.count == 1)
    }

    @Test func theBodyOfARedirectIsNotCollected() async throws {
        let transport = ScriptedTransport { request in
            guard request.target.path == "/" else { return try Self.whole.get() }
            return HTTPResponse(
                status: 302, fields: [.location: "/b"],
                body: .stream { throw NetworkError(.incompleteBody, "") })
        }
        let endpoint = Endpoint<String>.get("/").with { $0.decoder.acceptableStatus = 200...399 }
        #expect(try await client(transport).send(endpoint) == "half")
        #expect(transport.requests.count == 2)
    }

    @Test func aRequestWithATruncatedBodyReturnsNothingToTheBudget() async {
        let transport = ScriptedTransport { _ in try Self.cut().get() }
        let client = client(transport) { $0.budget = 3 }
        for _ in 0..<15 { _ = await failure(client, .get("/")) }
        #expect(transport.requests.count == 15 + 3)
    }

    @Test func theBudgetIsSharedByAllRequests() async {
        let transport = ScriptedTransport { _ in HTTPResponse(status: 503) }
        let client = client(transport) { $0.budget = 3 }
        for _ in 0..<5 { _ = await failure(client, .get("/")) }
        #expect(transport.requests.count == 5 + 3)
    }

    @Test func withoutABudgetEveryRequestHasItsRetries() async {
        let transport = ScriptedTransport { _ in HTTPResponse(status: 503) }
        let client = client(transport) { $0.budget = nil }
        for _ in 0..<5 { _ = await failure(client, .get("/")) }
        #expect(transport.requests.count == 15)
    }

    @Test func anErrorOfAnotherTypeIsRethrown() async {
        struct Odd: Error {}
        struct Failing: Middleware {
            func intercept(
                _ request: HTTPRequest, context: MiddlewareContext, next: @escaping Next
            ) async throws -> HTTPResponse { throw Odd() }
        }
        let client = Client(
            baseURL: "http://h", transport: transport(), attemptMiddleware: [Failing()],
            configuration: .init(retries: .standard, clock: clock.clock))
        let error = await failure(client, .get("/"))
        #expect(error?.code == .middlewareFailed && error?.underlying is Odd)
        #expect(clock.waits.isEmpty)
    }

    @Test func theMiddlewareOfTheAttemptSeesEachOne() async throws {
        let attempts = Lock([Int]())
        struct Counting: Middleware {
            let note: @Sendable (Int) -> Void
            func intercept(
                _ request: HTTPRequest, context: MiddlewareContext, next: @escaping Next
            ) async throws -> HTTPResponse {
                note(context.attempt)
                return try await next(request)
            }
        }
        let client = Client(
            baseURL: "http://h", transport: transport(Self.unavailable()),
            attemptMiddleware: [Counting { attempt in attempts.withLock { $0.append(attempt) } }],
            configuration: .init(retries: .standard, clock: clock.clock))
        _ = try await client.send(Endpoint<Void>.get("/"))
        #expect(attempts.withLock { $0 } == [1, 2])
    }
}
