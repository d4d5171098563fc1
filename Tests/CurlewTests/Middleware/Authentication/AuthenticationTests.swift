import CurlewTesting
import Foundation
import Testing

@testable import Curlew

@Suite(.timeLimit(.minutes(5)))
struct AuthenticationTests {
    let get = Endpoint<Data>.get("/a")

    func client(
        _ transport: ScriptedTransport, _ auth: Authentication?, timeouts: Timeouts = Timeouts(),
        retries: RetryPolicy = .none, clock: Client.Clock = .system
    ) -> Client {
        Client(
            baseURL: "http://h/api", transport: transport,
            configuration: .init(timeouts: timeouts, auth: auth, retries: retries, clock: clock))
    }

    var succeeding: ScriptedTransport { ScriptedTransport { _ in HTTPResponse(status: 200) } }

    /// Responds with 401 to any token but the right one.
    func accepting(_ token: String) -> ScriptedTransport {
        ScriptedTransport { request in
            let isRight = request.fields[.authorization] == "Bearer \(token)"
            return HTTPResponse(status: isRight ? 200 : 401, body: .data(Data("x".utf8)))
        }
    }

    func sent(_ transport: ScriptedTransport) -> [String?] {
        transport.requests.map { $0.fields[.authorization] }
    }

    @Test(arguments: [
        ("Aladdin", "open sesame", "QWxhZGRpbjpvcGVuIHNlc2FtZQ=="), ("test", "123\u{A3}", "dGVzdDoxMjPCow=="),
        ("", "", "Og=="), ("a", "b:c", "YTpiOmM="),
    ])
    func basicIsUTF8(user: String, password: String, credentials: String) async throws {
        let transport = succeeding
        _ = try await client(transport, .basic(user: user, password: password)).send(get)
        #expect(sent(transport) == ["Basic \(credentials)"])
        #expect(transport.requests[0].fields.first { $0.name == .authorization }?.isSensitive == true)
    }

    @Test func traceCarriesNoCredentials() async throws {
        let transport = succeeding
        let (token, trace) = (Authentication.bearer("t"), Endpoint<Void>(.trace, "/a"))
        _ = try await client(transport, token).send(trace)
        let withUser = Client(baseURL: "http://u:p@h", transport: transport)
        _ = try await withUser.send(trace)
        _ = try await withUser.send(get)
        #expect(sent(transport) == [nil, nil, "Basic dTpw"])
        let own = Endpoint<Void>(.trace, "/a", fields: [.authorization: "mine"])
        _ = try await withUser.send(own)
        #expect(sent(transport).last == "mine")
    }

    @Test(arguments: [
        ("se:cret", "p"), ("secret\r\nX: y", "p"), ("u", "secret\n"), ("u", "secret\u{0}"), ("\u{7F}", ""),
    ])
    func basicRefusesWhatItCannotSay(user: String, password: String) async throws {
        let transport = succeeding
        let client = client(transport, .basic(user: user, password: password))
        let error = await #expect(throws: NetworkError.self) { try await client.send(get) }
        #expect(error?.code == .invalidRequest)
        #expect(error.map { "\($0)".contains("cret") } == false)
        #expect(transport.requests.isEmpty)
    }

    @Test func bearerAndCustom() async throws {
        let transport = succeeding
        _ = try await client(transport, .bearer("t")).send(get)
        _ = try await client(transport, .custom { $0.fields["X-Signature"] = "\($0.method) \($0.path)" })
            .send(get)
        #expect(sent(transport) == ["Bearer t", nil])
        #expect(transport.requests[1].fields["X-Signature"] == "GET /api/a")
    }

    @Test func aBearerThatCannotBeSentIsRefusedWithoutPrintingIt() async throws {
        let client = client(succeeding, .bearer("secret\r\nX: y"))
        let error = await #expect(throws: NetworkError.self) { try await client.send(get) }
        #expect(error?.code == .invalidRequest)
        #expect(error.map { "\($0)".contains("secret") } == false)
    }

    @Test func whatACustomOneThrowsIsMiddlewareFailed() async throws {
        struct Odd: Error {}
        let client = client(succeeding, .custom { _ in throw Odd() })
        let error = await #expect(throws: NetworkError.self) { try await client.send(get) }
        #expect(error?.code == .middlewareFailed)
        #expect(error?.underlying is Odd)
    }

    @Test func aFieldOfTheCallersWins() async throws {
        let transport = succeeding
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
            _ = try await client(transport, auth).send(get.with { $0.options.redirects = policy })
            let hasCredentials = transport.requests.map {
                $0.fields.contains(.authorization) || $0.fields.contains("X-Key")
            }
            #expect(hasCredentials == [true, true, false, false])
        }
    }

    @Test func aMiddlewareThatGoesElsewhereGetsNoToken() async throws {
        struct Detour: Middleware {
            func intercept(
                _ request: HTTPRequest, context: MiddlewareContext, next: @escaping Next
            ) async throws -> HTTPResponse {
                var request = request
                request.target = try HTTPRequest.Target("http://elsewhere/")
                return try await next(request)
            }
        }
        let transport = succeeding
        let client = Client(
            baseURL: "http://h", transport: transport, middleware: [Detour()],
            configuration: .init(auth: .bearer("t")))
        _ = try await client.send(get)
        #expect(sent(transport) == [nil])
    }

    @Test func a401IsTheResponseWithoutATokenToRefresh() async throws {
        for auth in [nil, .bearer("t"), .basic(user: "u", password: "p")] as [Authentication?] {
            let transport = accepting("other")
            let status = try await client(transport, auth).withResponse(to: get) { $0.status }
            #expect(status == 401)
            #expect(transport.requests.count == 1)
        }
    }

    @Test func aRequestWithoutItsCredentialsIsNotRetried() async throws {
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
            let client = client(succeeding, auth, retries: .standard, clock: clock.clock)
            let error = await #expect(throws: NetworkError.self) { try await client.send(get) }
            #expect(error?.code == .connectionLost && error?.attempts == 0)
            #expect(count.withLock { $0 } == sends)
            #expect(clock.waits.isEmpty)
        }
    }

    @Test func aRequestWithCredentialsIsResent() async throws {
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
