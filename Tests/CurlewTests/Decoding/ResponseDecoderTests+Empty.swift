import Foundation
import Testing

@testable import Curlew

// Empty bodies.
extension ResponseDecoderTests {
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
        let client = client(reply(text))
        try await client.send(Endpoint<Void>.get("/"))
        #expect(try await client.send(Endpoint<Data>.get("/")) == Data(text.utf8))
        #expect(try await client.send(Endpoint<String>.get("/")) == text)
        #expect(try await client.send(Endpoint<Foo?>.get("/")) == nil)
        #expect(await failure(Endpoint<Foo>.get("/"), reply(text))?.code == .emptyBody)
    }

    @Test func nullIsNilForAnOptional() async throws {
        let client = client(reply(" null\n"))
        #expect(try await client.send(Endpoint<Foo?>.get("/")) == nil)
        #expect(
            try await client.send(Endpoint(.get, "/", decoder: .optional(ResponseDecoder<Foo>.json))) == nil)
    }

    @Test func anOptionalWithAValueIsThatValue() async throws {
        let client = client(reply(#"{"foo":1}"#))
        #expect(try await client.send(Endpoint<Foo?>.get("/")) == Foo(foo: 1))
        #expect(
            try await client.send(Endpoint(.get, "/", decoder: .optional(ResponseDecoder<Foo>.json)))
                == Foo(foo: 1))
        #expect(try await client.send(Endpoint<String?>.get("/")) == #"{"foo":1}"#)
    }
}
