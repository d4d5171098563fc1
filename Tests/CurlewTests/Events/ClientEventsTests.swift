import CurlewTesting
import Foundation
import TestSupport
import Testing

@testable import Curlew

/// WHATWG HTML §9.2.
@Suite(.timeLimit(.minutes(5)))
struct ClientEventsTests {
    private static let ticker = Endpoint<Void>.get("/ticker")

    /// Records a client's waits, without waiting.
    private final class Waits: Sendable {
        private let delays = Lock<[Duration]>([])
        var all: [Duration] { delays.withLock { $0 } }
        var clock: Client.Clock {
            Client.Clock(sleep: { delay in self.delays.withLock { $0.append(delay) } })
        }
    }

    private static func stream(_ text: String, failure: NetworkError? = nil) -> HTTPResponse {
        let chunks = Chunks([Data(text.utf8)], failure: failure)
        return HTTPResponse(
            status: 200, fields: [.contentType: "text/event-stream; charset=utf-8"],
            body: .stream { try chunks.next() })
    }

    /// A client whose connections get these responses in turn, then 204.
    private func client(
        _ responses: [@Sendable () throws -> HTTPResponse], _ waits: Waits = Waits(),
        timeouts: Timeouts = Timeouts()
    ) -> (Client, ScriptedTransport) {
        let rest = Lock(responses)
        let transport = ScriptedTransport { _ in
            let response = rest.withLock { $0.isEmpty ? nil : $0.removeFirst() }
            return try response?() ?? HTTPResponse(status: 204)
        }
        let configuration = Client.Configuration(timeouts: timeouts, clock: waits.clock)
        let client = Client(
            baseURL: "http://example.com", transport: transport, configuration: configuration)
        return (client, transport)
    }

    private func data(_ events: ServerSentEvents) async throws(NetworkError) -> [String] {
        var data: [String] = []
        for try await event in events { data.append(event.data) }
        return data
    }

    @Test(arguments: ["7\n8", "7\r", "7\u{0}", "\u{7F}"])
    func refusesAnIDThatNoFieldCanCarry(id: String) async throws {
        let (client, transport) = client([])
        let error = await #expect(throws: NetworkError.self) {
            try await data(client.events(from: Self.ticker, after: id))
        }
        #expect(error?.code == .invalidRequest)
        #expect(transport.requests.isEmpty)
    }

    @Test func asksForEvents() async throws {
        let (client, transport) = client([])
        #expect(try await data(client.events(from: Self.ticker, after: "é7")).isEmpty)
        let request = try #require(transport.requests.first)
        #expect(request.fields[.accept] == "text/event-stream")
        #expect(request.fields["Cache-Control"] == "no-store")
        #expect(request.fields[.acceptEncoding] == "identity")
        #expect(request.fields["Last-Event-ID"] == "é7")
        #expect(request.options.delivery == .streamed)
        #expect(request.timeouts.idle == nil)
        #expect(request.timeouts.head == .seconds(30))
        #expect(transport.requests.count == 1)
    }

    @Test func hasTheRequestedIdleLimit() async throws {
        let (client, transport) = client([])
        let endpoint = Self.ticker.with { $0.options.timeouts.idle = .seconds(5) }
        #expect(try await data(client.events(from: endpoint)).isEmpty)
        #expect(transport.requests[0].timeouts.idle == .seconds(5))
    }

    @Test func aStreamWithoutReconnectionHasTheIdleLimitOfTheClient() async throws {
        let (client, transport) = client([])
        let post = Endpoint<Void>.post("/ticker")
        #expect(try await data(client.events(from: post)).isEmpty)
        #expect(transport.requests[0].timeouts.idle == .seconds(60))
    }

    @Test func connectsAgainFromTheLastWholeEvent() async throws {
        let waits = Waits()
        let (client, transport) = client(
            [
                { Self.stream("id: 1\ndata: a\n\nid: 2\ndata: lost") },
                { Self.stream("retry: 200\nid: 2\ndata: b\n\n", failure: NetworkError(.incompleteBody, "")) },
                { throw NetworkError(.cannotConnect, "") },
                { Self.stream("data: c\n\nid\n\n:\nretry: 1") },
                { Self.stream("data: d\n\n") },
            ], waits)
        #expect(try await data(client.events(from: Self.ticker)) == ["a", "b", "c", "d"])
        let ids = transport.requests.map { $0.fields["Last-Event-ID"] }
        let expectedIDs: [String?] = [nil, "1", "2", "2", nil, nil]
        let expectedWaits: [Duration] = [3000, 200, 400, 200, 200].map { .milliseconds($0) }
        #expect(ids == expectedIDs)
        #expect(waits.all == expectedWaits)
    }

    @Test func doesNotSendAnIDThatNoFieldCanCarry() async throws {
        let (client, transport) = client([{ Self.stream("id: \u{1}\ndata: a\n\n") }])
        #expect(try await data(client.events(from: Self.ticker)) == ["a"])
        #expect(transport.requests[1].fields["Last-Event-ID"] == nil)
    }

    @Test(arguments: [200, 301, 205, 404, 500, 503])
    func refusesABodyThatIsNotAnEventStream(status: Int) async throws {
        let (client, transport) = client([
            { Self.stream("data: a\n\n") },
            {
                HTTPResponse(
                    status: .init(code: status), fields: [.contentType: "text/html"],
                    body: .data(Data("<p>".utf8)))
            },
        ])
        var iterator = client.events(from: Self.ticker).makeAsyncIterator()
        #expect(try await iterator.next()?.data == "a")
        let error = await #expect(throws: NetworkError.self) { try await iterator.next() }
        #expect(error?.code == (status == 200 ? .unexpectedContentType : .unacceptableStatus))
        #expect(error?.bodyPrefix == Data("<p>".utf8))
        #expect(error?.endpoint == "GET /ticker")
        #expect(error?.response?.status.code == status)
        #expect(try await iterator.next() == nil)
        #expect(transport.requests.count == 2)
    }

    @Test func throwsAFailureOfTheFirstConnection() async throws {
        let (client, transport) = client([{ throw NetworkError(.cannotConnect, "") }])
        let error = await #expect(throws: NetworkError.self) {
            try await data(client.events(from: Self.ticker))
        }
        #expect(error?.code == .cannotConnect)
        #expect(transport.requests.count == 1)
    }

    @Test func givesUpAfterThatManyFailuresInARow() async throws {
        let failing: @Sendable () throws -> HTTPResponse = { throw NetworkError(.cannotConnect, "") }
        let (client, transport) = client(
            [{ Self.stream("") }] + Array(repeating: failing, count: 2) + [{ Self.stream("data: a\n\n") }]
                + Array(repeating: failing, count: 9))
        let error = await #expect(throws: NetworkError.self) {
            let policy = EventReconnection(delay: .seconds(1), failureLimit: 3)
            return try await data(client.events(from: Self.ticker, reconnection: policy))
        }
        #expect(error?.code == .cannotConnect)
        #expect(transport.requests.count == 8)
    }

    @Test func givesUpOnAServerThatOnlyEverSendsHeads() async throws {
        let breaking: @Sendable () throws -> HTTPResponse = {
            Self.stream("", failure: .init(.incompleteBody, ""))
        }
        let waits = Waits()
        let (client, transport) = client(Array(repeating: breaking, count: 100), waits)
        let error = await #expect(throws: NetworkError.self) {
            try await data(client.events(from: Self.ticker))
        }
        #expect(error?.code == .incompleteBody)
        #expect(transport.requests.count == 11)
        #expect(waits.all.first == .seconds(3))
        #expect(waits.all == waits.all.sorted())
    }

    @Test(arguments: [": keep-alive\n", "\n", "retry: 3000\n"])
    func aSilentServerIsNoFailure(line: String) async throws {
        let breaking: @Sendable () throws -> HTTPResponse = {
            Self.stream(line, failure: .init(.incompleteBody, ""))
        }
        let waits = Waits()
        let (client, transport) = client(
            Array(repeating: breaking, count: 15) + [{ Self.stream("data: a\n\n") }], waits)
        #expect(try await data(client.events(from: Self.ticker)) == ["a"])
        #expect(transport.requests.count == 17)
        #expect(waits.all == Array(repeating: .seconds(3), count: 16))
    }

    @Test func aSilentStreamThatIsCutAfterAWhileIsNoFailure() async throws {
        let clock = TestClock()
        let responses = Lock(0)
        let transport = ScriptedTransport { _ in
            let number = responses.withLock { count in
                count += 1
                return count
            }
            guard number <= 15 else { return number == 16 ? Self.stream("data: a\n\n") : .init(status: 204) }
            return HTTPResponse(
                status: 200, fields: [.contentType: "text/event-stream"],
                body: .stream {
                    clock.advance(by: .seconds(60))
                    throw NetworkError(.incompleteBody, "cut by a proxy")
                })
        }
        let client = Client(
            baseURL: "http://example.com", transport: transport, configuration: .init(clock: clock.clock))
        #expect(try await data(client.events(from: Self.ticker)) == ["a"])
        #expect(clock.waits == Array(repeating: .seconds(3), count: 16))
    }

    @Test func endsAtTheFirstEndWithoutAResend() async throws {
        let (client, transport) = client([{ Self.stream("data: a\n\n") }])
        #expect(try await data(client.events(from: Endpoint<Void>.post("/chat"))) == ["a"])
        #expect(transport.requests.count == 1)
        let (other, broken) = self.client([
            { Self.stream("data: a\n\n", failure: .init(.incompleteBody, "")) }
        ])
        let error = await #expect(throws: NetworkError.self) {
            try await data(other.events(from: Self.ticker, reconnection: .never))
        }
        #expect(error?.code == .incompleteBody)
        #expect(broken.requests.count == 1)
    }

    @Test func refusesAnEventBeyondTheLimit() async throws {
        let (client, transport) = client([{ Self.stream("data: 12345\n\ndata: 123456\n\n") }])
        var iterator = client.events(from: Self.ticker, limit: 11).makeAsyncIterator()
        #expect(try await iterator.next()?.data == "12345")
        let error = await #expect(throws: NetworkError.self) { try await iterator.next() }
        #expect(error?.code == .bodyTooLarge)
        #expect(transport.requests.count == 1)
    }

    @Test func theTotalLimitAppliesToAllConnections() async throws {
        let endless: @Sendable () throws -> HTTPResponse = { Self.stream(": nothing\n") }
        let (client, _) = client(
            Array(repeating: endless, count: 1_000_000), timeouts: .total(.milliseconds(50)))
        let error = await #expect(throws: NetworkError.self) {
            try await data(client.events(from: Self.ticker))
        }
        #expect(error?.code == .timedOut)
        #expect(error?.phase == .total)
        #expect(error?.request == "GET http://example.com/ticker")
    }

    @Test func waitsForTheNextConnectionNoLongerThanTheTotalLimit() async throws {
        let waits = Waits()
        let (client, _) = client([{ Self.stream("data: a\n\n") }], waits, timeouts: .total(.seconds(2)))
        #expect(try await data(client.events(from: Self.ticker)) == ["a"])
        #expect(waits.all.count == 1)
        #expect(waits.all.allSatisfy { $0 <= .seconds(2) })
    }

    @Test func endsWhenTheTaskIsCancelledWhileItWaits() async throws {
        let (client, _) = client([{ Self.stream("data: a\n\n") }])
        var configuration = client.configuration
        let (started, continuation) = AsyncStream.makeStream(of: Void.self)
        configuration.clock = Client.Clock(sleep: { _ in
            continuation.yield()
            try await Task.sleep(for: .seconds(3600))
        })
        let transport = ScriptedTransport { _ in Self.stream("data: a\n\n") }
        let waiting = Client(
            baseURL: "http://example.com", transport: transport, configuration: configuration)
        let task = Task { try await data(waiting.events(from: Self.ticker)) }
        _ = await started.first { _ in true }
        task.cancel()
        let error = await #expect(throws: NetworkError.self) { try await task.value }
        #expect(error?.code == .cancelled)
    }

    // A refused response whose body stalls.

    /// The error of a client whose server sends a head and 20 bytes, and the time until the error.
    private func refusal(
        _ status: HTTPResponse.Status, _ endpoint: Endpoint<Void>, idle: Duration?
    ) async throws -> (NetworkError, Duration) {
        let clock = CurlewTesting.TestClock()
        let error = await clock.run {
            let transport = ScriptedTransport { _ in
                HTTPResponse(
                    status: status, fields: [.contentType: "text/html", .contentLength: "1000"],
                    body: .scripted([.chunk(Data(repeating: 0x61, count: 20)), .stall]))
            }
            let client = Client(
                baseURL: "http://example.com", transport: transport,
                configuration: .init(timeouts: Timeouts(idle: idle), clock: clock.client))
            return await #expect(throws: NetworkError.self) {
                for try await _ in client.events(from: endpoint) {}
            }
        }
        return (try #require(error), clock.elapsed)
    }

    @Test(arguments: [200, 404, 503], [HTTPRequest.Method.get, .post])
    func theBodyOfARefusedResponseHasTheIdleLimitOfTheClient(
        status: Int, method: HTTPRequest.Method
    ) async throws {
        let endpoint = Endpoint<Void>(method, "/ticker", decoder: .none)
        let (error, elapsed) = try await refusal(.init(code: status), endpoint, idle: .milliseconds(400))
        #expect(error.code == (status == 200 ? .unexpectedContentType : .unacceptableStatus))
        #expect(error.bodyPrefix?.count == 20)
        #expect(error.response?.status.code == status)
        #expect(elapsed == .milliseconds(400))
    }

    @Test func theBodyOfARefusedResponseHasTheIdleLimitOfTheEndpoint() async throws {
        let endpoint = Self.ticker.with { $0.options.timeouts.idle = .seconds(5) }
        let (error, elapsed) = try await refusal(404, endpoint, idle: .seconds(1))
        #expect(error.code == .unacceptableStatus)
        #expect(error.bodyPrefix?.count == 20)
        #expect(elapsed == .seconds(5))
    }

    @Test func anEndlessIdleLimitIsNoProblemForARefusedResponse() async throws {
        for limit in [Timeouts.unlimited, .seconds(Int64.max), nil] {
            let transport = ScriptedTransport { _ in HTTPResponse(status: 404, body: .data(Data([0x61]))) }
            let client = Client(
                baseURL: "http://example.com", transport: transport,
                configuration: .init(timeouts: Timeouts(idle: limit)))
            let error = await #expect(throws: NetworkError.self) {
                try await data(client.events(from: Self.ticker))
            }
            #expect(error?.code == .unacceptableStatus)
            #expect(error?.bodyPrefix == Data([0x61]))
        }
    }

    @Test func readingARefusedBodyEndsWithItsTask() async throws {
        let (started, continuation) = AsyncStream.makeStream(of: Void.self)
        let transport = ScriptedTransport { _ in
            HTTPResponse(
                status: 404,
                body: .stream {
                    continuation.yield()
                    try await Task.sleep(for: .seconds(3600))
                    return nil
                })
        }
        let client = Client(baseURL: "http://example.com", transport: transport)
        let task = Task { try await data(client.events(from: Self.ticker)) }
        _ = await started.first { _ in true }
        task.cancel()
        let error = await #expect(throws: NetworkError.self) { try await task.value }
        #expect(error?.code == .cancelled)
    }
}
