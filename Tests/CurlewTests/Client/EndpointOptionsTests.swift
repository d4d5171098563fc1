import CurlewTesting
import Foundation
import Testing

@testable import Curlew

/// Endpoints, and clients made from others, with settings of their own.
@Suite(.timeLimit(.minutes(1)))
struct EndpointOptionsTests {
    private let clock = TestClock()
    private let transport = ScriptedTransport { _ in HTTPResponse(status: 204) }
    private let get = Endpoint<Void>.get("/")

    private func client(
        _ transport: ScriptedTransport, _ configuration: Client.Configuration = .init()
    ) -> Client {
        var configuration = configuration
        configuration.clock = clock.clock
        return Client(baseURL: "https://h", transport: transport, configuration: configuration)
    }

    @Test func eachLimitReplacesTheClients() async throws {
        let client = client(
            transport, .init(timeouts: Timeouts(connect: .seconds(1), head: .seconds(2), idle: .seconds(3))))
        try await client.send(get.with { $0.options.timeouts.head = .seconds(9) })
        try await client.send(get.with { $0.options.timeouts.idle = Timeouts.unlimited })
        try await client.send(get.with { $0.options.timeouts = .total(.seconds(8)) })
        let timeouts = transport.requests.map(\.timeouts)
        #expect(timeouts[0] == Timeouts(connect: .seconds(1), head: .seconds(9), idle: .seconds(3)))
        #expect(timeouts[1] == Timeouts(connect: .seconds(1), head: .seconds(2), idle: nil))
        #expect(
            timeouts[2]
                == Timeouts(connect: .seconds(1), head: .seconds(2), idle: .seconds(3), total: .seconds(8)))
    }

    @Test func theCredentialsOfTheClientCanBeOmittedOrReplaced() async throws {
        let client = client(transport, .init(auth: .bearer("client")))
        try await client.send(get)
        try await client.send(get.with { $0.options.auth = .none })
        try await client.send(get.with { $0.options.auth = .own(.basic(user: "u", password: "p")) })
        try await client.send(
            Endpoint<Void>.get(url: "https://other").with { $0.options.auth = .own(.bearer("other")) })
        #expect(
            transport.requests.map { $0.fields[.authorization] }
                == ["Bearer client", nil, "Basic dTpw", "Bearer other"])
    }

    @Test func credentialsOfTheEndpointAreSentOnlyToItsOrigin() async throws {
        let transport = ScriptedTransport { request in
            request.path == "/" && request.target.host == "other"
                ? HTTPResponse(status: 307, fields: [.location: "https://h/"]) : HTTPResponse(status: 204)
        }
        try await client(transport).send(
            Endpoint<Void>.get(url: "https://other").with { $0.options.auth = .own(.bearer("other")) })
        #expect(transport.requests.map { $0.fields[.authorization] } == ["Bearer other", nil])
    }

    @Test func anEndpointHasRetriesOfItsOwn() async {
        let transport = ScriptedTransport { _ in HTTPResponse(status: 503) }
        let without = client(transport)
        let error = await #expect(throws: NetworkError.self) {
            try await without.send(get.with { $0.options.retries = RetryPolicy(maxRetries: 3) })
        }
        #expect(error?.attempts == 4)
        let with = client(transport, .init(retries: .standard))
        let single = await #expect(throws: NetworkError.self) {
            try await with.send(get.with { $0.options.retries = RetryPolicy.none })
        }
        #expect(single?.attempts == 1)
    }

    @Test func aTruncatedBodyIsRetriedByTheEndpointsPolicy() async throws {
        let count = Lock(0)
        let transport = ScriptedTransport { _ in
            let isFirst = count.withLock { count in
                count += 1
                return count == 1
            }
            guard isFirst else { return HTTPResponse(status: 200, body: .data(Data("whole".utf8))) }
            return HTTPResponse(status: 200, body: .stream { throw NetworkError(.incompleteBody, "") })
        }
        let endpoint = Endpoint<String>.get("/").with { $0.options.retries = .standard }
        #expect(try await client(transport).send(endpoint) == "whole")
    }

    @Test func theBudgetIsSharedByEndpointsAndClients() async {
        let transport = ScriptedTransport { _ in HTTPResponse(status: 503) }
        let client = client(transport, .init(retries: RetryPolicy(budget: 3)))
        let other = client.with { $0.userAgent = "other" }
        let persistent = get.with { $0.options.retries = RetryPolicy(maxRetries: 2, budget: 50) }
        for _ in 0..<2 { _ = await client.result(of: get) }
        for _ in 0..<2 { _ = await other.result(of: get) }
        for _ in 0..<2 { _ = await client.result(of: persistent) }
        #expect(transport.requests.count == 6 + 3)
        let unbounded = get.with { $0.options.retries = RetryPolicy(budget: nil) }
        _ = await client.result(of: unbounded)
        #expect(transport.requests.count == 9 + 3)
    }

    @Test func aChangedClientSharesTransportAndTokens() async throws {
        let refreshes = Lock(0)
        let auth = Authentication.refreshing { _ in
            refreshes.withLock { $0 += 1 }
            return AccessToken("t")
        }
        let client = client(transport, .init(fields: ["X-A": "1"], auth: auth))
        try await client.send(get)
        let changed = client.with {
            $0.timeouts.idle = .seconds(7)
            $0.fields["X-A"] = "2"
        }
        try await changed.send(get)
        #expect(refreshes.withLock { $0 } == 1)
        #expect(transport.requests.map { $0.fields["X-A"] } == ["1", "2"])
        #expect(transport.requests.map { $0.fields[.authorization] } == ["Bearer t", "Bearer t"])
        #expect(transport.requests.map(\.timeouts.idle) == [.seconds(60), .seconds(7)])
        #expect(client.configuration.timeouts.idle == .seconds(60))
    }

    @Test func aChangedClientKeepsItsMiddleware() async throws {
        struct Mark: Middleware {
            let name: HTTPField.Name

            func intercept(
                _ request: HTTPRequest, context: MiddlewareContext, next: @escaping Next
            ) async throws -> HTTPResponse {
                var request = request
                request.fields[name] = "1"
                return try await next(request)
            }
        }
        let client = Client(
            baseURL: "http://h", transport: transport, middleware: [Mark(name: "X-Send")],
            attemptMiddleware: [Mark(name: "X-Attempt")])
        try await client.with { $0.userAgent = "other" }.send(get)
        let fields = transport.requests[0].fields
        #expect(fields["X-Send"] == "1" && fields["X-Attempt"] == "1" && fields[.userAgent] == "other")
    }

    @Test func rawBytesCanBeRequested() async throws {
        try await client(transport).send(get.with { $0.options.transport.decoding = .raw })
        #expect(transport.requests[0].options.decoding == .raw)
    }
}
