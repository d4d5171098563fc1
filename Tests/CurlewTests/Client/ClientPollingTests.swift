import CurlewTesting
import Foundation
import Testing

@testable import Curlew

@Suite(.timeLimit(.minutes(5)))
struct ClientPollingTests {
    private struct Job: Decodable, Sendable {
        var done: Bool
    }

    private static let job = Endpoint<Job>.get("/jobs/1")

    /// A clock that only moves during waits.
    private final class Hands: Sendable {
        private let delays = Lock<[Duration]>([])
        private let start = ContinuousClock.now
        let date = Date(timeIntervalSince1970: 1_700_000_000)

        var waits: [Duration] { delays.withLock { $0 } }
        var clock: Client.Clock {
            Client.Clock(
                now: { self.start + self.waits.reduce(.zero, +) }, date: { self.date },
                sleep: { delay in self.delays.withLock { $0.append(delay) } })
        }
    }

    /// A client whose job is done at the last response; each of the others has this Retry-After.
    private func client(_ retryAfter: [String?], _ hands: Hands) -> (Client, ScriptedTransport) {
        let rest = Lock(retryAfter)
        let transport = ScriptedTransport { _ in
            let field: String?? = rest.withLock { $0.isEmpty ? nil : .some($0.removeFirst()) }
            guard let field else { return .json(#"{"done":true}"#) }
            var response = HTTPResponse.json(#"{"done":false}"#, status: 202)
            response.fields[.retryAfter] = field
            return response
        }
        let configuration = Client.Configuration(clock: hands.clock)
        let client = Client(
            baseURL: "http://example.com", transport: transport, configuration: configuration)
        return (client, transport)
    }

    @Test func sendsUntilTheResponseHasArrived() async throws {
        let hands = Hands()
        let (client, transport) = client(
            [nil, "5", "0", "Tue, 14 Nov 2023 22:13:30 GMT", "soon"], hands)
        let job = try await client.poll(Self.job, every: .milliseconds(1500)) { $0.value.done }
        #expect(job.done)
        #expect(transport.requests.count == 6)
        let expected: [Duration] = [
            .milliseconds(1500), .seconds(5), .milliseconds(100), .seconds(10), .milliseconds(1500),
        ]
        #expect(hands.waits == expected)
    }

    @Test(arguments: ["0", "Tue, 14 Nov 2023 22:13:20 GMT", "Sun, 06 Nov 1994 08:49:37 GMT"])
    func noServerMakesItRetryWithoutADelay(retryAfter: String) async throws {
        let everies: [(Duration, Duration)] = [
            (.seconds(2), .milliseconds(100)), (.milliseconds(100), .milliseconds(100)),
            (.milliseconds(30), .milliseconds(30)), (.zero, .milliseconds(100)),
            (.seconds(-1), .milliseconds(100)),
        ]
        for (every, delay) in everies {
            let hands = Hands()
            let (client, _) = client([retryAfter], hands)
            _ = try await client.poll(Self.job, every: every) { $0.value.done }
            #expect(hands.waits == [delay])
        }
    }

    @Test(arguments: [
        ("-5", Duration.seconds(2)), ("", .seconds(2)), ("1.5", .seconds(2)), ("3", .seconds(3)),
    ])
    func anInvalidRetryAfterLeavesTheCallersDelay(retryAfter: String, delay: Duration) async throws {
        let hands = Hands()
        let (client, _) = client([retryAfter], hands)
        _ = try await client.poll(Self.job, every: .seconds(2)) { $0.value.done }
        #expect(hands.waits == [delay])
    }

    @Test func withoutItsOwnDelayItWaitsAMoment() async throws {
        let hands = Hands()
        let (client, _) = client([nil, nil], hands)
        _ = try await client.poll(Self.job, every: .zero) { $0.value.done }
        #expect(hands.waits == [.milliseconds(100), .milliseconds(100)])
    }

    @Test func aDateIsRelativeToTheServersOwn() async throws {
        let hands = Hands()
        let transport = ScriptedTransport { _ in
            guard hands.waits.isEmpty else { return .json(#"{"done":true}"#) }
            var response = HTTPResponse.json(#"{"done":false}"#)
            // This server's clock is years slow.
            response.fields[.date] = "Sun, 06 Nov 1994 08:49:37 GMT"
            response.fields[.retryAfter] = "Sun, 06 Nov 1994 08:49:44 GMT"
            return response
        }
        let client = Client(
            baseURL: "http://example.com", transport: transport, configuration: .init(clock: hands.clock))
        _ = try await client.poll(Self.job) { $0.value.done }
        #expect(hands.waits == [.seconds(7)])
    }

    @Test func looksAtTheHeadToo() async throws {
        let (client, transport) = client([nil], Hands())
        _ = try await client.poll(Self.job) { $0.status == 200 }
        #expect(transport.requests.count == 2)
    }

    @Test func endsBeforeASendThatWouldComeTooLate() async throws {
        let hands = Hands()
        let (client, transport) = client(Array(repeating: nil, count: 100), hands)
        let error = await #expect(throws: NetworkError.self) {
            try await client.poll(Self.job, every: .seconds(4), within: .seconds(10)) { $0.value.done }
        }
        #expect(error?.code == .timedOut)
        #expect(error?.phase == .total)
        #expect(error?.endpoint == "GET /jobs/1")
        #expect(hands.waits == [.seconds(4), .seconds(4)])
        let limits: [Duration?] = [.seconds(10), .seconds(6), .seconds(2)]
        #expect(transport.requests.map(\.timeouts.total) == limits)
    }

    @Test func endsWhenTheWaitTookLongerThanPlanned() async throws {
        let hands = Hands()
        let (client, transport) = client([nil, nil], hands)
        var configuration = client.configuration
        configuration.clock.sleep = { _ in try await hands.clock.sleep(.seconds(60)) }
        let slow = Client(
            baseURL: "http://example.com", transport: transport, configuration: configuration)
        let error = await #expect(throws: NetworkError.self) {
            try await slow.poll(Self.job, within: .seconds(10)) { $0.value.done }
        }
        #expect(error?.code == .timedOut)
        #expect(transport.requests.count == 1)
    }

    @Test func aLimitTooLargeForTheClockIsIgnored() async throws {
        let (client, transport) = client([nil], Hands())
        _ = try await client.poll(Self.job, within: Duration(attoseconds: .max)) { $0.value.done }
        #expect(transport.requests.map(\.timeouts.total) == [nil, nil])
    }

    @Test func aDeadlineThatPassesBeforeTheSendIsALimitToo() async throws {
        let hands = Hands()
        let (client, transport) = client([nil, nil], hands)
        var configuration = client.configuration
        let reads = Lock(0)
        // Fixes the deadline, then passes it.
        configuration.clock.now = {
            hands.clock.now()
                + (reads.withLock {
                    $0 += 1; return $0
                } == 1 ? .zero : .seconds(10))
        }
        let late = Client(
            baseURL: "http://example.com", transport: transport, configuration: configuration)
        let error = await #expect(throws: NetworkError.self) {
            try await late.poll(Self.job, within: .seconds(10)) { $0.value.done }
        }
        #expect(error?.code == .timedOut)
        #expect(error?.phase == .total)
        #expect(error?.endpoint == "GET /jobs/1")
        #expect(error?.request == "GET http://example.com/jobs/1")
        #expect(transport.requests.isEmpty)
    }

    @Test func aServerCannotMakeItWaitIndefinitely() async throws {
        let hands = Hands()
        let (client, _) = client(["99999999999999999999"], hands)
        _ = try await client.poll(Self.job) { $0.value.done }
        #expect(hands.waits == [.seconds(24 * 60 * 60)])
    }

    @Test func endsWithAnErrorStatus() async throws {
        let transport = ScriptedTransport { _ in HTTPResponse(status: 500) }
        let client = Client(baseURL: "http://example.com", transport: transport)
        let error = await #expect(throws: NetworkError.self) {
            try await client.poll(Self.job) { _ in false }
        }
        #expect(error?.code == .unacceptableStatus)
        #expect(transport.requests.count == 1)
    }

    @Test func endsWhenTheTaskIsCancelled() async throws {
        let (started, continuation) = AsyncStream.makeStream(of: Void.self)
        let transport = ScriptedTransport { _ in .json(#"{"done":false}"#) }
        let clock = Client.Clock(sleep: { _ in
            continuation.yield()
            try await Task.sleep(for: .seconds(3600))
        })
        let client = Client(
            baseURL: "http://example.com", transport: transport, configuration: .init(clock: clock))
        let task = Task { try await client.poll(Self.job) { $0.value.done } }
        _ = await started.first { _ in true }
        task.cancel()
        let error = await #expect(throws: NetworkError.self) { try await task.value }
        #expect(error?.code == .cancelled)
    }
}
