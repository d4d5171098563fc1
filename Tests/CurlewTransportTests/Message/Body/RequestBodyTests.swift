import Foundation
import Testing

@testable import CurlewTransport

struct RequestBodyTests {
    private func stream(_ length: Int64? = nil) -> RequestBody {
        .stream(AsyncStream<Data> { $0.finish() }, length: length)
    }

    @Test func knowsItsLengthIfPossible() {
        #expect(RequestBody.data(Data([1, 2])).length == 2)
        #expect(RequestBody.data(Data()).length == 0)
        #expect(stream().length == nil)
        #expect(stream(5).length == 5)
        #expect(RequestBody.file("/x").length == nil)
        #expect(RequestBody.file("/x", range: 5..<9).length == 4)
        #expect(RequestBody.json(1).length == nil)
    }

    @Test func onlyAStreamCannotBeReplayed() {
        #expect(RequestBody.data(Data()).isReplayable)
        #expect(RequestBody.file("/x").isReplayable)
        #expect(RequestBody.file("/x", range: 5..<9).isReplayable)
        #expect(RequestBody.json(1).isReplayable)
        #expect(RequestBody.form([:]).isReplayable)
        #expect(!stream().isReplayable)
    }

    @Test func contentTypes() {
        #expect(RequestBody.data(Data()).contentType == nil)
        #expect(RequestBody.text("é\r\n").contentType == "text/plain; charset=utf-8")
        #expect(RequestBody.text("é\r\n").data == Data("é\r\n".utf8))
        #expect(RequestBody.text("a", contentType: "text/csv").contentType == "text/csv")
        #expect(RequestBody.data(Data(), contentType: "a/b").contentType == "a/b")
        #expect(RequestBody.form([:]).contentType == "application/x-www-form-urlencoded")
        #expect(RequestBody.file("/x").contentType == "application/octet-stream")
        #expect(stream().contentType == "application/octet-stream")
        #expect(RequestBody.json(1).contentType == nil)
    }

    @Test func aFormKeepsOrderAndEncodesLikeABrowser() {
        let body = RequestBody.form(["b": "x y&z=#é", "a": "1+1", "b": "", "~*": "%"])
        #expect(body.data == Data("b=x+y%26z%3D%23%C3%A9&a=1%2B1&b=&%7E*=%25".utf8))
        #expect(RequestBody.form([:]).data == Data())
        #expect(RequestBody.form([("b", "x y"), ("a", "")]).data == Data("b=x+y&a=".utf8))
    }

    @Test func aValueIsEncodedByTheGivenEncoder() throws {
        let encoder = JSONEncoder()
        encoder.keyEncodingStrategy = .convertToSnakeCase
        struct Person: Encodable { var firstName = "Ada" }
        let encoded = try RequestBody.json(Person()).encoded(by: encoder)
        #expect(encoded.data == Data(#"{"first_name":"Ada"}"#.utf8))
        #expect(encoded.contentType == "application/json")
    }

    @Test func aValueWithItsOwnEncoderKeepsIt() throws {
        struct Upper: BodyEncoder {
            let contentType = "text/upper"
            func encode<Value: Encodable>(_ value: Value) throws -> Data {
                Data("\(value)".uppercased().utf8)
            }
        }
        let encoded = try RequestBody.encoded("abc", by: Upper()).encoded(by: JSONEncoder())
        #expect(encoded.data == Data("ABC".utf8))
        #expect(encoded.contentType == "text/upper")
    }

    @Test func otherBodiesAreLeftAsTheyAre() throws {
        #expect(try RequestBody.data(Data([1])).encoded(by: JSONEncoder()).data == Data([1]))
        #expect(try RequestBody.file("/x").encoded(by: JSONEncoder()).data == nil)
    }

    @Test func anEncoderThatFailsIsEncodingFailed() {
        struct Broken: Encodable {
            struct Failure: Error {}
            func encode(to encoder: any Encoder) throws { throw Failure() }
        }
        let error = #expect(throws: NetworkError.self) {
            try RequestBody.json(Broken()).encoded(by: JSONEncoder())
        }
        #expect(error?.code == .encodingFailed)
        #expect(error?.underlying is Broken.Failure)
    }

    @Test func aStreamGivesItsChunksInOrder() async throws {
        let chunks = AsyncStream<Data> { continuation in
            for byte in UInt8(0)..<5 { continuation.yield(Data([byte])) }
            continuation.finish()
        }
        guard case .stream(let stream) = RequestBody.stream(chunks).content else {
            Issue.record("not a stream")
            return
        }
        let received = Lock<[Data]>([])
        try await stream.produce { chunk in received.withLock { $0.append(chunk) } }
        #expect(received.withLock { $0 } == (0..<5).map { Data([$0]) })
    }

    @Test func textsHideTheBytes() {
        let bodies: [RequestBody] = [
            .data(Data("s3cret".utf8)), .json("s3cret"), .form(["s3cret": "s3cret"]), stream(),
        ]
        for body in bodies { #expect(!"\(body)\(String(reflecting: body))".contains("s3cret")) }
    }
}
