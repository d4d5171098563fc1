import CurlewTesting
import Foundation
import Testing

@testable import Curlew

@Suite(.timeLimit(.minutes(1)))
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
        let client = client(transport, configuration: .init(timeouts: .total(.seconds(9))))
        _ = try await client.send(Endpoint<Person>.get("/"))
        _ = try await client.send(Endpoint<Person>(.get, "/", timeouts: .total(.seconds(1))))
        let limits = transport.requests.compactMap(\.timeouts.total)
        // What has passed since the send began is taken off.
        #expect(limits.count == 2 && limits[0] > .seconds(1) && limits[1] <= .seconds(1))
    }

    @Test func optionsOfTheEndpointAreTakenOver() async throws {
        let transport = ScriptedTransport { _ in .json(Self.ada) }
        let endpoint = Endpoint<Person>.get("/").with {
            $0.httpVersion = .http1_1
            $0.expectContinue = true
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

    // The answer.

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
        let end = BodyEnd(trailers: ["X-Sum": "1"], metrics: metrics)
        let transport = ScriptedTransport { _ in
            HTTPResponse(status: 200, body: .data(Data(Self.ada.utf8), end: end))
        }
        let response = try await client(transport).response(for: Endpoint<Person>.get("/"))
        #expect(response.metrics.bytesReceived == 9)
        #expect(response.trailers == ["X-Sum": "1"])
    }

    // The three spellings.

    @Test func theThreeSpellingsAgreeOnAValue() async throws {
        let client = client()
        let endpoint = Endpoint<Person>.get("/")
        let sent = try await client.send(endpoint)
        let result = await client.result(of: endpoint)
        let completed = await withCheckedContinuation { continuation in
            client.send(endpoint) { continuation.resume(returning: $0) }
        }
        #expect(sent == Person(name: "Ada"))
        #expect(try result.get() == sent)
        #expect(try completed.get() == sent)
    }

    @Test func theThreeSpellingsAgreeOnAFailure() async {
        let client = client(ScriptedTransport { _ in HTTPResponse(status: 404) })
        let endpoint = Endpoint<Person>.get("/")
        let sent = await #expect(throws: NetworkError.self) { try await client.send(endpoint) }
        let result = await client.result(of: endpoint)
        let completed = await withCheckedContinuation { continuation in
            client.send(endpoint) { continuation.resume(returning: $0) }
        }
        for outcome in [result, completed] {
            let error = #expect(throws: NetworkError.self) { try outcome.get() }
            #expect(error?.code == .unacceptableStatus)
            #expect(error?.description == sent?.description)
        }
    }

    @Test func theCompletionIsCalledOnceAlsoWhenCancelled() async {
        let started = Gate()
        let client = client(
            ScriptedTransport { _ in
                started.open()
                try await Task.sleep(for: .seconds(600))
                return HTTPResponse(status: 204)
            })
        let log = Log()
        let task = client.send(Endpoint<Void>.get("/")) { log.append($0) }
        await started.wait()
        task.cancel()
        await task.value
        #expect(log.codes == [.cancelled])
    }

    @Test func cancellingBeforeTheStartIsCancelledToo() async {
        let transport = ScriptedTransport { _ in HTTPResponse(status: 204) }
        let client = client(transport)
        let gate = Gate()
        let task = Task { () async -> NetworkError.Code? in
            await gate.wait()
            if case .failure(let error) = await client.result(of: Endpoint<Void>.get("/")) {
                return error.code
            }
            return nil
        }
        task.cancel()
        gate.open()
        #expect(await task.value == .cancelled)
        #expect(transport.requests.isEmpty)
    }

    private final class Log: Sendable {
        private let results = Lock<[Result<Void, NetworkError>]>([])

        func append(_ result: Result<Void, NetworkError>) { results.withLock { $0.append(result) } }

        var codes: [NetworkError.Code?] {
            results.withLock { results in
                results.map { result in
                    if case .failure(let error) = result { error.code } else { nil }
                }
            }
        }
    }
}

@Suite(.timeLimit(.minutes(1)))
struct ClientErrorTests {
    @Test(arguments: [
        "", "h", "ftp://h", "http://h#f", "http://h:99999", "http://h/%zz", "http://bücher.example",
        "http://",
        "http://h\u{0}/",
    ])
    func aBadBaseURLIsThrownWhenSending(url: String) async {
        let transport = ScriptedTransport { _ in HTTPResponse(status: 204) }
        let client = Client(baseURL: url, transport: transport)
        let error = await #expect(throws: NetworkError.self) {
            try await client.send(Endpoint<Void>.get("/x"))
        }
        #expect(error?.code == .invalidURL)
        #expect(error?.endpoint == "GET /x")
        #expect(error?.attempts == 0)
        #expect(error?.request == nil)
        #expect(transport.requests.isEmpty)
    }

    @Test func badPartsAreThrownBeforeTheTransportIsAsked() async {
        let transport = ScriptedTransport { _ in HTTPResponse(status: 204) }
        let client = Client(baseURL: "http://h", transport: transport)
        let endpoints: [(Endpoint<Void>, NetworkError.Code)] = [
            (.get("/a/\("")"), .invalidURL), (.get("/a?b"), .invalidURL),
            (.post("/", body: .json(Double.nan)), .encodingFailed),
            (.get("/", fields: ["X": "a\r\nb"]), .invalidRequest),
            (.init("G T", "/"), .invalidRequest),
            (.init(.get, "/", timeouts: .total(.zero)), .invalidRequest),
        ]
        for (endpoint, code) in endpoints {
            let error = await #expect(throws: NetworkError.self) { try await client.send(endpoint) }
            #expect(error?.code == code)
            #expect(error?.endpoint == endpoint.name)
        }
        #expect(transport.requests.isEmpty)
    }

    @Test func attachesWhatIsKnown() async {
        let client = Client(
            baseURL: "http://u:s3cret@h",
            transport: ScriptedTransport { _ in .json("{}", status: 500) })
        let endpoint = Endpoint<Void>.get("/users/\("ada")", query: ["k": "s3cret"])
        let error = await #expect(throws: NetworkError.self) { try await client.send(endpoint) }
        #expect(error?.endpoint == "GET /users/{}")
        #expect(error?.request == "GET http://h/users/ada?<redacted>")
        #expect(error?.response?.status == 500)
        #expect(error?.bodyPrefix == Data("{}".utf8))
        #expect(error?.attempts == 1)
    }

    @Test func anErrorOfTheTransportKeepsItsCodeAndGetsItsPlace() async {
        let client = Client(
            baseURL: "http://h",
            transport: ScriptedTransport { _ in throw NetworkError.timedOut(.head, after: .seconds(3)) })
        let error = await #expect(throws: NetworkError.self) {
            try await client.send(Endpoint<Void>.get("/x"))
        }
        #expect(error?.code == .timedOut)
        #expect(error?.phase == .head)
        #expect(
            error?.description
                == "timedOut: the server did not answer within 3 s (GET http://h/x, endpoint GET /x)")
        #expect(error?.response == nil)
    }

    @Test func aNestedClientsErrorKeepsItsOwnStory() async {
        let inner = Client(
            baseURL: "http://tokens", transport: ScriptedTransport { _ in .json("", status: 403) })
        let outer = Client(
            baseURL: "http://h",
            transport: ScriptedTransport { _ in
                try await inner.send(Endpoint<Void>.get("/token"))
                return HTTPResponse(status: 204)
            })
        let error = await #expect(throws: NetworkError.self) {
            try await outer.send(Endpoint<Void>.get("/x"))
        }
        #expect(error?.endpoint == "GET /token")
        #expect(error?.request == "GET http://tokens/token")
        #expect(error?.response?.status == 403)
    }

    /// Every way to fail, with a marker in every place that can hold a secret.
    @Test func noSecretShowsInAnyError() async {
        let marker = "s3cret"
        let bases = [
            "http://u:\(marker)@h/?\(marker)", "http://\(marker)%zz@h", "http://\(marker)@h:0",
            "http://h/?\(marker)=%zz",
        ]
        let fields: [HTTPFields] = [
            ["X-A": "\(marker)"], ["X-A": "\(marker)\r\n"], [.authorization: "Bearer \(marker)"],
            [.contentLength: marker], [.cookie: "\(marker)\u{0}"],
        ]
        let bodies: [RequestBody?] = [
            nil, .json([marker: Double.nan]), .json([marker]), .form([marker: marker]),
        ]
        let answers: [@Sendable () throws -> HTTPResponse] = [
            { .json("{\"\(marker)\": ", status: 200) }, { .json("\"\(marker)\"", status: 500) },
            { HTTPResponse(status: 200, fields: [.contentType: "text/html", .setCookie: marker]) },
            { HTTPResponse(status: 200, fields: [.location: marker], body: .data(Data(marker.utf8))) },
            { throw MarkedError(secret: marker) }, { throw NetworkError(.cannotConnect, "refused") },
        ]
        var failures = 0
        for base in bases {
            for fields in fields {
                for body in bodies {
                    for answer in answers {
                        let client = Client(baseURL: base, transport: ScriptedTransport { _ in try answer() })
                        let endpoint = Endpoint<[Int]>.post(
                            "/x", query: ["key": marker, marker: nil], fields: fields, body: body)
                        guard case .failure(let error) = await client.result(of: endpoint) else { continue }
                        failures += 1
                        let asAny: any Error = error
                        for text in ["\(error)", String(reflecting: error), asAny.localizedDescription] {
                            #expect(!text.contains(marker))
                        }
                    }
                }
            }
        }
        #expect(failures == 480)
    }

    private struct MarkedError: Error { let secret: String }
}

@Suite(.timeLimit(.minutes(1)))
struct ClientStreamingTests {
    private struct Odd: Error {}

    @Test(arguments: [200, 204, 302, 404, 500])
    func handsOverAnyStatus(status: Int) async throws {
        let transport = ScriptedTransport { _ in
            HTTPResponse(status: .init(code: status), body: .data(Data("x".utf8)))
        }
        let client = Client(baseURL: "http://h", transport: transport)
        let (code, body) = try await client.withResponse(to: Endpoint<[Int]>.get("/")) { response in
            (response.status.code, try await response.body.collect(upTo: 9))
        }
        #expect(code == status)
        #expect(body == Data("x".utf8))
        #expect(transport.requests.first?.options.delivery == .streamed)
    }

    @Test func theBodyEndsWithTheClosure() async throws {
        let producer = RecordingProducer()
        let channel = BodyChannel(producer: producer)
        let client = Client(
            baseURL: "http://h",
            transport: ScriptedTransport { _ in HTTPResponse(status: 200, body: .channel(channel)) })
        let body = try await client.withResponse(to: Endpoint<Void>.get("/")) { $0.body }
        #expect(producer.cancels == 1)
        let error = await #expect(throws: NetworkError.self) { try await body.collect(upTo: 9) }
        #expect(error?.code == .cancelled)
    }

    @Test func theBodyEndsWhenTheClosureThrows() async {
        let producer = RecordingProducer()
        let channel = BodyChannel(producer: producer)
        let client = Client(
            baseURL: "http://h",
            transport: ScriptedTransport { _ in HTTPResponse(status: 200, body: .channel(channel)) })
        await #expect(throws: Odd.self) {
            try await client.withResponse(to: Endpoint<Void>.get("/")) { _ in throw Odd() }
        }
        #expect(producer.cancels == 1)
    }

    @Test func errorsOfReadingGetTheirPlace() async {
        let chunks = Chunks([Data([1])], failure: NetworkError(.incompleteBody, "broke off"))
        let client = Client(
            baseURL: "http://h",
            transport: ScriptedTransport { _ in HTTPResponse(status: 206, body: .stream { try chunks.next() })
            })
        let error = await #expect(throws: NetworkError.self) {
            try await client.withResponse(to: Endpoint<Void>.get("/x")) { response in
                for try await _ in response.body {}
            }
        }
        #expect(error?.code == .incompleteBody)
        #expect(error?.endpoint == "GET /x")
        #expect(error?.response?.status == 206)
    }

    @Test func failsLikeSendWhenBuilding() async {
        let client = Client(
            baseURL: "nonsense", transport: ScriptedTransport { _ in HTTPResponse(status: 204) })
        let error = await #expect(throws: NetworkError.self) {
            try await client.withResponse(to: Endpoint<Void>.get("/x")) { _ in }
        }
        #expect(error?.code == .invalidURL)
        #expect(error?.endpoint == "GET /x")
    }
}
