import Curlew

/// One thing that a program does with an API, and the short text that must come of it on any transport.
struct Scenario: Sendable {
    let name: String
    let expected: String
    /// Whether it needs a route that httpbin.org has not.
    var needsEmbeddedServer = false
    /// Does it; what is thrown is shown by the code of its error.
    let run: @Sendable (Stage) async throws -> String

    /// What a scenario runs on.
    struct Stage: Sendable {
        let serverURL: String
        let transport: any Transport

        /// A client of the server.
        var client: Client { client(of: serverURL) }

        /// A client of any base URL.
        func client(of baseURL: String) -> Client { Client(baseURL: baseURL, transport: transport) }
    }

    /// The answer on one transport, and how long it took.
    @concurrent func outcome(on stage: Stage) async -> Outcome {
        let start = ContinuousClock.now
        let answer = await answer(on: stage)
        return Outcome(answer: answer, duration: .now - start)
    }

    private func answer(on stage: Stage) async -> String {
        do {
            return try await run(stage)
        } catch let error as NetworkError {
            return ([error.code.rawValue] + [error.phase?.rawValue].compactMap(\.self)).joined(
                separator: ": ")
        } catch {
            return "\(error)"
        }
    }

    struct Outcome: Sendable {
        let answer: String
        let duration: Duration
    }
}
