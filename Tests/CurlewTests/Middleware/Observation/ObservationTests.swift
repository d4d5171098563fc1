import CurlewTesting
import Foundation
import Testing

@testable import Curlew

@Suite(.timeLimit(.minutes(5)))
struct ObservationTests {
    private final class Journal: Client.Observer {
        private let seen = Lock([Client.Event]())
        func observe(_ event: Client.Event) { seen.withLock { $0.append(event) } }
        var events: [Client.Event] { seen.withLock { $0 } }
        var kinds: [Client.Event.Kind] { events.map(\.kind) }
    }

    private let journal = Journal()
    private let clock = TestClock()

    private func client(
        retries: RetryPolicy = .none, attemptMiddleware: [any Middleware] = [],
        script: @escaping ScriptedTransport.Script
    ) -> Client {
        let clock = clock
        let transport = ScriptedTransport { request in
            clock.advance(by: .milliseconds(5))
            return try await script(request)
        }
        return Client(
            baseURL: "http://h", transport: transport, attemptMiddleware: attemptMiddleware,
            configuration: .init(retries: retries, observers: [journal], clock: clock.clock))
    }

    private static func text(_ text: String) -> HTTPResponse {
        HTTPResponse(status: 200, body: .data(Data(text.utf8)))
    }

    @Test func reportsStartHeadAndEnd() async throws {
        let client = client { _ in Self.text("abc") }
        #expect(try await client.send(Endpoint<String>.get("/people/\("ada")")) == "abc")
        #expect(journal.kinds == [.started, .headReceived, .ended])
        let events = journal.events
        #expect(Set(events.map(\.sendID)).count == 1)
        #expect(events.allSatisfy { $0.endpoint == "GET /people/{}" && $0.attempt == 1 })
        #expect(events.allSatisfy { $0.method == .get && $0.url == "http://h/people/ada" })
        #expect(events.map(\.elapsed) == [.zero, .milliseconds(5), .milliseconds(5)])
        #expect(events.map { $0.status?.code } == [nil, 200, 200])
        #expect(events.last?.isComplete == true)
    }

    @Test func twoSendsHaveTwoNumbers() async throws {
        let client = client { _ in Self.text("") }
        for _ in 0..<2 { _ = try await client.send(Endpoint<Void>.get("/")) }
        #expect(Set(journal.events.map(\.sendID)).count == 2)
    }

    @Test func reportsAFailure() async {
        let client = client { _ in throw NetworkError(.cannotConnect, "refused") }
        _ = await client.result(of: Endpoint<Void>.get("/"))
        #expect(journal.kinds == [.started, .failed])
        #expect(journal.events.last?.error?.code == .cannotConnect)
    }

    @Test func reportsAFailureInTheBody() async {
        let client = client { _ in
            HTTPResponse(status: 200, body: .stream { throw NetworkError(.incompleteBody, "cut") })
        }
        _ = await client.result(of: Endpoint<Data>.get("/"))
        #expect(journal.kinds == [.started, .headReceived, .failed])
        #expect(journal.events.last?.status == 200 && journal.events.last?.error?.code == .incompleteBody)
    }

    @Test func reportsAnAbandonedBody() async throws {
        let client = client { _ in Self.text("abc") }
        try await client.withResponse(to: Endpoint<Data>.get("/")) { _ in }
        #expect(journal.kinds == [.started, .headReceived, .ended])
        #expect(journal.events.last?.isComplete == false)
    }

    @Test func reportsTheEndOnceHoweverOftenItIsReached() async throws {
        let client = client { _ in Self.text("abc") }
        try await client.withResponse(to: Endpoint<Data>.get("/")) { response in
            var body = response.body.makeAsyncIterator()
            while try await body.next() != nil {}
            _ = try await body.next()
            var second = response.body.makeAsyncIterator()
            await #expect(throws: NetworkError.self) { try await second.next() }
        }
        #expect(journal.kinds == [.started, .headReceived, .ended])
        #expect(journal.events.last?.isComplete == true)
    }

    @Test func reportsEachAttemptAndTheDelays() async throws {
        let rest = Lock([503, 503])
        let client = client(retries: .standard) { _ in
            HTTPResponse(status: .init(code: rest.withLock { $0.popLast() } ?? 204))
        }
        _ = try await client.send(Endpoint<Void>.get("/"))
        let attempt: [Client.Event.Kind] = [.started, .headReceived, .ended]
        #expect(journal.kinds == attempt + [.retrying] + attempt + [.retrying] + attempt)
        let retries = journal.events.filter { $0.kind == .retrying }
        #expect(retries.map(\.attempt) == [1, 2])
        #expect(retries.map(\.delay) == clock.waits)
        #expect(retries.allSatisfy { $0.status == 503 })
    }

    @Test func reportsTheRetriesOfADownload() async throws {
        let steps = Lock(["cut", "503"])
        let client = client { _ in
            switch steps.withLock({ $0.popLast() }) {
            case "503": HTTPResponse(status: 503)
            case "cut":
                HTTPResponse(status: 200, body: .stream { throw NetworkError(.incompleteBody, "cut") })
            default: Self.text("abc")
            }
        }
        let path = FileManager.default.temporaryDirectory.appending(path: "curlew-\(UUID().uuidString)").path
        defer { try? FileManager.default.removeItem(atPath: path) }
        try await client.download(Endpoint<Data>.get("/file"), to: path)
        let kinds: [Client.Event.Kind] = [
            .started, .headReceived, .ended, .retrying, .started, .headReceived, .failed, .retrying, .started,
            .headReceived, .ended,
        ]
        #expect(journal.kinds == kinds)
        #expect(journal.events.map(\.attempt) == [1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3])
        #expect(Set(journal.events.map(\.sendID)).count == 1)
        let retries = journal.events.filter { $0.kind == .retrying }
        #expect(retries.map(\.delay) == clock.waits)
        #expect(retries.map(\.error?.code) == [.unacceptableStatus, .incompleteBody])
        #expect(retries.map(\.status) == [503, 200])
    }

    @Test func theEndOfARefusedStreamComesBeforeTheRetry() async throws {
        let rest = Lock(3)
        let client = client(retries: .standard) { _ in
            let isRefused = rest.withLock { count in
                count -= 1
                return count > 0
            }
            // A closure-backed body is dropped, not read.
            return HTTPResponse(
                status: isRefused ? 503 : 200, body: .stream { isRefused ? Data("a".utf8) : nil })
        }
        _ = try await client.send(Endpoint<Void>.get("/"))
        let attempt: [Client.Event.Kind] = [.started, .headReceived, .ended]
        #expect(journal.kinds == attempt + [.retrying] + attempt + [.retrying] + attempt)
    }

    @Test func aTruncatedBodyFailsTheAttemptBeforeTheRetry() async throws {
        let rest = Lock(true)
        let client = client(retries: .standard) { _ in
            guard rest.withLock({ $0 }) else { return Self.text("abc") }
            rest.withLock { $0 = false }
            return HTTPResponse(status: 200, body: .stream { throw NetworkError(.incompleteBody, "cut") })
        }
        _ = try await client.send(Endpoint<String>.get("/"))
        let kinds: [Client.Event.Kind] = [
            .started, .headReceived, .failed, .retrying, .started, .headReceived, .ended,
        ]
        #expect(journal.kinds == kinds)
        #expect(journal.events.map(\.attempt) == [1, 1, 1, 1, 2, 2, 2])
        let retrying = journal.events[3]
        #expect(retrying.error?.code == .incompleteBody && retrying.status == 200)
        #expect(retrying.delay != nil)
    }

    @Test func reportsWhyAFailedAttemptIsRetried() async throws {
        let rest = Lock([NetworkError(.connectionLost, "lost")])
        let client = client(retries: .standard) { _ in
            if let error = rest.withLock({ $0.popLast() }) { throw error }
            return HTTPResponse(status: 204)
        }
        _ = try await client.send(Endpoint<Void>.get("/"))
        #expect(journal.kinds == [.started, .failed, .retrying, .started, .headReceived, .ended])
        let retry = journal.events.first { $0.kind == .retrying }
        #expect(retry?.error?.code == .connectionLost && retry?.attempt == 1)
    }

    @Test func anErrorOfAnotherSendDoesNotCountTheAttempts() async throws {
        struct Asking: Middleware {
            func intercept(
                _ request: HTTPRequest, context: MiddlewareContext, next: @escaping Next
            ) async throws -> HTTPResponse {
                guard context.attempt > 2 else {
                    throw NetworkError(.connectionLost, "lost").updating {
                        $0.endpoint = "GET /other"
                        $0.attempts = 7
                    }
                }
                return try await next(request)
            }
        }
        let client = client(retries: .standard, attemptMiddleware: [Asking()]) { _ in
            HTTPResponse(status: 204)
        }
        _ = try await client.send(Endpoint<Void>.get("/"))
        #expect(journal.events.filter { $0.kind == .retrying }.map(\.attempt) == [1, 2])
    }

    @Test func showsNoSecret() async throws {
        let secret = "5ecret"
        let client = client { _ in
            HTTPResponse(status: 204, fields: [.setCookie: "S=\(secret)", "X-Open": "yes"])
        }
        let endpoint = Endpoint<Void>.get("/", query: ["key": secret]).with {
            $0.fields[.authorization] = "Bearer \(secret)"
            $0.fields.append(HTTPField(name: "X-Own", value: secret, isSensitive: true))
            $0.fields["X-Open"] = "yes"
        }
        _ = try await client.send(endpoint)
        for event in journal.events {
            #expect(!"\(event) \(event.url) \(event.fields)".contains(secret))
            #expect(!event.fields.contains { $0.value.contains(secret) })
            #expect(event.responseFields?.contains { $0.value.contains(secret) } != true)
            #expect(event.fields["X-Open"] == "yes")
        }
        #expect(journal.events.last?.responseFields?["X-Open"] == "yes")
    }

    @Test func aLineSaysWhatHappened() async throws {
        let client = client { _ in Self.text("abc") }
        _ = try await client.send(Endpoint<String>.get("/a", query: ["q": "1"]))
        let id = journal.events.first?.sendID ?? 0
        #expect(
            journal.events.map(\.description) == [
                "#\(id).1 GET http://h/a?<redacted> started",
                "#\(id).1 GET http://h/a?<redacted> headReceived: 200, 5 ms",
                "#\(id).1 GET http://h/a?<redacted> ended: 200, 5 ms",
            ])
    }

    @Test func theBodyKeepsItsTrailersAndMetrics() async throws {
        var metrics = TransferMetrics()
        metrics.bytesReceived = 42
        let end = ResponseBody.Completion(trailers: ["X-Sum": "1"], metrics: metrics)
        let client = client { _ in
            HTTPResponse(status: 200, body: .data(Data("abc".utf8), end: end))
        }
        let response = try await client.response(for: Endpoint<Data>.get("/"))
        #expect(response.trailers["X-Sum"] == "1" && response.metrics.bytesReceived == 42)
        #expect(journal.events.last?.metrics?.bytesReceived == 42)
    }
}
