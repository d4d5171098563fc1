import Curlew
import CurlewTesting
import Foundation
import Testing

/// What a client does over time: on a test clock in no time, and the same in each run.
@Suite(.timeLimit(.minutes(5)))
struct ScriptedTimeTests {
    /// How often each scenario runs; `CURLEW_RUNS=1000` for a long check.
    static let runs = ProcessInfo.processInfo.environment["CURLEW_RUNS"].flatMap(Int.init) ?? 20

    typealias Scenario = @Sendable (TestClock, Log) async throws -> Void

    /// Checks that each run of a scenario does the same, and that it is the expected.
    private func check(_ expected: [String], _ scenario: @escaping Scenario) async throws {
        for _ in 1...Self.runs {
            let (clock, log) = (TestClock(), Log())
            try await clock.run { try await scenario(clock, log) }
            try #require(log.lines == expected)
        }
    }

    private static func client(
        _ transport: ScriptedTransport, _ clock: TestClock, auth: Authentication? = nil,
        retries: RetryPolicy = .none
    ) -> Client {
        Client(
            baseURL: "https://api.example.com", transport: transport,
            configuration: .init(auth: auth, retries: retries, clock: clock.client))
    }

    private static func total(_ seconds: Int) -> EndpointOptions {
        EndpointOptions(timeouts: .total(.seconds(seconds)))
    }

    @Test func aRetryWaitsAsRetryAfterSays() async throws {
        try await check(["1 at 0", "2 at 45"]) { clock, log in
            let transport = ScriptedTransport { _ in
                let count = log.lines.count + 1
                log.append("\(count) at \(clock.elapsed.components.seconds)")
                return count == 1 ? HTTPResponse(status: 429, fields: [.retryAfter: "45"]) : .json("1")
            }
            let client = Self.client(transport, clock, retries: RetryPolicy())
            let value = try await client.send(Endpoint<Int>.get("/"))
            #expect(value == 1)
        }
    }

    @Test func theTotalLimitCoversRetriesAndTheirDelays() async throws {
        try await check(["0", "timedOut at 10"]) { clock, log in
            let transport = ScriptedTransport { _ in
                log.append("\(clock.elapsed.components.seconds)")
                return HTTPResponse(status: 503, fields: [.retryAfter: "60"])
            }
            let client = Self.client(transport, clock, retries: RetryPolicy())
            let endpoint = Endpoint<Int>.get("/", options: Self.total(10))
            let error = await #expect(throws: NetworkError.self) { try await client.send(endpoint) }
            log.append("\(error.map { "\($0.code)" } ?? "") at \(clock.elapsed.components.seconds)")
        }
    }

    @Test func anExpiredTokenIsRefreshedOnceForAllRequests() async throws {
        let expected = [
            "refresh 1 at 0", "a token 1", "refresh 2 at 3601", "b token 2", "c token 2",
        ]
        try await check(expected) { clock, log in
            let count = Counter()
            let auth = Authentication.refreshing { _ in
                let number = count.next()
                log.append("refresh \(number) at \(clock.elapsed.components.seconds)")
                try await clock.sleep(for: .seconds(1))
                return AccessToken("token \(number)", lifetime: .seconds(3600))
            }
            let transport = ScriptedTransport { request in
                let token = request.fields[.authorization]?.dropFirst("Bearer ".count) ?? ""
                log.append("\(request.path.dropFirst()) \(token)")
                return .json("1")
            }
            let client = Self.client(transport, clock, auth: auth)
            _ = try await client.send(Endpoint<Int>.get("/a", options: Self.total(20)))
            try await clock.sleep(for: .seconds(3600))
            async let first = client.send(Endpoint<Int>.get("/b", options: Self.total(20)))
            async let second = client.send(Endpoint<Int>.get("/c", options: Self.total(20)))
            _ = try await (first, second)
        }
    }

    @Test func eventsReconnectAfterTheServersRetryTime() async throws {
        let expected = [
            "connect nil at 0", "event a at 0", "connect 1 at 7",
            "event b at 12",
        ]
        try await check(expected) { clock, log in
            let transport = ScriptedTransport { request in
                let last = request.fields["Last-Event-ID"]
                log.append("connect \(last ?? "nil") at \(clock.elapsed.components.seconds)")
                let steps: [BodyStep] =
                    last == nil
                    ? [.chunk("retry: 7000\nid: 1\nda"), .chunk("ta: a\n\n"), .reset]
                    : [.wait(.seconds(5)), .chunk("id: 2\ndata: b\n\n"), .stall]
                return HTTPResponse(
                    status: 200, fields: [.contentType: "text/event-stream"], body: .scripted(steps))
            }
            for try await event in Self.client(transport, clock).events(from: Endpoint<Void>.get("/events")) {
                log.append("event \(event.data) at \(clock.elapsed.components.seconds)")
                if event.data == "b" { break }
            }
        }
    }
}

/// Counts from 1.
private final class Counter: Sendable {
    private let log = Log()

    func next() -> Int {
        log.append("")
        return log.lines.count
    }
}
