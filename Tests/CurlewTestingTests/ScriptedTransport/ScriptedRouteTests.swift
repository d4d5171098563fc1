import Curlew
import CurlewTesting
import Foundation
import Testing

/// Routes and lists of a scripted transport.
@Suite(.timeLimit(.minutes(5)))
struct ScriptedRouteTests {
    private struct User: Codable, Equatable { var name: String }

    private static let routes = [
        ScriptedRoute(.get, "/users/*", .json(User(name: "Ada"))),
        ScriptedRoute(.post, "/users", body: .json(#"{"name": "Ada", "age": 36}"#), .status(201)),
        ScriptedRoute(.get, "/search", query: ["q": "a b"], .text("found")),
        ScriptedRoute(.get, "/search", fields: [.accept: "text/csv"], .text("a,b")),
        ScriptedRoute(.post, "/form", body: .form(["x": "1 2"]), .status(204)),
        ScriptedRoute(nil, "https://other.example.com/**", .text("other")),
        ScriptedRoute(.get, "/jobs", replies: [.status(202), .text("done")]),
    ]

    private static func text(
        _ transport: ScriptedTransport, _ path: String, by method: HTTPRequest.Method = .get,
        fields: HTTPFields = [:], body: RequestBody? = nil
    ) async throws(NetworkError) -> String {
        let url = path.hasPrefix("http") ? path : "http://h\(path)"
        let response = try await transport.send(
            HTTPRequest(method: method, url: url, fields: fields, body: body))
        let data = try await response.body.collect(upTo: 1 << 20)
        return "\(response.status.code) \(String(decoding: data, as: UTF8.self))"
    }

    @Test func theFirstMatchingRouteReplies() async throws {
        let transport = ScriptedTransport(routes: Self.routes)
        #expect(try await Self.text(transport, "/users/7") == #"200 {"name":"Ada"}"#)
        #expect(try await Self.text(transport, "/users/a%20b?x=1") == #"200 {"name":"Ada"}"#)
        let body = RequestBody.data(Data(#"{"age":36.0,"name":"Ad\u0061"}"#.utf8))
        #expect(try await Self.text(transport, "/users", by: .post, body: body) == "201 ")
        #expect(try await Self.text(transport, "/search?z=1&q=a+b") == "200 found")
        #expect(try await Self.text(transport, "/search", fields: [.accept: "text/csv"]) == "200 a,b")
        let form = RequestBody.data(Data("y=3&x=1%202".utf8))
        #expect(try await Self.text(transport, "/form", by: .post, body: form) == "204 ")
        #expect(try await Self.text(transport, "https://other.example.com/a/b/c", by: .delete) == "200 other")
    }

    @Test func repliesOfASequenceAreSentOnceInOrder() async throws {
        let transport = ScriptedTransport(routes: Self.routes)
        #expect(try await Self.text(transport, "/jobs") == "202 ")
        #expect(try await Self.text(transport, "/jobs") == "200 done")
        let error = await #expect(throws: NetworkError.self) { try await Self.text(transport, "/jobs") }
        #expect(
            error?.message
                == "no route takes GET /jobs; the nearest is GET /jobs, but all its replies are used")
    }

    /// What is sent, and why the nearest route does not take it.
    private static let unmatched: [(HTTPRequest.Method, String, String?, String)] = [
        (.get, "/search?q=c", nil, "GET /search?q=a b, but the query's q is c"),
        (.get, "/search", nil, "GET /search?q=a b, but the query has no q"),
        (.put, "/users/7", nil, "GET /users/*, but the method is PUT"),
        (.get, "/users/7/8", nil, "GET /users/*, but the path is /users/7/8"),
        (
            .post, "/users", #"{"name": "Eve"}"#,
            #"POST /users with the JSON {"name": "Ada", "age": 36}, but the body is {"name": "Eve"}, not the JSON {"name": "Ada", "age": 36}"#
        ),
        (.post, "/form", "x=2", "POST /form with a form with x, but the body is x=2, not a form with x"),
    ]

    @Test(arguments: unmatched)
    func aRequestThatNoRouteTakesNamesTheNearestRoute(
        _ method: HTTPRequest.Method, _ path: String, _ body: String?, _ reason: String
    ) async throws {
        let transport = ScriptedTransport(routes: Self.routes)
        let error = await #expect(throws: NetworkError.self) {
            let body = body.map { RequestBody.data(Data($0.utf8)) }
            return try await Self.text(transport, path, by: method, body: body)
        }
        #expect(error?.code == .unsupported)
        #expect(error?.message == "no route takes \(method.rawValue) \(path); the nearest is \(reason)")
    }

    @Test func messagesHideSecrets() async throws {
        let transport = ScriptedTransport(routes: [
            ScriptedRoute(
                .post, "/login", query: ["api_key": "k3y"], fields: [.authorization: "Bearer s3cret"],
                body: .json(#"{"password": "pa55", "user": "ada"}"#), .status(204))
        ])
        let error = await #expect(throws: NetworkError.self) {
            try await Self.text(
                transport, "/login?api_key=wr0ng", by: .post,
                fields: [.authorization: "Bearer 0ther", .contentType: "application/json"],
                body: .data(Data(#"{"password": ["pa66"], "user": "eve"}"#.utf8)))
        }
        let message = error?.message ?? ""
        #expect(message.contains("\"user\": \"eve\""))
        for secret in ["k3y", "s3cret", "pa55", "wr0ng", "0ther", "pa66"] {
            #expect(!message.contains(secret), "\(message)")
        }
    }

    @Test func aTransportWithoutRoutesSaysSo() async throws {
        let error = await #expect(throws: NetworkError.self) {
            try await Self.text(ScriptedTransport(routes: []), "/")
        }
        #expect(error?.message == "no route takes GET /: there are no routes")
    }

    @Test func aListSendsItsRepliesInOrder() async throws {
        let offline = NetworkError(.cannotConnect, "no network")
        let transport = ScriptedTransport([.status(503), .failure(offline), .json("1")])
        #expect(try await Self.text(transport, "/a") == "503 ")
        #expect(throws: NetworkError.self) { try transport.verifyAllUsed() }
        #expect(transport.unused == ["any request: 2 of 3 replies"])
        let error = await #expect(throws: NetworkError.self) { try await Self.text(transport, "/b") }
        #expect(error?.code == .cannotConnect)
        #expect(try await Self.text(transport, "/c") == "200 1")
        #expect(throws: Never.self) { try transport.verifyAllUsed() }
        let last = await #expect(throws: NetworkError.self) { try await Self.text(transport, "/d") }
        #expect(last?.message.hasSuffix("all its replies are used") == true)
    }

    @Test func routesWithoutARequestAreNamed() async throws {
        let transport = ScriptedTransport(routes: [
            ScriptedRoute(.get, "/a", .status(200)),
            ScriptedRoute(.get, "/b", query: ["page": "2"], .status(200)),
        ])
        _ = try await Self.text(transport, "/a")
        let error = #expect(throws: NetworkError.self) { try transport.verifyAllUsed() }
        #expect(error?.message == "not used: GET /b?page=2: no request")
    }

    @Test func repliesAreDataFilesAndStreams() async throws {
        let path = NSTemporaryDirectory() + "curlew-reply-\(UUID().uuidString)"
        try Data("from a file".utf8).write(to: URL(filePath: path))
        defer { try? FileManager.default.removeItem(atPath: path) }
        let transport = ScriptedTransport([
            .file(path, contentType: "text/plain"), .data(Data([65, 66])),
            .stream([.chunk("a"), .chunk("b")]).with([.eTag: "\"1\""]), .file("/nonexistent"),
        ])
        #expect(try await Self.text(transport, "/") == "200 from a file")
        #expect(try await Self.text(transport, "/") == "200 AB")
        let response = try await transport.send(HTTPRequest(url: "http://h/"))
        #expect(response.fields[.eTag] == "\"1\"")
        #expect(try await response.body.collect(upTo: 9) == Data("ab".utf8))
        let error = await #expect(throws: NetworkError.self) { try await Self.text(transport, "/") }
        #expect(error?.code == .fileFailed)
    }

    @Test func aDelayedReplyTakesTimeOfTheClock() async throws {
        let clock = TestClock()
        let transport = ScriptedTransport([.text("late").delayed(by: .seconds(20))])
        let text = try await clock.run { try await Self.text(transport, "/") }
        #expect(text == "200 late")
        #expect(clock.elapsed == .seconds(20))
    }

    @Test func recordedRequestsShowQueryBodyAndForm() async throws {
        let transport = ScriptedTransport(routes: [ScriptedRoute(nil, "**", .status(204))])
        let chunks = AsyncStream<Data> { continuation in
            for text in ["[1,", " 2]"] { continuation.yield(Data(text.utf8)) }
            continuation.finish()
        }
        _ = try await Self.text(transport, "/a?q=a+b&c=%C3%A9&flag", by: .post, body: .stream(chunks))
        _ = try await Self.text(transport, "/f", by: .put, body: .text("x=1+2&y=%26"))
        let (first, second) = (transport.requests[0], transport.requests[1])
        #expect(first.queryItems == [.init("q", "a b"), .init("c", "é"), .init("flag", "")])
        #expect(first.queryValue("c") == "é")
        #expect(first.queryValue("d") == nil)
        #expect(first.bodyData == Data("[1, 2]".utf8))
        #expect(try first.decodeBody(as: [Int].self) == [1, 2])
        #expect(second.formItems == [.init("x", "1 2"), .init("y", "&")])
        #expect(second.bodyText == "x=1+2&y=%26")
        #expect(throws: NetworkError.self) { try second.decodeBody(as: Int.self) }
    }
}
