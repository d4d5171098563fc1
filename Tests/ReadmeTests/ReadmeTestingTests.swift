import Curlew
import CurlewLibcurl
import CurlewSwiftTesting
import CurlewTesting
import Testing

import Foundation

/// The README's samples of tests.
struct ReadmeTestingTests {
    @Test func readsAUser() async throws {
        let transport = ScriptedTransport { _ in .json(#"{"login": "ada", "followers": 3}"#) }
        let client = Client(baseURL: "https://api.example.com", transport: transport)
        #expect(try await client.send(.user("ada")).followers == 3)
        #expect(transport.requests.map(\.path) == ["/users/ada"])
    }

    @Test func aScriptFailsAndReturnsAnyResponse() async throws {
        let transport = ScriptedTransport { request in
            guard request.path == "/users/ada" else { throw NetworkError(.cannotConnect, "no network") }
            return HTTPResponse(
                status: 404, fields: [.contentType: "text/plain"], body: .data(Data("no such user".utf8)))
        }

        let client = Client(baseURL: "https://api.example.com", transport: transport)
        #expect(await client.result(of: .user("ada")).failure?.response?.status == 404)
        #expect(await client.result(of: .user("eve")).failure?.code == .cannotConnect)
    }

    @Test func routesTakeRequests() async throws {
        let transport = ScriptedTransport(routes: [
            ScriptedRoute(.get, "/users/*", .json(#"{"login": "ada", "followers": 3}"#)),
            ScriptedRoute(.post, "/users", body: .json(#"{"login": "eve"}"#), .status(201)),
            ScriptedRoute(.get, "/jobs/1", replies: [.status(202), .json(#"{"isDone": true}"#)]),
        ])

        let client = Client(baseURL: "https://api.example.com", transport: transport)
        #expect(try await client.send(.user("ada")).followers == 3)
        #expect(transport.unused.count == 2)
    }

    @Test func waitsAsTheServerSays() async throws {
        let clock = TestClock()
        try await clock.run {
            let transport = ScriptedTransport { _ in
                guard clock.elapsed < .seconds(45) else { return .json(#"{"login": "ada", "followers": 3}"#) }
                return HTTPResponse(status: 429, fields: [.retryAfter: "45"])
            }
            let client = Client(
                baseURL: "https://api.example.com", transport: transport,
                configuration: .init(retries: RetryPolicy(), clock: clock.client))
            let user = try await client.send(.user("ada"))
            #expect(user.followers == 3)
            #expect(clock.elapsed == .seconds(45))
        }
    }

    @Test func aStalledBodyEndsByTheIdleLimit() async throws {
        let transport = ScriptedTransport { _ in
            let steps: [BodyStep] = [.chunk("{"), .wait(.seconds(5)), .chunk("}"), .stall]
            return HTTPResponse(status: 200, body: .scripted(steps))
        }

        let clock = TestClock()
        let client = Client(baseURL: "https://api.example.com", transport: transport)
        await clock.run {
            #expect(await client.result(of: .user("ada")).failure?.phase == .idle)
        }
        #expect(clock.elapsed == .seconds(65))
    }

    @Test(.loopback { [.init("GET", "/users/*") { _ in .json(#"{"login": "ada", "followers": 3}"#) }] })
    func readsAUserFromItsOwnServer() async throws {
        let client = Client(baseURL: try LoopbackServer.current.url, transport: .libcurl)
        #expect(try await client.send(.user("ada")).followers == 3)
    }

    @Test func recordsOnceAndReplays() async throws {
        let server = try LoopbackServer(routes: [
            .init("GET", "/users/*") { _ in .json(#"{"login": "ada", "followers": 3}"#) }
        ])
        let baseURL = server.url
        let file = NSTemporaryDirectory() + "curlew-readme-\(UUID().uuidString).har"
        defer { try? FileManager.default.removeItem(atPath: file) }

        func exchange(_ file: String) async throws -> User {
            let transport = try RecordingTransport(file, over: .libcurl)
            return try await Client(baseURL: baseURL, transport: transport).send(.user("ada"))
        }

        #expect(try await exchange(file).followers == 3)
        server.stop()
        #expect(try await exchange(file).followers == 3)
    }

    @Test func aRouteHasAFault() async throws {
        let server = try LoopbackServer(routes: [
            .init("GET", "/users/*", fault: .truncate(after: 5)) { _ in
                .json(#"{"login": "ada", "followers": 3}"#)
            }
        ])

        let client = Client(baseURL: server.url, transport: .libcurl)
        #expect(await client.result(of: .user("ada")).failure?.code == .incompleteBody)
    }

    @Test func reportsABodyThatBreaksOff() async throws {
        let server = try LoopbackServer { connection in
            _ = try connection.readRequest()
            try connection.send("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nshort")
        }
        let client = Client(baseURL: server.url, transport: .libcurl)
        let error = await #expect(throws: NetworkError.self) { try await client.send(.user("ada")) }
        #expect(error?.code == .incompleteBody)
        #expect(server.received[0].path == "/users/ada")
    }
}

extension Result {
    fileprivate var failure: Failure? {
        if case .failure(let failure) = self { failure } else { nil }
    }
}
