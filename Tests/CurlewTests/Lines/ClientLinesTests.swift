import CurlewTesting
import Foundation
import TestSupport
import Testing

@testable import Curlew

@Suite(.timeLimit(.minutes(5)))
struct ClientLinesTests {
    private struct Entry: Decodable, Equatable { var userID: Int }
    private struct APIError: Decodable, Equatable { var message: String }

    private static let export = Endpoint<Void>.get("/export")

    private func client(
        _ text: String, type: String? = "application/jsonl", status: HTTPResponse.Status = 200,
        failure: NetworkError? = nil
    ) -> (Client, ScriptedTransport) {
        let transport = ScriptedTransport { _ in
            let chunks = Chunks([Data(text.utf8)], failure: failure)
            return HTTPResponse(
                status: status, fields: type.map { [.contentType: $0] } ?? [:],
                body: .stream { try chunks.next() })
        }
        return (Client(baseURL: "http://h", transport: transport), transport)
    }

    private func all<Lines: AsyncSequence>(
        _ lines: Lines
    ) async throws(NetworkError) -> [Lines.Element] where Lines.Failure == NetworkError {
        var all: [Lines.Element] = []
        for try await line in lines { all.append(line) }
        return all
    }

    @Test func readsTheLinesOfAnEndpoint() async throws {
        let (client, transport) = client("a\r\n\nb", type: "text/html")
        let lines = client.lines(from: Self.export)
        #expect(transport.requests.isEmpty)
        #expect(try await all(lines) == ["a", "", "b"])
        #expect(try await all(lines) == ["a", "", "b"])
        #expect(transport.requests.count == 2)
        #expect(transport.requests[0].options.delivery == .streamed)
        #expect(transport.requests[0].fields[.accept] == nil)
    }

    @Test(arguments: [
        "application/jsonl", "application/x-ndjson; charset=utf-8", "application/json", "text/plain",
        "APPLICATION/NDJSON", "application/vnd.api+json", nil,
    ])
    func decodesTheLinesOfAnEndpoint(type: String?) async throws {
        let (client, transport) = client("{\"userID\":1}\n\n{\"userID\":2}", type: type)
        let entries = client.jsonLines(of: Entry.self, from: Self.export)
        #expect(try await all(entries) == [Entry(userID: 1), Entry(userID: 2)])
        #expect(
            transport.requests[0].fields[.accept]
                == "application/jsonl, application/x-ndjson, application/json")
    }

    @Test func anAcceptFieldOfTheCallerIsKept() async throws {
        let (client, transport) = client("")
        let own = Self.export.with { $0.fields[.accept] = "application/x-own" }
        #expect(try await all(client.jsonLines(of: Entry.self, from: own)).isEmpty)
        let configured = client.with { $0.fields[.accept] = "application/x-client" }
        #expect(try await all(configured.jsonLines(of: Entry.self, from: Self.export)).isEmpty)
        #expect(
            transport.requests.map { $0.fields[.accept] } == ["application/x-own", "application/x-client"])
    }

    @Test func usesTheDecoderOfTheClientOrTheEndpoint() async throws {
        let snakeCase = JSONDecoder()
        snakeCase.keyDecodingStrategy = .convertFromSnakeCase
        struct Named: Decodable, Equatable { var firstName: String }
        let (plain, _) = client("{\"first_name\":\"Ada\"}\n")
        let configured = plain.with { $0.decoder = snakeCase }
        let lines = configured.jsonLines(of: Named.self, from: Self.export)
        #expect(try await all(lines) == [Named(firstName: "Ada")])
        let own = Endpoint(.get, "/", decoder: ResponseDecoder<Named>.decoded(by: snakeCase))
        #expect(try await all(plain.jsonLines(of: Named.self, from: own)) == [Named(firstName: "Ada")])
    }

    @Test(arguments: [404, 304, 301, 500])
    func anotherStatusIsAnErrorWithItsBody(status: Int) async throws {
        let (client, _) = client(
            #"{"message":"gone"}"#, type: "application/json", status: .init(code: status))
        let calls: [() async throws -> Void] = [
            { _ = try await self.all(client.lines(from: Self.export)) },
            { _ = try await self.all(client.jsonLines(of: Entry.self, from: Self.export)) },
        ]
        for call in calls {
            let error = await #expect(throws: NetworkError.self) { try await call() }
            #expect(error?.code == .unacceptableStatus)
            #expect(error?.response?.status.code == status)
            #expect(error?.endpoint == "GET /export")
            #expect(error?.request == "GET http://h/export")
            #expect(error?.failure(as: APIError.self) == APIError(message: "gone"))
        }
    }

    @Test func theEndpointSaysWhichStatusIsAcceptable() async throws {
        let (client, _) = client("a", status: 404)
        let lenient = Self.export.with { $0.decoder.acceptableStatus = 200...499 }
        #expect(try await all(client.lines(from: lenient)) == ["a"])
    }

    @Test(arguments: ["text/html", "text/event-stream", "application/octet-stream", "odd"])
    func anotherMediaTypeIsAnErrorWithItsBody(type: String) async throws {
        let (client, _) = client("<p>", type: type)
        let error = await #expect(throws: NetworkError.self) {
            try await all(client.jsonLines(of: Entry.self, from: Self.export))
        }
        #expect(error?.code == .unexpectedContentType)
        #expect(error?.message.contains("application/jsonl") == true)
        #expect(error?.bodyPrefix == Data("<p>".utf8))
        #expect(error?.response?.status == 200)
    }

    @Test func aLineThatIsNotAValueSaysWhere() async throws {
        let (client, _) = client("{\"userID\":1}\n{\"message\":\"s3cret\"}\n{\"userID\":3}\n")
        var iterator = client.jsonLines(of: Entry.self, from: Self.export).makeAsyncIterator()
        #expect(try await iterator.next() == Entry(userID: 1))
        let error = await #expect(throws: NetworkError.self) { try await iterator.next() }
        #expect(error?.code == .decodingFailed)
        #expect(error?.message == "line 2 could not be decoded as Entry (no value for userID)")
        #expect(error?.endpoint == "GET /export")
        #expect(error?.response?.status == 200)
        #expect(error?.bodyPrefix == Data("{\"message\":\"s3cret\"}".utf8))
        #expect(error?.description.contains("s3cret") == false)
        #expect(error?.underlying is DecodingError)
        #expect(try await iterator.next() == nil)
    }

    @Test func aLineThatIsTheFailureOfTheAPIIsOne() async throws {
        let (plain, _) = client("{\"userID\":1}\n{\"message\":\"quota\"}\n")
        let client = plain.with { $0.failureBody = APIError.self }
        let error = await #expect(throws: NetworkError.self) {
            try await all(client.jsonLines(of: Entry.self, from: Self.export))
        }
        #expect(error?.code == .failureReported)
        #expect(error?.message.contains("line 2") == true)
        #expect(error?.failure(as: APIError.self) == APIError(message: "quota"))
    }

    @Test func aBrokenStreamSaysWhere() async throws {
        let (client, _) = client("a\nb", failure: NetworkError(.incompleteBody, "broke off"))
        var iterator = client.lines(from: Self.export).makeAsyncIterator()
        #expect(try await iterator.next() == "a")
        let error = await #expect(throws: NetworkError.self) { try await iterator.next() }
        #expect(error?.code == .incompleteBody)
        #expect(error?.endpoint == "GET /export")
        #expect(error?.attempts == 1)
        #expect(try await iterator.next() == nil)
    }

    @Test func aLineThatIsTooLongEndsTheTransfer() async throws {
        let (client, _) = client("12345678\n")
        let error = await #expect(throws: NetworkError.self) {
            try await all(client.lines(from: Self.export, limit: 7))
        }
        #expect(error?.code == .bodyTooLarge)
        #expect(error?.endpoint == "GET /export")
    }

    @Test func leavingTheLoopEndsTheTransfer() async throws {
        let producer = RecordingProducer()
        let channel = BodyChannel(producer: producer)
        _ = channel.write(Data("{\"userID\":1}\n{\"userID\":2}\n".utf8))
        let client = Client(
            baseURL: "http://h",
            transport: ScriptedTransport { _ in HTTPResponse(status: 200, body: .channel(channel)) })
        for try await entry in client.jsonLines(of: Entry.self, from: Self.export) {
            #expect(entry == Entry(userID: 1))
            break
        }
        #expect(producer.cancels == 1)
    }

    @Test func aFailureToSendIsThrownByTheFirstLine() async throws {
        let client = Client(
            baseURL: "http://h",
            transport: ScriptedTransport { _ in throw NetworkError(.cannotConnect, "refused") })
        let error = await #expect(throws: NetworkError.self) {
            try await all(client.lines(from: Self.export))
        }
        #expect(error?.code == .cannotConnect)
        #expect(error?.endpoint == "GET /export")
    }
}
