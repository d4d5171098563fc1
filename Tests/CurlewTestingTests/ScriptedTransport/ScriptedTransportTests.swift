import CurlewTesting
import CurlewTransport
import Foundation
import Testing

/// A transport for tests, used as a program outside this package uses it.
@Suite(.timeLimit(.minutes(5)))
struct ScriptedTransportTests {
    @Test func respondsAndRemembers() async throws {
        let transport = ScriptedTransport { request in
            request.path == "/a" ? .json(#"{"x": 1}"#) : .json("{}", status: 404)
        }
        let found = try await transport.send(HTTPRequest(url: "http://h/a"))
        #expect(found.status == 200)
        #expect(found.fields[.contentType] == "application/json")
        #expect(try await found.body.collect(upTo: 99) == Data(#"{"x": 1}"#.utf8))
        let missing = try await transport.send(
            HTTPRequest(method: .post, url: "http://h/b", body: .json([1])))
        #expect(missing.status == 404)
        #expect(transport.requests.map(\.path) == ["/a", "/b"])
        #expect(transport.requests.last?.body?.data == Data("[1]".utf8))
        #expect(transport.requests.last?.fields == [.contentType: "application/json"])
    }

    @Test func checksRequestsAsEveryTransportDoes() async throws {
        let transport = ScriptedTransport { _ in .json("{}") }
        let request = try HTTPRequest(url: "http://h/", fields: ["X": "a\nb"])
        let error = await #expect(throws: NetworkError.self) { try await transport.send(request) }
        #expect(error?.code == .invalidRequest)
        #expect(transport.requests.isEmpty)
    }

    @Test func passesErrorsOnAndWrapsOthers() async throws {
        struct Odd: Error {}
        let request = try HTTPRequest(url: "http://h/")
        let own = ScriptedTransport { _ in throw NetworkError(.timedOut, "late") }
        #expect(await #expect(throws: NetworkError.self) { try await own.send(request) }?.code == .timedOut)
        let odd = ScriptedTransport { _ in throw Odd() }
        let error = await #expect(throws: NetworkError.self) { try await odd.send(request) }
        #expect(error?.code == .other)
        #expect(error?.underlying is Odd)
    }

    @Test func endsWhenItsTaskIsCancelled() async throws {
        let (started, continuation) = AsyncStream<Void>.makeStream()
        let transport = ScriptedTransport { _ in
            continuation.finish()
            try await Task.sleep(for: .seconds(600))
            return .json("{}")
        }
        let request = try HTTPRequest(url: "http://h/")
        let task = Task { try await transport.send(request) }
        for await _ in started {}
        task.cancel()
        let error = await #expect(throws: NetworkError.self) { try await task.value }
        #expect(error?.code == .cancelled)
    }

    @Test func aScriptThatIgnoresCancellationIsStillCancelled() async throws {
        let transport = ScriptedTransport { _ in
            unsafe withUnsafeCurrentTask { unsafe $0?.cancel() }
            return .json("{}")
        }
        let request = try HTTPRequest(url: "http://h/")
        let task = Task { try await transport.send(request) }
        let error = await #expect(throws: NetworkError.self) { try await task.value }
        #expect(error?.code == .cancelled)
        #expect(transport.requests.count == 1)
    }

    @Test func claimsTheGivenCapabilities() {
        #expect(ScriptedTransport { _ in .json("") }.capabilities.transport == "scripted")
        let capabilities = TransportCapabilities(transport: "t", unsupported: [.trailers: "none"])
        #expect(
            !ScriptedTransport(capabilities: capabilities) { _ in .json("") }.capabilities.supports(.trailers)
        )
    }
}
