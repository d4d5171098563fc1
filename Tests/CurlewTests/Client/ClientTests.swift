import CurlewTesting
import Foundation
import Testing

@testable import Curlew

@Suite(.timeLimit(.minutes(5)))
struct ClientTests {
    struct Person: Codable, Sendable, Equatable {
        var name: String
        var birthDay: Date?
    }

    private static let ada = #"{"name":"Ada"}"#

    private func client(
        _ transport: ScriptedTransport = ScriptedTransport { _ in .json(ada) },
        baseURL: String = "https://h/api",
        configuration: Client.Configuration = .init()
    ) -> Client {
        Client(baseURL: baseURL, transport: transport, configuration: configuration)
    }

    // The request.

    @Test func buildsTheRequestOfAnEndpoint() async throws {
        let transport = ScriptedTransport { _ in .json(Self.ada) }
        let endpoint = Endpoint<Person>.post(
            "/people/\("a/b")", query: ["q": "x y"], fields: ["X-A": "1"], body: .json(Person(name: "Ada")))
        #expect(try await client(transport).send(endpoint) == Person(name: "Ada"))
        let request = try #require(transport.requests.first)
        #expect(transport.requests.count == 1)
        #expect(request.method == .post)
        #expect(request.target.url == "https://h/api/people/a%2Fb?q=x%20y")
        #expect(request.body?.data == Data(Self.ada.utf8))
        #expect(request.fields["X-A"] == "1")
        #expect(request.fields[.contentType] == "application/json")
        #expect(request.timeouts == Timeouts())
        #expect(request.options.decoding == .automatic)
        #expect(request.options.delivery == .collected)
    }

    @Test func setsItsOwnFields() async throws {
        let capabilities = TransportCapabilities(transport: "t", contentCodings: ["br", "gzip"])
        let transport = ScriptedTransport(capabilities: capabilities) { _ in .json(Self.ada) }
        _ = try await client(transport).send(Endpoint<Person>.get("/"))
        let fields = try #require(transport.requests.first?.fields)
        #expect(fields.count == 3)
        #expect(fields[.userAgent] == "Curlew/\(Client.version)")
        #expect(fields[.accept] == "application/json")
        #expect(fields[.acceptEncoding] == "br, gzip")
    }

    @Test(arguments: [nil, "endpoint", "client"]) func aRangeIsRequestedUnchanged(chooser: String?)
        async throws
    {
        let capabilities = TransportCapabilities(transport: "t", contentCodings: ["br", "gzip"])
        let transport = ScriptedTransport(capabilities: capabilities) { _ in .json(Self.ada) }
        let choice: HTTPFields = [.acceptEncoding: "gzip"]
        let configuration = Client.Configuration(fields: chooser == "client" ? choice : [:])
        var fields: HTTPFields = [.range: "bytes=0-9"]
        if chooser == "endpoint" { fields.append(contentsOf: choice) }
        _ = try await client(transport, configuration: configuration).send(
            Endpoint<Person>.get("/", fields: fields))
        let sent = transport.requests.first?.fields[.acceptEncoding]
        #expect(sent == (chooser == nil ? "identity" : "gzip"))
    }

    private struct AddsFields: Middleware {
        let fields: HTTPFields

        func intercept(
            _ request: HTTPRequest, context: MiddlewareContext, next: @escaping Next
        ) async throws -> HTTPResponse {
            var request = request
            request.fields.merge(fields)
            return try await next(request)
        }
    }

    @Test(arguments: ["send", "attempt"], [nil, "endpoint", "client", "middleware"])
    func aRangeOfAMiddlewareIsRequestedUnchanged(place: String, chooser: String?) async throws {
        let codings = ["br", "gzip"]
        let transport = ScriptedTransport(
            capabilities: TransportCapabilities(transport: "t", contentCodings: codings)
        ) { _ in .json(Self.ada) }
        let own: HTTPFields = [.acceptEncoding: "br, gzip"]
        var added: HTTPFields = [.range: "bytes=0-9"]
        if chooser == "middleware" { added[.acceptEncoding] = "gzip" }
        let middleware = AddsFields(fields: added)
        let client = Client(
            baseURL: "http://h", transport: transport, middleware: place == "send" ? [middleware] : [],
            attemptMiddleware: place == "attempt" ? [middleware] : [],
            configuration: .init(fields: chooser == "client" ? own : [:]))
        _ = try await client.send(Endpoint<Person>.get("/", fields: chooser == "endpoint" ? own : [:]))
        let expected = [nil: "identity", "middleware": "gzip"][chooser] ?? "br, gzip"
        #expect(transport.requests.first?.fields[values: .acceptEncoding] == [expected])
        #expect(transport.requests.first?.options.decoding == .automatic)
    }

    @Test func asksForNoCodingThatTheTransportCannotDecode() async throws {
        let transport = ScriptedTransport { _ in HTTPResponse(status: 204) }
        try await client(transport).send(Endpoint<Void>.get("/"))
        #expect(transport.requests.first?.fields.contains(.acceptEncoding) == false)
        #expect(transport.requests.first?.fields.contains(.accept) == false)
    }

    @Test func fieldsOfTheEndpointWinOverThoseOfTheClient() async throws {
        let transport = ScriptedTransport { _ in .json(Self.ada) }
        let configuration = Client.Configuration(
            fields: ["X-Version": "1", "X-Mine": "client", .accept: "a/a"], userAgent: "Mine/2")
        let endpoint = Endpoint<Person>.get("/", fields: ["x-mine": "endpoint", .acceptEncoding: "identity"])
        _ = try await client(transport, configuration: configuration).send(endpoint)
        let fields = try #require(transport.requests.first?.fields)
        #expect(fields[.userAgent] == "Mine/2")
        #expect(fields["X-Version"] == "1")
        #expect(fields[values: "X-Mine"] == ["endpoint"])
        #expect(fields[values: .accept] == ["a/a"])
        #expect(fields[.acceptEncoding] == "identity")
    }

    @Test func aBaseURLsUserinfoBecomesAnAuthorizationField() async throws {
        let transport = ScriptedTransport { _ in .json(Self.ada) }
        let client = client(transport, baseURL: "http://a%40b:p%C3%A9w@h:1/x")
        _ = try await client.send(Endpoint<Person>.get("/"))
        let request = try #require(transport.requests.first)
        #expect(request.target.url == "http://h:1/x/")
        let credentials = Data("a@b:péw".utf8).base64EncodedString()
        #expect(request.fields[.authorization] == "Basic \(credentials)")
        #expect(request.fields.first { $0.name == .authorization }?.isSensitive == true)
        _ = try await client.send(Endpoint<Person>.get("/", fields: [.authorization: "Bearer x"]))
        #expect(transport.requests.last?.fields[values: .authorization] == ["Bearer x"])
    }

    @Test func timeoutsOfTheEndpointWinOverThoseOfTheClient() async throws {
        let transport = ScriptedTransport { _ in .json(Self.ada) }
        let client = client(
            transport, configuration: .init(timeouts: .total(.seconds(9)), clock: TestClock().clock))
        _ = try await client.send(Endpoint<Person>.get("/"))
        _ = try await client.send(Endpoint<Person>(.get, "/", options: .init(timeouts: .total(.seconds(1)))))
        #expect(transport.requests.map(\.timeouts.total) == [.seconds(9), .seconds(1)])
    }

    @Test func optionsOfTheEndpointAreApplied() async throws {
        let transport = ScriptedTransport { _ in .json(Self.ada) }
        let endpoint = Endpoint<Person>.get("/").with {
            $0.options.transport.httpVersion = .http1_1
            $0.options.transport.expectContinue = true
        }
        _ = try await client(transport).send(endpoint)
        #expect(transport.requests.first?.options.httpVersion == .http1_1)
        #expect(transport.requests.first?.options.expectContinue == true)
    }

    @Test func encodesAndDecodesWithTheConfiguredCoders() async throws {
        let encoder = JSONEncoder()
        encoder.keyEncodingStrategy = .convertToSnakeCase
        encoder.dateEncodingStrategy = .secondsSince1970
        let decoder = JSONDecoder()
        decoder.keyDecodingStrategy = .convertFromSnakeCase
        decoder.dateDecodingStrategy = .secondsSince1970
        let transport = ScriptedTransport { request in
            HTTPResponse(
                status: 200, fields: [.contentType: "application/json"],
                body: .data(request.body?.data ?? Data()))
        }
        let person = Person(name: "Ada", birthDay: Date(timeIntervalSince1970: 5))
        let client = client(transport, configuration: .init(encoder: encoder, decoder: decoder))
        #expect(try await client.send(Endpoint<Person>.post("/", body: .json(person))) == person)
        let sent = String(decoding: transport.requests.first?.body?.data ?? Data(), as: UTF8.self)
        #expect(sent.contains("\"birth_day\":5"))
    }

    @Test func takesABaseURLAsURL() async throws {
        let transport = ScriptedTransport { _ in .json(Self.ada) }
        let url = try #require(URL(string: "https://h/v1?k=1"))
        _ = try await Client(baseURL: url, transport: transport).send(
            Endpoint<Person>.get("/x", query: ["a": 1]))
        #expect(transport.requests.first?.target.url == "https://h/v1/x?k=1&a=1")
    }

    // The response.

    @Test func handsOverTheHeadWithTheValue() async throws {
        let transport = ScriptedTransport { _ in
            var metrics = TransferMetrics()
            metrics.bytesSent = 7
            return HTTPResponse(
                status: .init(code: 201, reasonPhrase: "Created"), fields: ["ETag": "x"], version: .http2,
                body: .data(Data(Self.ada.utf8)), metrics: metrics)
        }
        let response = try await client(transport).response(for: Endpoint<Person>.get("/"))
        #expect(response.value == Person(name: "Ada"))
        #expect(response.status == 201)
        #expect(response.fields == ["ETag": "x"])
        #expect(response.version == .http2)
        #expect(response.metrics.bytesSent == 7)
        #expect(response.trailers.isEmpty)
    }

    @Test func finalFiguresAndTrailersComeWithTheValue() async throws {
        var metrics = TransferMetrics()
        metrics.bytesReceived = 9
        let end = ResponseBody.Completion(trailers: ["X-Sum": "1"], metrics: metrics)
        let transport = ScriptedTransport { _ in
            HTTPResponse(status: 200, body: .data(Data(Self.ada.utf8), end: end))
        }
        let response = try await client(transport).response(for: Endpoint<Person>.get("/"))
        #expect(response.metrics.bytesReceived == 9)
        #expect(response.trailers == ["X-Sum": "1"])
    }
}
