// The tests of a program that uses Curlew, with the public API only: the sample of "Testing your code".
import Curlew
import CurlewLibcurl
import CurlewTesting
import Foundation
import Testing

struct User: Codable, Sendable, Equatable { var name: String }

extension Endpoint where Output == User {
    static func user(_ id: Int) -> Self { .get("/users/\(id)") }
}

@Suite struct UserTests {
    let ada = User(name: "Ada")
    let clock = TestClock()

    func client(_ transport: ScriptedTransport, auth: Authentication? = nil) -> Client {
        Client(
            baseURL: "https://api.example.com", transport: transport,
            configuration: .init(auth: auth, retries: RetryPolicy(), clock: clock.client))
    }

    @Test func readsAUser() async throws {
        let transport = ScriptedTransport(routes: [ScriptedRoute(.get, "/users/*", .json(ada))])
        #expect(try await client(transport).send(.user(7)) == ada)
        #expect(transport.requests.map(\.path) == ["/users/7"])
        try transport.verifyAllUsed()
    }

    @Test func retriesWhenTheServerSays() async throws {
        let transport = ScriptedTransport([.status(429, fields: [.retryAfter: "45"]), .json(ada)])
        let user = try await clock.run { try await client(transport).send(.user(7)) }
        #expect(user == ada)
        #expect(clock.elapsed == .seconds(45))
    }

    @Test func givesUpAfterTheLimit() async throws {
        let transport = ScriptedTransport([.json(ada).delayed(by: .seconds(60))])
        let slow = Endpoint<User>.user(7).with { $0.options.timeouts = .total(.seconds(10)) }
        let result = await clock.run { await client(transport).result(of: slow) }
        #expect(throws: NetworkError.self) { try result.get() }
        #expect(clock.elapsed == .seconds(10))
    }

    @Test func refreshesAnExpiredToken() async throws {
        let auth = Authentication.refreshing { old in
            AccessToken(old == nil ? "first" : "second", lifetime: .seconds(3600))
        }
        let transport = ScriptedTransport(routes: [ScriptedRoute(.get, "/users/*", .json(ada))])
        let client = client(transport, auth: auth)
        _ = try await client.send(.user(1))
        clock.advance(by: .seconds(3600))
        _ = try await client.send(.user(2))
        #expect(transport.requests.map { $0.fields[.authorization] } == ["Bearer first", "Bearer second"])
    }

    @Test func recordsAndReplays() async throws {
        let file = NSTemporaryDirectory() + "users-\(UUID().uuidString).har"
        defer { try? FileManager.default.removeItem(atPath: file) }
        for _ in ["records", "replays"] {
            // Once the file is there, nothing is sent.
            let transport = try RecordingTransport(file, over: ScriptedTransport([.json(ada)]))
            let client = Client(baseURL: "https://api.example.com", transport: transport)
            #expect(try await client.send(.user(7)) == ada)
        }
    }

    @Test func reportsABodyThatBreaksOff() async throws {
        let server = try LoopbackServer(routes: [
            .init("GET", "/users/*", fault: .truncate(after: 5)) { _ in .json(#"{"name": "Ada"}"#) }
        ])
        let client = Client(baseURL: server.url, transport: .libcurl)
        let error = await #expect(throws: NetworkError.self) { try await client.send(.user(7)) }
        #expect(error?.code == .incompleteBody)
    }

    @Test func reconnectsToTheEvents() async throws {
        let transport = ScriptedTransport([
            .stream([.chunk("retry: 7000\nid: 1\ndata: a\n\n"), .reset], contentType: "text/event-stream"),
            .stream([.chunk("data: b\n\n"), .stall], contentType: "text/event-stream"),
        ])
        try await clock.run {
            var seen: [String] = []
            for try await event in client(transport).events(from: Endpoint<Void>.get("/events")).prefix(2) {
                seen.append(event.data)
            }
            #expect(seen == ["a", "b"])
        }
        #expect(clock.elapsed == .seconds(7))
        #expect(transport.requests.last?.fields[.lastEventID] == "1")
    }
}
