import CurlewTesting
import Foundation
import TestSupport
import Testing

@testable import Curlew

/// `send`, `result(of:)` and the call with a completion.
@Suite(.timeLimit(.minutes(5)))
struct ClientSpellingsTests {
    private func client(
        _ transport: ScriptedTransport = ScriptedTransport { _ in
            HTTPResponse(status: 200, body: .data(Data("Ada".utf8)))
        }
    ) -> Client {
        Client(baseURL: "https://h/api", transport: transport)
    }

    @Test func theThreeSpellingsAgreeOnAValue() async throws {
        let client = client()
        let endpoint = Endpoint<String>.get("/")
        let sent = try await client.send(endpoint)
        let result = await client.result(of: endpoint)
        let completed = await withCheckedContinuation { continuation in
            client.send(endpoint) { continuation.resume(returning: $0) }
        }
        #expect(sent == "Ada")
        #expect(try result.get() == sent)
        #expect(try completed.get() == sent)
    }

    @Test func theThreeSpellingsAgreeOnAFailure() async {
        let client = client(ScriptedTransport { _ in HTTPResponse(status: 404) })
        let endpoint = Endpoint<String>.get("/")
        let sent = await #expect(throws: NetworkError.self) { try await client.send(endpoint) }
        let result = await client.result(of: endpoint)
        let completed = await withCheckedContinuation { continuation in
            client.send(endpoint) { continuation.resume(returning: $0) }
        }
        for outcome in [result, completed] {
            let error = #expect(throws: NetworkError.self) { try outcome.get() }
            #expect(error?.code == .unacceptableStatus)
            #expect(error?.description == sent?.description)
        }
    }

    @Test func theCompletionIsCalledOnceAlsoWhenCancelled() async {
        let started = Gate()
        let client = client(
            ScriptedTransport { _ in
                started.open()
                try await Task.sleep(for: .seconds(600))
                return HTTPResponse(status: 204)
            })
        let log = Log()
        let task = client.send(Endpoint<Void>.get("/")) { log.append($0) }
        await started.wait()
        task.cancel()
        await task.value
        #expect(log.codes == [.cancelled])
    }

    @Test func cancellingBeforeTheStartIsCancelledToo() async {
        let transport = ScriptedTransport { _ in HTTPResponse(status: 204) }
        let client = client(transport)
        let gate = Gate()
        let task = Task { () async -> NetworkError.Code? in
            await gate.wait()
            if case .failure(let error) = await client.result(of: Endpoint<Void>.get("/")) {
                return error.code
            }
            return nil
        }
        task.cancel()
        gate.open()
        #expect(await task.value == .cancelled)
        #expect(transport.requests.isEmpty)
    }

    private final class Log: Sendable {
        private let results = Lock<[Result<Void, NetworkError>]>([])

        func append(_ result: Result<Void, NetworkError>) { results.withLock { $0.append(result) } }

        var codes: [NetworkError.Code?] {
            results.withLock { results in
                results.map { result in
                    if case .failure(let error) = result { error.code } else { nil }
                }
            }
        }
    }
}
