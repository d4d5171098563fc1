import CurlewTesting
import Foundation
import Testing

@testable import Curlew

/// How a client decodes responses.
struct ResponseDecoderTests {
    struct Foo: Codable, Sendable, Equatable { var foo: Int }

    /// A client that gets a new response for each send, since a body is read once.
    func client(
        _ response: @escaping @autoclosure @Sendable () -> HTTPResponse, bodyLimit: Int = 1000
    ) -> Client {
        Client(
            baseURL: "http://h", transport: ScriptedTransport { _ in response() },
            configuration: .init(bodyLimit: bodyLimit))
    }

    func reply(
        _ text: String, type: String? = "application/json", status: HTTPResponse.Status = 200
    ) -> HTTPResponse {
        let fields: HTTPFields = type.map { [.contentType: $0] } ?? [:]
        return HTTPResponse(status: status, fields: fields, body: .data(Data(text.utf8)))
    }

    func failure<Output: Sendable>(
        _ endpoint: Endpoint<Output>, _ response: @escaping @autoclosure @Sendable () -> HTTPResponse,
        sourceLocation: SourceLocation = #_sourceLocation
    ) async -> NetworkError? {
        let client = client(response())
        return await #expect(throws: NetworkError.self, sourceLocation: sourceLocation) {
            _ = try await client.send(endpoint)
        }
    }

    // JSON of the wrong shape.

    @Test(arguments: [
        #"{"foo":123.45}"#, #"{"foo":9223372036854775808}"#, #"{"foo":1"#, "null", "{}", #"{"foo":"x"}"#,
        "[]", "x",
        "\u{FEFF}x",
    ])
    func jsonOfTheWrongShapeSaysWhatAndWhere(text: String) async {
        let error = await failure(Endpoint<Foo>.get("/x"), reply(text))
        #expect(error?.code == .decodingFailed)
        #expect(error?.message.contains("Foo") == true)
        #expect(error?.underlying is DecodingError)
        #expect(error?.bodyPrefix == Data(text.utf8))
        #expect(error?.response?.status == 200)
        #expect(error?.response?.fields[.contentType] == "application/json")
        #expect(error?.request == "GET http://h/x")
        #expect(error?.endpoint == "GET /x")
    }

    @Test func invalidUTF8InsideAStringIsAnErrorOrText() async throws {
        let body = Data(#"{"name":""#.utf8) + [0xFF] + Data("\"}".utf8)
        let response = HTTPResponse(
            status: 200, fields: [.contentType: "application/json"], body: .data(body))
        let result = await client(response).result(of: Endpoint<[String: String]>.get("/"))
        if case .failure(let error) = result { #expect(error.code == .decodingFailed) }
    }

    @Test(arguments: [#"{"foo":1}"#, "\u{FEFF}{\"foo\":1}", " \n{\"foo\": 1 }\r\n"])
    func toleratesAByteOrderMarkAndSpaces(text: String) async throws {
        #expect(try await client(reply(text)).send(Endpoint<Foo>.get("/")) == Foo(foo: 1))
    }

    @Test func namesThePlaceInsideTheBody() async {
        let error = await failure(
            Endpoint<[String: [Foo]]>.get("/"), reply(#"{"a":[{"foo":1},{"foo":"s3cret"}]}"#))
        #expect(error?.message.contains("(expected Int at a[1].foo)") == true)
        #expect(error?.description.contains("s3cret") == false)
    }

    // Text.

    @Test(arguments: [
        "text/plain; charset=ISO-8859-1", "text/plain;charset=\"iso-8859-1\"",
        "text/plain; a=b ; Charset=iso-8859-1 ",
    ])
    func readsTextInTheCharsetThatTheTypeNames(type: String) async throws {
        let response = HTTPResponse(status: 200, fields: [.contentType: type], body: .data(Data([0xE9])))
        #expect(try await client(response).send(Endpoint<String>.get("/")) == "é")
    }

    @Test(arguments: [
        "text/plain", "text/plain; charset=iso-8859-15", "text/plain; x-charset=iso-8859-1",
        "text/plain; charset=",
        "text/plain; charset=\"",
    ])
    func textThatIsNotUTF8IsAnError(type: String) async {
        let response = HTTPResponse(status: 200, fields: [.contentType: type], body: .data(Data([0xE9])))
        #expect(await failure(Endpoint<String>.get("/"), response)?.code == .decodingFailed)
    }

    @Test func anUnknownCharsetIsNamed() async {
        let type = "text/plain; charset=Big5"
        let response = HTTPResponse(status: 200, fields: [.contentType: type], body: .data(Data("a".utf8)))
        let error = await failure(Endpoint<String>.get("/"), response)
        #expect(error?.code == .decodingFailed)
        #expect(error?.message.contains("big5") == true)
    }

    // Size.

    @Test func aBodyOverTheLimitIsAnError() async throws {
        let text = String(repeating: "x", count: 1001)
        let error = await failure(Endpoint<String>.get("/"), reply(text))
        #expect(error?.code == .bodyTooLarge)
        #expect(error?.message.contains("1000") == true)
        let exact = String(repeating: "x", count: 1000)
        #expect(try await client(reply(exact)).send(Endpoint<String>.get("/")) == exact)
    }

    @Test func aDecoderCanHaveItsOwnLimitAndStatuses() async throws {
        var decoder = ResponseDecoder<String>.text
        decoder.bodyLimit = 3
        decoder.acceptableStatus = 200...404
        let endpoint = Endpoint(.get, "/", decoder: decoder)
        #expect(try await client(reply("abc", status: 404)).send(endpoint) == "abc")
        #expect(await failure(endpoint, reply("abcd"))?.code == .bodyTooLarge)
        #expect(await failure(endpoint, reply("abc", status: 405))?.code == .unacceptableStatus)
        let optional = Endpoint(.get, "/", decoder: .optional(decoder))
        #expect(try await client(reply("abc", status: 404)).send(optional) == "abc")
        #expect(await failure(optional, reply("abcd"))?.code == .bodyTooLarge)
    }

    @Test func aBodyThatIsIgnoredMayBeOverTheLimit() async throws {
        let text = String(repeating: "x", count: 5000)
        #expect(await failure(Endpoint<String>.get("/"), reply(text))?.code == .bodyTooLarge)
        let response = try await client(reply(text)).response(for: Endpoint<Void>.get("/"))
        #expect(response.status == 200)
    }

    // Custom decoders.

    @Test func aCustomDecoderGetsBodyAndHead() async throws {
        let decoder = ResponseDecoder<[String]>(accepting: ["text/csv", "text/tab-separated-values"]) {
            body, head in
            [head.fields["X"] ?? "", String(decoding: body, as: UTF8.self)]
        }
        let endpoint = Endpoint(.get, "/", decoder: decoder)
        let response = HTTPResponse(
            status: 200, fields: [.contentType: "Text/CSV; header=present", "X": "1"],
            body: .data(Data("a,b".utf8)))
        #expect(try await client(response).send(endpoint) == ["1", "a,b"])
        let error = await failure(endpoint, reply("a", type: "text/html"))
        #expect(error?.code == .unexpectedContentType)
        #expect(error?.message.contains("text/csv") == true)
    }

    @Test func whatACustomDecoderThrowsIsDecodingFailed() async {
        struct Odd: Error {}
        let odd = Endpoint(.get, "/", decoder: ResponseDecoder<Int> { _, _ in throw Odd() })
        let error = await failure(odd, reply("x"))
        #expect(error?.code == .decodingFailed)
        #expect(error?.underlying is Odd)
        let own = Endpoint(
            .get, "/",
            decoder: ResponseDecoder<Int> { _, _ in throw NetworkError(.emptyBody, "nothing there") })
        #expect(await failure(own, reply("x"))?.code == .emptyBody)
    }

    @Test func anotherFormatTakesTheClientsPlace() async throws {
        struct Shouting: BodyDecoder {
            let accept = "text/shout"
            func accepts(mediaType: String) -> Bool { mediaType == "text/shout" }
            func decode<Value: Decodable>(_ type: Value.Type, from data: Data) throws -> Value {
                try JSONDecoder().decode(
                    type, from: Data(String(decoding: data, as: UTF8.self).lowercased().utf8))
            }
        }
        let transport = ScriptedTransport { _ in reply(#"{"FOO":1}"#, type: "text/shout") }
        let client = Client(
            baseURL: "http://h", transport: transport, configuration: .init(decoder: Shouting()))
        #expect(try await client.send(Endpoint<Foo>.get("/")) == Foo(foo: 1))
        #expect(transport.requests.first?.fields[.accept] == "text/shout")
        let own = Endpoint(.get, "/", decoder: ResponseDecoder<Foo>.decoded(by: Shouting()))
        #expect(try await self.client(reply(#"{"FOO":1}"#, type: "text/shout")).send(own) == Foo(foo: 1))
        #expect(await failure(own, reply("{}"))?.code == .unexpectedContentType)
    }
}
