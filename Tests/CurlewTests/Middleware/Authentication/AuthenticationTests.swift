import CurlewTesting
import Foundation
import Testing

@testable import Curlew

@Suite(.timeLimit(.minutes(1)))
struct AuthenticationTests {
    private let get = Endpoint<Data>.get("/a")

    private func client(
        _ transport: ScriptedTransport, _ auth: Authentication?, timeouts: Timeouts = Timeouts(),
        retries: RetryPolicy = .none, clock: ClientClock = .system
    ) -> Client {
        Client(
            baseURL: "http://h/api", transport: transport,
            configuration: .init(timeouts: timeouts, auth: auth, retries: retries, clock: clock))
    }

    private var answering: ScriptedTransport { ScriptedTransport { _ in HTTPResponse(status: 200) } }

    /// Answers 401 to any token but the right one.
    private func accepting(_ token: String) -> ScriptedTransport {
        ScriptedTransport { request in
            let isRight = request.fields[.authorization] == "Bearer \(token)"
            return HTTPResponse(status: isRight ? 200 : 401, body: .data(Data("x".utf8)))
        }
    }

    private func sent(_ transport: ScriptedTransport) -> [String?] {
        transport.requests.map { $0.fields[.authorization] }
    }

    @Test(arguments: [
        ("Aladdin", "open sesame", "QWxhZGRpbjpvcGVuIHNlc2FtZQ=="), ("test", "123\u{A3}", "dGVzdDoxMjPCow=="),
        ("", "", "Og=="), ("a", "b:c", "YTpiOmM="),
    ])
    func basicIsUTF8(user: String, password: String, credentials: String) async throws {
        let transport = answering
        _ = try await client(transport, .basic(user: user, password: password)).send(get)
        #expect(sent(transport) == ["Basic \(credentials)"])
        #expect(transport.requests[0].fields.first { $0.name == .authorization }?.isSensitive == true)
    }

    @Test(arguments: [
        ("se:cret", "p"), ("secret\r\nX: y", "p"), ("u", "secret\n"), ("u", "secret\u{0}"), ("\u{7F}", ""),
    ])
    func basicRefusesWhatItCannotSay(user: String, password: String) async throws {
        let transport = answering
        let client = client(transport, .basic(user: user, password: password))
        let error = await #expect(throws: NetworkError.self) { try await client.send(get) }
        #expect(error?.code == .invalidRequest)
        #expect(error.map { "\($0)".contains("cret") } == false)
        #expect(transport.requests.isEmpty)
    }

    @Test func bearerAndCustom() async throws {
        let transport = answering
        _ = try await client(transport, .bearer("t")).send(get)
        _ = try await client(transport, .custom { $0.fields["X-Signature"] = "\($0.method) \($0.path)" })
            .send(get)
        #expect(sent(transport) == ["Bearer t", nil])
        #expect(transport.requests[1].fields["X-Signature"] == "GET /api/a")
    }

    @Test func aBearerThatCannotBeSentIsRefusedWithoutPrintingIt() async throws {
        let client = client(answering, .bearer("secret\r\nX: y"))
        let error = await #expect(throws: NetworkError.self) { try await client.send(get) }
        #expect(error?.code == .invalidRequest)
        #expect(error.map { "\($0)".contains("secret") } == false)
    }

    @Test func whatACustomOneThrowsIsMiddlewareFailed() async throws {
        struct Odd: Error {}
        let client = client(answering, .custom { _ in throw Odd() })
        let error = await #expect(throws: NetworkError.self) { try await client.send(get) }
        #expect(error?.code == .middlewareFailed)
        #expect(error?.underlying is Odd)
    }

    @Test func theTotalLimitCountsACustomOneThatNeverReturns() async throws {
        let transport = answering
        let (stream, continuation) = AsyncStream.makeStream(of: Void.self)
        defer { continuation.finish() }
        let stuck = Authentication.custom { _ in
            // No cancellation of the waiting task reaches this one.
            await Task.detached { for await _ in stream {} }.value
        }
        let client = client(transport, stuck, timeouts: .total(.milliseconds(50)))
        let error = await #expect(throws: NetworkError.self) { try await client.send(get) }
        #expect(error?.code == .timedOut)
        #expect(error?.phase == .total)
        #expect(transport.requests.isEmpty)
    }

    @Test func aCustomOneWithinTheLimitIsAsWithoutOne() async throws {
        struct Odd: Error {}
        let transport = answering
        let timeouts = Timeouts.total(.seconds(60))
        _ = try await client(transport, .custom { $0.fields["X-A"] = "1" }, timeouts: timeouts).send(get)
        #expect(transport.requests[0].fields["X-A"] == "1")
        let failing = client(transport, .custom { _ in throw Odd() }, timeouts: timeouts)
        let error = await #expect(throws: NetworkError.self) { try await failing.send(get) }
        #expect(error?.code == .middlewareFailed)
        #expect(error?.underlying is Odd)
    }

    @Test func aCustomOneIsCancelledWithItsRequest() async throws {
        let (started, continuation) = AsyncStream.makeStream(of: Void.self)
        let waiting = Authentication.custom { _ in
            continuation.yield()
            try await Task.sleep(for: .seconds(3600))
        }
        let client = client(answering, waiting, timeouts: .total(.seconds(3600)))
        let task = Task { try await client.send(get) }
        _ = await started.first { _ in true }
        task.cancel()
        let error = await #expect(throws: NetworkError.self) { try await task.value }
        #expect(error?.code == .cancelled)
    }

    @Test func aFieldOfTheCallersWins() async throws {
        let transport = answering
        let endpoint = get.with { $0.fields[.authorization] = "Mine" }
        let kinds: [Authentication] = [
            .basic(user: "u", password: "p"), .bearer("t"), .refreshing { _ in AccessToken("t") },
        ]
        for auth in kinds {
            _ = try await client(transport, auth).send(endpoint)
        }
        #expect(sent(transport) == ["Mine", "Mine", "Mine"])
    }

    @Test(arguments: ["https://h/b", "http://h:81/b", "http://h2/b"])
    func nothingIsSentToAnotherOriginAndBackAgain(elsewhere: String) async throws {
        let kinds: [Authentication] = [
            .bearer("t"), .custom { $0.fields["X-Key"] = "k" }, .refreshing { _ in AccessToken("t") },
        ]
        for auth in kinds {
            let transport = ScriptedTransport { request in
                switch request.target.url {
                case "http://h/api/a": HTTPResponse(status: 302, fields: [.location: "/b"])
                case "http://h/b": HTTPResponse(status: 302, fields: [.location: elsewhere])
                case elsewhere: HTTPResponse(status: 302, fields: [.location: "http://h/c"])
                default: HTTPResponse(status: 200)
                }
            }
            let policy = RedirectPolicy.deciding { _ in .follow }
            _ = try await client(transport, auth).send(get.with { $0.redirects = policy })
            let hasCredentials = transport.requests.map {
                $0.fields.contains(.authorization) || $0.fields.contains("X-Key")
            }
            #expect(hasCredentials == [true, true, false, false])
        }
    }

    @Test func aMiddlewareThatGoesElsewhereGetsNoToken() async throws {
        struct Detour: Middleware {
            func intercept(
                _ request: HTTPRequest, context: Exchange, next: @escaping Next
            ) async throws -> HTTPResponse {
                var request = request
                request.target = try HTTPRequest.Target("http://elsewhere/")
                return try await next(request)
            }
        }
        let transport = answering
        let client = Client(
            baseURL: "http://h", transport: transport, middleware: [Detour()],
            configuration: .init(auth: .bearer("t")))
        _ = try await client.send(get)
        #expect(sent(transport) == [nil])
    }

    @Test func a401IsTheAnswerWhereThereIsNothingToRefresh() async throws {
        for auth in [nil, .bearer("t"), .basic(user: "u", password: "p")] as [Authentication?] {
            let transport = accepting("other")
            let status = try await client(transport, auth).withResponse(to: get) { $0.status }
            #expect(status == 401)
            #expect(transport.requests.count == 1)
        }
    }

    @Test func a401IsFollowedByOneAttemptWithAFreshToken() async throws {
        let transport = accepting("new")
        let auth = Authentication.refreshing(AccessToken("old")) { old in
            AccessToken(old?.value == "old" ? "new" : "?")
        }
        let client = client(transport, auth)
        _ = try await client.send(.post("/a", body: .data(Data("body".utf8))) as Endpoint<Data>)
        #expect(sent(transport) == ["Bearer old", "Bearer new"])
        #expect(transport.requests.allSatisfy { $0.method == .post && $0.body?.data == Data("body".utf8) })
        _ = try await client.send(get)
        #expect(sent(transport).last == "Bearer new")
        #expect(transport.requests.count == 3)
    }

    @Test func aSecond401IsTheAnswer() async throws {
        let transport = accepting("never")
        let client = client(transport, .refreshing { _ in AccessToken("t") })
        let error = await #expect(throws: NetworkError.self) { try await client.send(get) }
        #expect(error?.response?.status == 401)
        #expect(error?.attempts == 2)
        #expect(transport.requests.count == 2)
    }

    @Test func aBodyThatCannotBeReplayedGetsThe401AndTheNextRequestAFreshToken() async throws {
        let transport = accepting("new")
        let client = client(transport, .refreshing(AccessToken("old")) { _ in AccessToken("new") })
        let chunks = AsyncStream<Data> { $0.finish() }
        let stream = Endpoint<Data>.post("/a", body: .stream(chunks))
        #expect(try await client.withResponse(to: stream) { $0.status } == 401)
        #expect(transport.requests.count == 1)
        _ = try await client.send(get)
        #expect(sent(transport) == ["Bearer old", "Bearer new"])
    }

    @Test func aLifetimeIsCountedByTheClientsClock() async throws {
        let (transport, clock) = (answering, TestClock())
        let count = Lock(0)
        let auth = Authentication.refreshing(AccessToken("0", lifetime: .seconds(3600))) { _ in
            let number = count.withLock { count in
                count += 1
                return count
            }
            return AccessToken("\(number)", lifetime: .seconds(3600))
        }
        let client = client(transport, auth, clock: clock.clock)
        for pause in [0, 3599, 1, 3599, 1] as [Int64] {
            clock.advance(by: .seconds(pause))
            _ = try await client.send(get)
        }
        #expect(sent(transport) == ["Bearer 0", "Bearer 0", "Bearer 1", "Bearer 1", "Bearer 2"])
    }

    @Test func theTotalLimitIsCountedByTheClientsClock() async throws {
        let door = Door()
        let kinds: [Authentication] = [
            .custom { _ in await door.wait() },
            .refreshing { _ in
                await door.wait()
                return AccessToken("1")
            },
        ]
        for auth in kinds {
            let clock = TestClock()
            let client = client(answering, auth, timeouts: .total(.seconds(3600)), clock: clock.clock)
            let error = await #expect(throws: NetworkError.self) { try await client.send(get) }
            #expect(error?.code == .timedOut && error?.phase == .total)
            #expect(clock.pauses == [.seconds(3600)])
        }
        await door.open()
    }

    @Test func hundredRequestsWithAnExpiredTokenRefreshOnce() async throws {
        let count = Lock(0)
        let transport = accepting("1")
        let auth = Authentication.refreshing(AccessToken("0", lifetime: .zero)) { _ in
            count.withLock { $0 += 1 }
            await Task.yield()
            return AccessToken("1")
        }
        let client = client(transport, auth)
        let succeeded = await atOnce(100) { (try? await client.send(get)) != nil }
        #expect(succeeded == Array(repeating: true, count: 100))
        #expect(count.withLock { $0 } == 1)
        #expect(transport.requests.count == 100)
    }

    @Test func hundredRequestsWhoseTokenIsRefusedRefreshOnce() async throws {
        let count = Lock(0)
        let transport = accepting("1")
        let auth = Authentication.refreshing(AccessToken("0")) { _ in
            count.withLock { $0 += 1 }
            await Task.yield()
            return AccessToken("1")
        }
        let client = client(transport, auth)
        let succeeded = await atOnce(100) { (try? await client.send(get)) != nil }
        #expect(succeeded == Array(repeating: true, count: 100))
        #expect(count.withLock { $0 } == 1)
    }

    @Test func aRefreshThatFailsFailsAllWithItsError() async throws {
        struct Odd: Error {}
        let door = Door()
        let transport = answering
        let client = client(
            transport,
            .refreshing { _ in
                await door.wait()
                throw Odd()
            })
        async let results = atOnce(100) { await client.result(of: get) }
        await door.open()
        for result in await results {
            let error = #expect(throws: NetworkError.self) { try result.get() }
            #expect(error?.code == .middlewareFailed)
            #expect(error?.underlying is Odd)
        }
        #expect(transport.requests.isEmpty)
    }

    @Test func aNetworkErrorOfTheRefreshStaysItself() async throws {
        let login = Client(
            baseURL: "http://login", transport: ScriptedTransport { _ in HTTPResponse(status: 503) })
        let client = client(
            answering, .refreshing { _ in AccessToken(try await login.send(Endpoint<String>.get("/token"))) })
        let error = await #expect(throws: NetworkError.self) { try await client.send(get) }
        #expect(error?.code == .unacceptableStatus)
        #expect(error?.endpoint == "GET /token")
    }

    @Test func whatFailsToGetCredentialsIsNotSentAgain() async throws {
        let count = Lock(0)
        let fail: @Sendable () throws -> Void = {
            count.withLock { $0 += 1 }
            throw NetworkError(.connectionLost, "lost", mayHaveBeenProcessed: false)
        }
        let kinds: [Authentication] = [
            .custom { _ in try fail() },
            .refreshing { _ in
                try fail()
                return AccessToken("1")
            },
        ]
        for (sends, auth) in zip(1..., kinds) {
            let clock = TestClock()
            let client = client(answering, auth, retries: .standard, clock: clock.clock)
            let error = await #expect(throws: NetworkError.self) { try await client.send(get) }
            #expect(error?.code == .connectionLost && error?.attempts == 0)
            #expect(count.withLock { $0 } == sends)
            #expect(clock.pauses.isEmpty)
        }
    }

    @Test func aRequestWithCredentialsIsSentAgain() async throws {
        let rest = Lock([NetworkError(.connectionLost, "lost")])
        let transport = ScriptedTransport { _ in
            if let error = rest.withLock({ $0.popLast() }) { throw error }
            return HTTPResponse(status: 204)
        }
        let client = client(
            transport, .refreshing { _ in AccessToken("1") }, retries: .standard, clock: TestClock().clock)
        _ = try await client.send(get)
        #expect(sent(transport) == ["Bearer 1", "Bearer 1"])
    }

    @Test func aTotalLimitTooLargeForTheClockIsNone() async throws {
        let transport = answering
        let auth = Authentication.refreshing { _ in AccessToken("1") }
        let client = client(transport, auth, timeouts: .total(.seconds(Int64.max)))
        _ = try await client.send(get)
        #expect(sent(transport) == ["Bearer 1"])
        #expect(Timeouts.total(.seconds(Int64.max)).deadline(from: .system) == nil)
    }

    @Test func aCancelledWaiterDoesNotCancelTheRefreshOfTheOthers() async throws {
        let door = Door()
        let client = client(
            accepting("1"),
            .refreshing { _ in
                await door.wait()
                try Task.checkCancellation()
                return AccessToken("1")
            })
        // The first starts the refresh.
        let first = Task { await client.result(of: get) }
        await door.waitUntilSomebodyWaits()
        let others = Task { await atOnce(10) { (try? await client.send(get)) != nil } }
        first.cancel()
        let error = await #expect(throws: NetworkError.self) { try await first.value.get() }
        #expect(error?.code == .cancelled)
        await door.open()
        #expect(await others.value == Array(repeating: true, count: 10))
    }

    @Test func aTaskThatIsCancelledBeforeItWaitsIsCancelled() async throws {
        let door = Door()
        let client = client(
            answering,
            .refreshing { _ in
                await door.wait()
                return AccessToken("1")
            })
        let task = Task {
            unsafe withUnsafeCurrentTask { unsafe $0?.cancel() }
            return await client.result(of: get)
        }
        let error = await #expect(throws: NetworkError.self) { try await task.value.get() }
        #expect(error?.code == .cancelled)
        await door.open()
    }

    @Test func theTotalLimitCountsTheRefresh() async throws {
        let door = Door()
        let transport = answering
        let client = client(
            transport,
            .refreshing { _ in
                await door.wait()
                return AccessToken("1")
            }, timeouts: .total(.milliseconds(50)))
        let error = await #expect(throws: NetworkError.self) { try await client.send(get) }
        #expect(error?.code == .timedOut)
        #expect(error?.phase == .total)
        #expect(error?.message.hasSuffix("within 50 ms") == true)
        #expect(transport.requests.isEmpty)
        await door.open()
        _ = try await client.send(get.with { $0.timeouts = Timeouts() })
    }

    @Test func theRefreshCanUseTheSameClient() async throws {
        let box = Lock<Client?>(nil)
        let transport = ScriptedTransport { request in
            request.path == "/api/token"
                ? HTTPResponse(status: 200, body: .data(Data("t".utf8))) : HTTPResponse(status: 200)
        }
        let client = client(
            transport,
            .refreshing { _ in
                let client = try #require(box.withLock { $0 })
                return AccessToken(try await client.send(Endpoint<String>.get("/token")))
            })
        box.withLock { $0 = client }
        _ = try await client.send(get)
        #expect(sent(transport) == [nil, "Bearer t"])
        box.withLock { $0 = nil }
    }

    @Test func clientsCanShareAToken() async throws {
        let count = Lock(0)
        let auth = Authentication.refreshing { _ in
            AccessToken(
                count.withLock { count in
                    count += 1
                    return "\(count)"
                })
        }
        let (one, two) = (answering, answering)
        _ = try await client(one, auth).send(get)
        _ = try await client(two, auth).send(get)
        #expect(sent(one) + sent(two) == ["Bearer 1", "Bearer 1"])
    }

    @Test func noTextShowsASecret() {
        let secrets: [Any] = [
            AccessToken("secret"), Authentication.bearer("secret"),
            Authentication.basic(user: "u", password: "secret"),
            Authentication.refreshing(AccessToken("secret")) { $0 ?? AccessToken("secret") },
            Client.Configuration(auth: .bearer("secret")),
        ]
        for secret in secrets {
            #expect(!"\(secret)".contains("secret"))
            #expect(!String(reflecting: secret).contains("secret"))
        }
    }
}

/// Holds tasks up until it is opened.
private actor Door {
    private var isOpen = false
    private var waiters: [CheckedContinuation<Void, Never>] = []
    private var observers: [CheckedContinuation<Void, Never>] = []

    func wait() async {
        guard !isOpen else { return }
        for observer in observers { observer.resume() }
        observers = []
        await withCheckedContinuation { waiters.append($0) }
    }

    func waitUntilSomebodyWaits() async {
        guard waiters.isEmpty else { return }
        await withCheckedContinuation { observers.append($0) }
    }

    func open() {
        isOpen = true
        for waiter in waiters { waiter.resume() }
        waiters = []
    }
}

/// Runs the work so many times at the same time.
private func atOnce<Value: Sendable>(
    _ count: Int, _ work: @escaping @Sendable () async -> Value
) async -> [Value] {
    await withTaskGroup(of: Value.self) { group in
        for _ in 0..<count { group.addTask { await work() } }
        return await group.reduce(into: []) { $0.append($1) }
    }
}
