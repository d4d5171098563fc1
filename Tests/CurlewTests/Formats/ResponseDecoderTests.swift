import CurlewTesting
import Foundation
import Testing

@testable import Curlew

/// What a client makes of answers.
struct ResponseDecoderTests {
    struct Foo: Codable, Sendable, Equatable { var foo: Int }

    /// A client that gets a new answer for each send, since a body is read once.
    private func client(
        _ response: @escaping @autoclosure @Sendable () -> HTTPResponse, bodyLimit: Int = 1000
    ) -> Client {
        Client(
            baseURL: "http://h", transport: ScriptedTransport { _ in response() },
            configuration: .init(bodyLimit: bodyLimit))
    }

    private func answer(
        _ text: String, type: String? = "application/json", status: HTTPResponse.Status = 200
    ) -> HTTPResponse {
        let fields: HTTPFields = type.map { [.contentType: $0] } ?? [:]
        return HTTPResponse(status: status, fields: fields, body: .data(Data(text.utf8)))
    }

    private func failure<Output: Sendable>(
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
        let error = await failure(Endpoint<Foo>.get("/x"), answer(text))
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
        #expect(try await client(answer(text)).send(Endpoint<Foo>.get("/")) == Foo(foo: 1))
    }

    @Test func namesThePlaceInsideTheBody() async {
        let error = await failure(
            Endpoint<[String: [Foo]]>.get("/"), answer(#"{"a":[{"foo":1},{"foo":"s3cret"}]}"#))
        #expect(error?.message.contains("a.[1].foo") == true)
        #expect(error?.description.contains("s3cret") == false)
    }

    // Empty bodies.

    private static var empties: [HTTPResponse] {
        [
            HTTPResponse(status: 204), HTTPResponse(status: 205), HTTPResponse(status: 200),
            HTTPResponse(status: 200, fields: [.contentLength: "0", .contentType: "application/json"]),
            HTTPResponse(status: 200, fields: [.contentType: "text/html"]),
            HTTPResponse(status: 200, fields: [.contentLength: "1000"]),
        ]
    }

    @Test(arguments: 0..<6)
    func emptyBodies(index: Int) async throws {
        let client = client(Self.empties[index])
        try await client.send(Endpoint<Void>.get("/"))
        #expect(try await client.send(Endpoint<Data>.get("/")) == Data())
        #expect(try await client.send(Endpoint<String>.get("/")) == "")
        #expect(try await client.send(Endpoint<Foo?>.get("/")) == nil)
        #expect(try await client.send(Endpoint<Data?>.get("/")) == nil)
        #expect(try await client.send(Endpoint<String?>.get("/")) == nil)
        #expect(
            try await client.send(Endpoint(.get, "/", decoder: .optional(ResponseDecoder<Foo>.json))) == nil)
        let error = await failure(Endpoint<Foo>.get("/"), Self.empties[index])
        #expect(error?.code == .emptyBody)
        #expect(error?.response?.status == Self.empties[index].status)
    }

    @Test(arguments: [" ", " \r\n\t "])
    func bodiesOfOnlySpaces(text: String) async throws {
        let client = client(answer(text))
        try await client.send(Endpoint<Void>.get("/"))
        #expect(try await client.send(Endpoint<Data>.get("/")) == Data(text.utf8))
        #expect(try await client.send(Endpoint<String>.get("/")) == text)
        #expect(try await client.send(Endpoint<Foo?>.get("/")) == nil)
        #expect(await failure(Endpoint<Foo>.get("/"), answer(text))?.code == .emptyBody)
    }

    @Test func nullIsNilForAnOptional() async throws {
        let client = client(answer(" null\n"))
        #expect(try await client.send(Endpoint<Foo?>.get("/")) == nil)
        #expect(
            try await client.send(Endpoint(.get, "/", decoder: .optional(ResponseDecoder<Foo>.json))) == nil)
    }

    @Test func anOptionalWithAValueIsThatValue() async throws {
        let client = client(answer(#"{"foo":1}"#))
        #expect(try await client.send(Endpoint<Foo?>.get("/")) == Foo(foo: 1))
        #expect(
            try await client.send(Endpoint(.get, "/", decoder: .optional(ResponseDecoder<Foo>.json)))
                == Foo(foo: 1))
        #expect(try await client.send(Endpoint<String?>.get("/")) == #"{"foo":1}"#)
    }

    // Status and media type.

    @Test(arguments: [
        (502, "text/html", "<h1>Bad gateway</h1>"), (404, "application/problem+json", #"{"title":"none"}"#),
        (500, "text/plain", ""), (422, "application/json", #"{"foo":7}"#), (302, "text/html", "moved"),
        (100, "", ""),
        (199, "", "x"), (300, "", "x"), (600, "", "x"), (304, "", ""),
    ])
    func otherStatusesAreErrorsThatKeepTheBody(status: Int, type: String, text: String) async throws {
        let response = answer(text, type: type, status: .init(code: status))
        let errors = [
            await failure(Endpoint<Foo>.get("/"), response), await failure(Endpoint<Data>.get("/"), response),
            await failure(Endpoint<Foo?>.get("/"), response),
            await failure(Endpoint<Void>.get("/"), response),
        ]
        let error = try #require(errors[0])
        #expect(error.code == .unacceptableStatus)
        #expect(error.response?.status.code == status)
        #expect(error.response?.fields[.contentType] == type)
        #expect(error.bodyPrefix == Data(text.utf8))
        #expect(error.message.contains("\(status)"))
    }

    @Test func decodesTheBodyOfAnErrorOnDemand() async throws {
        let error = try #require(
            await failure(Endpoint<Foo>.get("/"), answer(#"{"foo":7}"#, status: 422)))
        #expect(try error.decodeBody(as: Foo.self) == Foo(foo: 7))
        let wrong = #expect(throws: NetworkError.self) { try error.decodeBody(as: [Foo].self) }
        #expect(wrong?.code == .decodingFailed)
    }

    @Test func anErrorWithoutABodyHasNothingToDecode() async throws {
        let error = try #require(await failure(Endpoint<Foo>.get("/"), answer("", status: 500)))
        let empty = #expect(throws: NetworkError.self) { try error.decodeBody(as: Foo.self) }
        #expect(empty?.code == .emptyBody)
    }

    @Test func keepsAtMost64KiBOfAnErrorsBody() async throws {
        let long = String(repeating: "x", count: 100_000)
        let error = await failure(Endpoint<Foo>.get("/"), answer(long, status: 500))
        #expect(error?.bodyPrefix?.count == 65536)
        let client = client(answer(long), bodyLimit: 1 << 20)
        let decoding = await #expect(throws: NetworkError.self) {
            try await client.send(Endpoint<Foo>.get("/"))
        }
        #expect(decoding?.bodyPrefix?.count == 65536)
    }

    @Test func keepsWhatCameOfAnErrorsBodyThatBreaksOff() async {
        let chunks = Chunks([Data("half".utf8)], failure: NetworkError(.incompleteBody, "broke off"))
        let error = await failure(
            Endpoint<Foo>.get("/"), HTTPResponse(status: 500, body: .stream { try chunks.next() }))
        #expect(error?.code == .unacceptableStatus)
        #expect(error?.bodyPrefix == Data("half".utf8))
    }

    @Test func cancellationWhileAnErrorsBodyIsReadIsCancellation() async {
        let chunks = Chunks([Data("half".utf8)], failure: .cancelled)
        let error = await failure(
            Endpoint<Foo>.get("/"), HTTPResponse(status: 500, body: .stream { try chunks.next() }))
        #expect(error?.code == .cancelled)
    }

    @Test func aBodyThatBreaksOffIsNeverDecoded() async {
        let chunks = Chunks([Data(#"{"foo":1}"#.utf8)], failure: NetworkError(.incompleteBody, "broke off"))
        let error = await failure(
            Endpoint<Foo>.get("/"), HTTPResponse(status: 200, body: .stream { try chunks.next() }))
        #expect(error?.code == .incompleteBody)
        #expect(error?.response?.status == 200)
    }

    @Test(arguments: [
        "text/html", "text/html; charset=utf-8", "application/xml", "image/png", "application/jsonp",
        "nonsense",
    ])
    func anotherTypeThanJSONIsRefusedAndShown(type: String) async {
        let error = await failure(Endpoint<Foo>.get("/"), answer(#"{"foo":1}"#, type: type))
        #expect(error?.code == .unexpectedContentType)
        #expect(error?.message.contains("application/json") == true)
        #expect(error?.message.contains(type.prefix { $0 != ";" }) == true)
        #expect(error?.bodyPrefix == Data(#"{"foo":1}"#.utf8))
    }

    @Test(arguments: [
        nil, "application/json", "application/json; charset=utf-8", "APPLICATION/JSON", "text/json",
        "application/vnd.api+json", "application/problem+json;x=y", "text/plain", "text/plain; charset=utf-8",
        "",
    ])
    func acceptsTypesThatCanBeJSON(type: String?) async throws {
        #expect(
            try await client(answer(#"{"foo":1}"#, type: type)).send(Endpoint<Foo>.get("/")) == Foo(foo: 1))
    }

    @Test func doesNotPrintAnEndlessContentType() async {
        let error = await failure(
            Endpoint<Foo>.get("/"), answer("x", type: String(repeating: "x", count: 50_000)))
        #expect(error?.code == .unexpectedContentType)
        #expect(error.map { $0.message.count < 500 } == true)
    }

    @Test func dataAndTextTakeAnyType() async throws {
        let client = client(answer("<html>", type: "text/html"))
        #expect(try await client.send(Endpoint<Data>.get("/")) == Data("<html>".utf8))
        #expect(try await client.send(Endpoint<String>.get("/")) == "<html>")
    }

    // Text.

    @Test(arguments: ["text/plain; charset=ISO-8859-1", "text/plain;charset=\"iso-8859-1\""])
    func readsTextInTheCharsetThatTheTypeNames(type: String) async throws {
        let response = HTTPResponse(status: 200, fields: [.contentType: type], body: .data(Data([0xE9])))
        #expect(try await client(response).send(Endpoint<String>.get("/")) == "é")
    }

    @Test func textThatIsNotUTF8IsAnError() async {
        let response = HTTPResponse(
            status: 200, fields: [.contentType: "text/plain"], body: .data(Data([0xE9])))
        #expect(await failure(Endpoint<String>.get("/"), response)?.code == .decodingFailed)
    }

    // Size.

    @Test func aBodyOverTheLimitIsAnError() async throws {
        let text = String(repeating: "x", count: 1001)
        let error = await failure(Endpoint<String>.get("/"), answer(text))
        #expect(error?.code == .bodyTooLarge)
        #expect(error?.message.contains("1000") == true)
        let exact = String(repeating: "x", count: 1000)
        #expect(try await client(answer(exact)).send(Endpoint<String>.get("/")) == exact)
    }

    @Test func aDecoderCanHaveALimitAndStatusesOfItsOwn() async throws {
        var decoder = ResponseDecoder<String>.text
        decoder.bodyLimit = 3
        decoder.acceptableStatus = 200...404
        let endpoint = Endpoint(.get, "/", decoder: decoder)
        #expect(try await client(answer("abc", status: 404)).send(endpoint) == "abc")
        #expect(await failure(endpoint, answer("abcd"))?.code == .bodyTooLarge)
        #expect(await failure(endpoint, answer("abc", status: 405))?.code == .unacceptableStatus)
        let optional = Endpoint(.get, "/", decoder: .optional(decoder))
        #expect(try await client(answer("abc", status: 404)).send(optional) == "abc")
        #expect(await failure(optional, answer("abcd"))?.code == .bodyTooLarge)
    }

    @Test func nothingIsKeptOfABodyThatIsIgnored() async throws {
        try await client(answer(String(repeating: "x", count: 5000))).send(Endpoint<Void>.get("/"))
    }

    // Decoders of one's own.

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
        let error = await failure(endpoint, answer("a", type: "text/html"))
        #expect(error?.code == .unexpectedContentType)
        #expect(error?.message.contains("text/csv") == true)
    }

    @Test func whatACustomDecoderThrowsIsDecodingFailed() async {
        struct Odd: Error {}
        let odd = Endpoint(.get, "/", decoder: ResponseDecoder<Int> { _, _ in throw Odd() })
        let error = await failure(odd, answer("x"))
        #expect(error?.code == .decodingFailed)
        #expect(error?.underlying is Odd)
        let own = Endpoint(
            .get, "/",
            decoder: ResponseDecoder<Int> { _, _ in throw NetworkError(.emptyBody, "nothing there") })
        #expect(await failure(own, answer("x"))?.code == .emptyBody)
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
        let transport = ScriptedTransport { _ in answer(#"{"FOO":1}"#, type: "text/shout") }
        let client = Client(
            baseURL: "http://h", transport: transport, configuration: .init(decoder: Shouting()))
        #expect(try await client.send(Endpoint<Foo>.get("/")) == Foo(foo: 1))
        #expect(transport.requests.first?.fields[.accept] == "text/shout")
        let own = Endpoint(.get, "/", decoder: ResponseDecoder<Foo>.decoded(by: Shouting()))
        #expect(try await self.client(answer(#"{"FOO":1}"#, type: "text/shout")).send(own) == Foo(foo: 1))
        #expect(await failure(own, answer("{}"))?.code == .unexpectedContentType)
    }
}
