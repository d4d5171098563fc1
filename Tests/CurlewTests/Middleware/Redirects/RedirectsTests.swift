import CurlewTesting
import Foundation
import Testing

@testable import Curlew

@Suite(.timeLimit(.minutes(5)))
struct RedirectsTests {
    /// Redirects each URL of the table to its Location, and responds to any other with 200.
    func transport(
        _ locations: [String: String], status: HTTPResponse.Status = 302
    ) -> ScriptedTransport {
        ScriptedTransport { request in
            guard let location = locations[request.target.url] else {
                return HTTPResponse(status: 200, body: .data(Data("end".utf8)))
            }
            return HTTPResponse(
                status: status, fields: [.location: location], body: .data(Data("moved".utf8)))
        }
    }

    func client(
        _ transport: ScriptedTransport, at base: String = "http://h",
        _ policy: RedirectPolicy = .follow()
    ) -> Client {
        Client(baseURL: base, transport: transport, configuration: .init(redirects: policy))
    }

    let get = Endpoint<Data>.get("/a")

    func failure(_ client: Client, _ endpoint: Endpoint<Data>) async throws -> NetworkError {
        try #require(await #expect(throws: NetworkError.self) { try await client.send(endpoint) })
    }

    @Test func followsAndRecordsTheRedirects() async throws {
        let transport = transport(["http://h/a": "b?k=1#f", "http://h/b?k=1": "http://h2/c"])
        let response = try await client(transport).response(for: get)
        #expect(response.value == Data("end".utf8))
        #expect(response.target?.url == "http://h2/c")
        #expect(response.redirects.map(\.target.url) == ["http://h/a", "http://h/b?k=1"])
        #expect(response.redirects.map(\.status) == [302, 302])
        #expect(transport.requests.map(\.target.url) == ["http://h/a", "http://h/b?k=1", "http://h2/c"])
    }

    @Test func aResponseWithoutRedirectsHasItsTarget() async throws {
        for policy in [RedirectPolicy.doNotFollow, .follow()] {
            let response = try await client(transport([:]), policy).response(for: get)
            #expect(response.target?.url == "http://h/a")
            #expect(response.redirects.isEmpty)
        }
    }

    @Test func aStreamIsThatOfTheLastResponse() async throws {
        let client = client(transport(["http://h/a": "/b"]))
        try await client.withResponse(to: get) { response in
            let body = try await response.body.collect(upTo: 10)
            #expect(body == Data("end".utf8))
            #expect(response.target?.path == "/b")
            #expect(response.redirects.count == 1)
        }
    }

    @Test(
        arguments: [
            (300, "/b"), (304, "/b"), (305, "/b"), (306, "/b"), (302, nil), (302, ""), (200, "/b"),
            (201, "/b"),
        ] as [(Int, String?)])
    func anythingElseIsTheResponse(code: Int, location: String?) async throws {
        let transport = ScriptedTransport { _ in
            var response = HTTPResponse(status: .init(code: code), body: .data(Data("list".utf8)))
            response.fields[.location] = location
            return response
        }
        try await client(transport).withResponse(to: get) { response in
            #expect(response.status.code == code)
            let body = try await response.body.collect(upTo: 10)
            #expect(body == Data("list".utf8))
        }
        #expect(transport.requests.count == 1)
    }

    @Test func fieldsThatWereDroppedDoNotComeBack() async throws {
        let transport = transport(["http://h/a": "http://h2/b", "http://h2/b": "http://h/c"])
        var endpoint = get
        endpoint.fields = [
            .authorization: "Bearer t", .cookie: "a=b", .proxyAuthorization: "Basic x", "X-Api-Key": "k",
            "X-Plain": "p", .host: "h", "Referer": "http://h/secret", "Origin": "http://h",
        ]
        endpoint.fields.append(HTTPField(name: "X-Mine", value: "s", isSensitive: true))
        _ = try await client(transport).send(endpoint)
        let dropped: [HTTPField.Name] = [
            .authorization, .cookie, .proxyAuthorization, "X-Api-Key", "X-Mine", .host, "Referer", "Origin",
        ]
        #expect(dropped.allSatisfy { transport.requests[0].fields.contains($0) })
        for request in transport.requests.dropFirst() {
            #expect(!dropped.contains { request.fields.contains($0) })
            #expect(request.fields["X-Plain"] == "p")
            #expect(request.fields[.userAgent] != nil)
        }
    }

    @Test func sameOriginKeepsEveryField() async throws {
        let transport = transport(["http://h/a": "http://h:80/b"])
        var endpoint = get
        endpoint.fields = [.authorization: "Bearer t", .cookie: "a=b", "Referer": "http://h/"]
        _ = try await client(transport).send(endpoint)
        #expect(transport.requests[1].fields == transport.requests[0].fields)
    }

    @Test func aBodyThatCannotBeReplayedIsATypedError() async throws {
        let chunks = AsyncStream<Data> { $0.finish() }
        let endpoint = Endpoint<Data>.post("/a", body: .stream(chunks))
        let transport307 = transport(["http://h/a": "/b"], status: 307)
        let error = try await failure(client(transport307), endpoint)
        #expect(error.code == .bodyNotReplayable)
        #expect(error.response?.status == 307)
        #expect(transport307.requests.count == 1)
        // A 303 needs no body.
        _ = try await client(transport(["http://h/a": "/b"], status: 303)).send(endpoint)
    }

    @Test func anErrorOnTheWaySaysWhere() async throws {
        let transport = ScriptedTransport { request in
            if request.path == "/a" { return HTTPResponse(status: 302, fields: [.location: "//h2/b?s=1"]) }
            throw NetworkError(.cannotConnect, "refused")
        }
        let error = try await failure(client(transport), get)
        #expect(error.code == .cannotConnect)
        #expect(error.target?.url == "http://h2/b?s=1")
        #expect(error.redirects.map(\.description) == ["302 http://h/a"])
        #expect(
            error.description
                == "cannotConnect: refused (GET http://h/a, redirected to http://h2/b?<redacted>, endpoint GET /a, "
                + "2 attempts)")
    }

    @Test func aStatusAfterARedirectSaysWhere() async throws {
        let transport = ScriptedTransport { request in
            request.path == "/a"
                ? HTTPResponse(status: 302, fields: [.location: "/b"]) : HTTPResponse(status: 404)
        }
        let error = try await failure(client(transport), get)
        #expect(error.code == .unacceptableStatus)
        #expect(error.target?.url == "http://h/b")
        #expect(error.redirects.count == 1)
        #expect(error.response?.redirects.count == 1)
    }

    @Test func aLargeBodyOfARedirectIsNotRead() async throws {
        let count = Lock(0)
        let transport = ScriptedTransport { request in
            guard request.path == "/a" else { return HTTPResponse(status: 200) }
            let body = ResponseBody.stream {
                count.withLock { $0 += 1 }
                return Data(count: 4096)
            }
            return HTTPResponse(status: 302, fields: [.location: "/b"], body: body)
        }
        _ = try await client(transport).send(get)
        #expect(count.withLock { $0 } <= 17)
    }

    @Test func aTruncatedBodyOfARedirectIsNoFailure() async throws {
        let transport = ScriptedTransport { request in
            guard request.path == "/a" else { return HTTPResponse(status: 200) }
            let body = ResponseBody.stream { throw NetworkError(.incompleteBody, "broken") }
            return HTTPResponse(status: 302, fields: [.location: "/b"], body: body)
        }
        _ = try await client(transport).send(get)
        #expect(transport.requests.map(\.path) == ["/a", "/b"])
    }

    @Test func takesRawBytesOfALocationAsTheyAre() async throws {
        let transport = ScriptedTransport { request in
            guard request.path == "/a" else { return HTTPResponse(status: 200) }
            let location = HTTPField(name: .location, bytes: Array("/caf".utf8) + [0xE9, 0xC3, 0xA9])
            var response = HTTPResponse(status: 302)
            response.fields.append(location)
            return response
        }
        _ = try await client(transport).send(get)
        #expect(transport.requests[1].path == "/caf%E9%C3%A9")
    }

    @Test func userMiddlewareSeesTheSendOnceAndEachAttempt() async throws {
        let (outer, inner) = (Noting(), Noting())
        let client = Client(
            baseURL: "http://h", transport: transport(["http://h/a": "/b"]), middleware: [outer],
            attemptMiddleware: [inner])
        _ = try await client.send(get)
        #expect(outer.entries.withLock { $0 } == ["1 /a"])
        #expect(inner.entries.withLock { $0 } == ["1 /a", "2 /b"])
    }

    private final class Noting: Middleware {
        let entries = Lock<[String]>([])

        func intercept(
            _ request: HTTPRequest, context: MiddlewareContext, next: @escaping Next
        ) async throws -> HTTPResponse {
            entries.withLock { $0.append("\(context.attempt) \(request.path)") }
            return try await next(request)
        }
    }
}
