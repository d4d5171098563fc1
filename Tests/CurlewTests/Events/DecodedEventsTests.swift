import CurlewTesting
import Foundation
import TestSupport
import Testing

@testable import Curlew

@Suite(.timeLimit(.minutes(5)))
struct DecodedEventsTests {
    private struct Delta: Decodable, Equatable { var text: String }
    private struct APIError: Decodable, Equatable { var message: String }

    private static let chat = Endpoint<Void>.post("/chat")

    private func client(
        _ texts: [String], status: HTTPResponse.Status = 200, type: String = "text/event-stream",
        configuration: Client.Configuration = .init()
    ) -> (Client, ScriptedTransport) {
        let rest = Lock(texts)
        let transport = ScriptedTransport { _ in
            guard let text = rest.withLock({ $0.isEmpty ? nil : $0.removeFirst() }) else {
                return HTTPResponse(status: 204)
            }
            let chunks = Chunks([Data(text.utf8)])
            return HTTPResponse(
                status: status, fields: [.contentType: type], body: .stream { try chunks.next() })
        }
        return (Client(baseURL: "http://h", transport: transport, configuration: configuration), transport)
    }

    private func all(_ events: DecodedEvents<Delta>) async throws(NetworkError) -> [String] {
        var all: [String] = []
        for try await delta in events { all.append(delta.text) }
        return all
    }

    private func failure(
        _ events: DecodedEvents<Delta>, sourceLocation: SourceLocation = #_sourceLocation
    ) async throws -> NetworkError {
        let error = await #expect(throws: NetworkError.self, sourceLocation: sourceLocation) {
            try await all(events)
        }
        return try #require(error, sourceLocation: sourceLocation)
    }

    private static let two = "data: {\"text\":\"a\"}\n\nevent: delta\ndata: {\"text\":\ndata: \"b\"}\n\n"

    @Test func decodesEachEventUntilTheLastOne() async throws {
        let (client, transport) = client([Self.two + "data: [DONE]\n\ndata: {\"text\":\"c\"}\n\n"])
        #expect(try await all(client.events(of: Delta.self, from: Self.chat, until: "[DONE]")) == ["a", "b"])
        #expect(transport.requests.map(\.method) == [.post])
        #expect(transport.requests[0].fields[.accept] == "text/event-stream")
    }

    @Test func withoutALastEventTheEndOfTheStreamIsTheEnd() async throws {
        let (client, transport) = client([Self.two])
        #expect(try await all(client.events(of: Delta.self, from: Self.chat)) == ["a", "b"])
        #expect(transport.requests.count == 1)
    }

    @Test func aStreamThatEndsBeforeItsLastEventIsIncomplete() async throws {
        let (client, _) = client([Self.two])
        let error = try await failure(client.events(of: Delta.self, from: Self.chat, until: "[DONE]"))
        #expect(error.code == .incompleteBody)
        #expect(error.message.contains("2 events"))
        #expect(error.endpoint == "POST /chat")
        #expect(error.response?.status == 200)
    }

    @Test(arguments: [HTTPRequest.Method.post, .get])
    func aServerWithoutMoreEventsEndsIt(method: HTTPRequest.Method) async throws {
        let (client, transport) = client([])
        let endpoint = Endpoint<Void>(method, "/chat", decoder: .none)
        #expect(try await all(client.events(of: Delta.self, from: endpoint)).isEmpty)
        #expect(transport.requests.count == 1)
    }

    @Test(arguments: [HTTPRequest.Method.post, .get])
    func aServerWithoutMoreEventsBeforeTheLastOneIsIncomplete(method: HTTPRequest.Method) async throws {
        let (client, transport) = client([])
        let endpoint = Endpoint<Void>(method, "/chat", decoder: .none)
        let error = try await failure(client.events(of: Delta.self, from: endpoint, until: "[DONE]"))
        #expect(error.code == .incompleteBody)
        #expect(error.message.contains("0 events"))
        #expect(error.endpoint == "\(method) /chat")
        #expect(error.response?.status == 204)
        #expect(transport.requests.count == 1)
    }

    @Test func aServerWithoutMoreEventsAfterAReconnectionIsIncompleteToo() async throws {
        let (client, transport) = client([Self.two], configuration: .init(clock: TestClock().clock))
        let ticker = Endpoint<Void>.get("/ticker")
        let error = try await failure(client.events(of: Delta.self, from: ticker, until: "[DONE]"))
        #expect(error.code == .incompleteBody)
        #expect(error.message.contains("2 events"))
        #expect(error.response?.status == 204)
        #expect(transport.requests.count == 2)
    }

    @Test func nothingFollowsTheLastEvent() async throws {
        let (client, _) = client(["data: [DONE]\n\n"])
        var iterator = client.events(of: Delta.self, from: Self.chat, until: "[DONE]").makeAsyncIterator()
        #expect(try await iterator.next() == nil)
        #expect(try await iterator.next() == nil)
    }

    @Test func reconnectsLikeTheEventsThemselves() async throws {
        let clock = TestClock()
        let (client, transport) = client(
            ["id: 1\ndata: {\"text\":\"a\"}\n\n", "data: {\"text\":\"b\"}\n\ndata: end\n\n"],
            configuration: .init(clock: clock.clock))
        let ticker = Endpoint<Void>.get("/ticker")
        let events = client.events(of: Delta.self, from: ticker, until: "end")
        #expect(try await all(events) == ["a", "b"])
        #expect(transport.requests.map { $0.fields[.lastEventID] } == [nil, "1"])
        #expect(transport.requests.map(\.timeouts.idle) == [nil, nil])
    }

    @Test func aPostHasTheIdleLimitOfTheClient() async throws {
        let (client, transport) = client(
            ["data: end\n\n"], configuration: .init(timeouts: Timeouts(idle: .seconds(7))))
        #expect(try await all(client.events(of: Delta.self, from: Self.chat, until: "end")).isEmpty)
        #expect(transport.requests[0].timeouts.idle == .seconds(7))
    }

    @Test(arguments: [401, 404, 429, 500])
    func anotherStatusIsAnErrorWithItsBody(status: Int) async throws {
        let (client, transport) = client(
            [#"{"message":"no"}"#], status: .init(code: status), type: "application/json",
            configuration: .init(failureBody: APIError.self))
        let error = try await failure(client.events(of: Delta.self, from: Self.chat, until: "[DONE]"))
        #expect(error.code == .unacceptableStatus)
        #expect(error.response?.status.code == status)
        #expect(error.failure(as: APIError.self) == APIError(message: "no"))
        #expect(transport.requests.count == 1)
    }

    @Test func anotherMediaTypeIsAnErrorWithItsBody() async throws {
        let (client, _) = client([#"{"text":"whole"}"#], type: "application/json")
        let error = try await failure(client.events(of: Delta.self, from: Self.chat))
        #expect(error.code == .unexpectedContentType)
        #expect(error.bodyPrefix == Data(#"{"text":"whole"}"#.utf8))
    }

    @Test(arguments: [true, false])
    func anEventNamedErrorIsAFailure(isNamed: Bool) async throws {
        let data = #"{"message":"overloaded","text":"not a delta"}"#
        let (client, _) = client(
            ["data: {\"text\":\"a\"}\n\nevent: error\ndata: \(data)\n\ndata: {\"text\":\"c\"}\n\n"],
            configuration: .init(failureBody: isNamed ? APIError.self : nil))
        var iterator = client.events(of: Delta.self, from: Self.chat).makeAsyncIterator()
        #expect(try await iterator.next() == Delta(text: "a"))
        let error = await #expect(throws: NetworkError.self) { try await iterator.next() }
        #expect(error?.code == .failureReported)
        #expect(error?.message.contains("event 2") == true)
        #expect(error?.bodyPrefix == Data(data.utf8))
        #expect(error?.failure(as: APIError.self) == APIError(message: "overloaded"))
        #expect(error?.endpoint == "POST /chat")
        #expect(error?.response?.status == 200)
        #expect(error?.isRetryable == false)
        #expect(try await iterator.next() == nil)
    }

    @Test func anEventThatIsTheFailureOfTheAPIIsOneToo() async throws {
        let (client, _) = client(
            ["data: {\"message\":\"quota\"}\n\n"], configuration: .init(failureBody: APIError.self))
        let error = try await failure(client.events(of: Delta.self, from: Self.chat))
        #expect(error.code == .failureReported)
        #expect(error.failure(as: APIError.self) == APIError(message: "quota"))
    }

    @Test(arguments: ["nonsense", "{\"message\":\"s3cret\"}", "[DONE]"])
    func anyOtherEventCannotBeDecoded(data: String) async throws {
        let (client, _) = client([Self.two + "data: \(data)\n\n"])
        let error = try await failure(client.events(of: Delta.self, from: Self.chat))
        #expect(error.code == .decodingFailed)
        #expect(error.message.hasPrefix("event 3 could not be decoded as Delta ("))
        #expect(error.bodyPrefix == Data(data.utf8))
        #expect(error.endpoint == "POST /chat")
        #expect(!error.description.contains("s3cret"))
    }

    @Test func usesTheDecoderOfTheClient() async throws {
        struct Named: Decodable { var firstName: String }
        let decoder = JSONDecoder()
        decoder.keyDecodingStrategy = .convertFromSnakeCase
        let (client, _) = client(
            ["data: {\"first_name\":\"Ada\"}\n\n"], configuration: .init(decoder: decoder))
        var names: [String] = []
        for try await named in client.events(of: Named.self, from: Self.chat) {
            names.append(named.firstName)
        }
        #expect(names == ["Ada"])
    }

    @Test(arguments: [true, false])
    func theLastEventAndLeavingTheLoopEndTheTransfer(byMarker: Bool) async throws {
        let producer = RecordingProducer()
        let channel = BodyChannel(producer: producer)
        _ = channel.write(Data((Self.two + "data: end\n\n").utf8))
        let client = Client(
            baseURL: "http://h",
            transport: ScriptedTransport { _ in
                HTTPResponse(
                    status: 200, fields: [.contentType: "text/event-stream"], body: .channel(channel))
            })
        var iterator = client.events(of: Delta.self, from: Self.chat, until: "end").makeAsyncIterator()
        #expect(try await iterator.next() == Delta(text: "a"))
        #expect(producer.cancels == 0)
        if byMarker {
            #expect(try await iterator.next() == Delta(text: "b"))
            #expect(try await iterator.next() == nil)
        } else {
            iterator = client.events(of: Delta.self, from: Self.chat).makeAsyncIterator()
        }
        #expect(producer.cancels == 1)
    }
}
