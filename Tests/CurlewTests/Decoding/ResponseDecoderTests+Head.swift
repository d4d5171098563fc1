import Foundation
import TestSupport
import Testing

@testable import Curlew

// Status and media type.
extension ResponseDecoderTests {
    @Test(arguments: [
        (502, "text/html", "<h1>Bad gateway</h1>"), (404, "application/problem+json", #"{"title":"none"}"#),
        (500, "text/plain", ""), (422, "application/json", #"{"foo":7}"#), (302, "text/html", "moved"),
        (100, "", ""),
        (199, "", "x"), (300, "", "x"), (600, "", "x"), (304, "", ""),
    ])
    func otherStatusesAreErrorsThatKeepTheBody(status: Int, type: String, text: String) async throws {
        let response = reply(text, type: type, status: .init(code: status))
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
            await failure(Endpoint<Foo>.get("/"), reply(#"{"foo":7}"#, status: 422)))
        #expect(try error.decodeBody(as: Foo.self) == Foo(foo: 7))
        let wrong = #expect(throws: NetworkError.self) { try error.decodeBody(as: [Foo].self) }
        #expect(wrong?.code == .decodingFailed)
    }

    @Test func anErrorWithoutABodyHasNothingToDecode() async throws {
        let error = try #require(await failure(Endpoint<Foo>.get("/"), reply("", status: 500)))
        let empty = #expect(throws: NetworkError.self) { try error.decodeBody(as: Foo.self) }
        #expect(empty?.code == .emptyBody)
    }

    @Test func keepsAtMost64KiBOfAnErrorsBody() async throws {
        let long = String(repeating: "x", count: 100_000)
        let error = await failure(Endpoint<Foo>.get("/"), reply(long, status: 500))
        #expect(error?.bodyPrefix?.count == 65536)
        let client = client(reply(long), bodyLimit: 1 << 20)
        let decoding = await #expect(throws: NetworkError.self) {
            try await client.send(Endpoint<Foo>.get("/"))
        }
        #expect(decoding?.bodyPrefix?.count == 65536)
    }

    @Test func keepsTheReceivedPartOfAnErrorsTruncatedBody() async {
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

    @Test func aTruncatedBodyIsNeverDecoded() async {
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
        let error = await failure(Endpoint<Foo>.get("/"), reply(#"{"foo":1}"#, type: type))
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
            try await client(reply(#"{"foo":1}"#, type: type)).send(Endpoint<Foo>.get("/")) == Foo(foo: 1))
    }

    @Test func doesNotPrintAnEndlessContentType() async {
        let error = await failure(
            Endpoint<Foo>.get("/"), reply("x", type: String(repeating: "x", count: 50_000)))
        #expect(error?.code == .unexpectedContentType)
        #expect(error.map { $0.message.count < 500 } == true)
    }

    @Test func dataAndTextTakeAnyType() async throws {
        let client = client(reply("<html>", type: "text/html"))
        #expect(try await client.send(Endpoint<Data>.get("/")) == Data("<html>".utf8))
        #expect(try await client.send(Endpoint<String>.get("/")) == "<html>")
    }
}
