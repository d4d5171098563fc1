import Curlew

/// One use of an API, and the short text that it must give on any transport.
struct Scenario: Sendable {
    let name: String
    let expected: String
    /// Whether it needs a route that httpbin.org does not have.
    var needsEmbeddedServer = false
    /// Performs it; an error is shown by its code.
    let run: @Sendable (Stage) async throws -> String

    /// The server and the transport that a scenario runs on.
    struct Stage: Sendable {
        let serverURL: String
        let transport: any Transport

        /// A client of the server.
        var client: Client { client(of: serverURL) }

        /// A client of any base URL.
        func client(of baseURL: String) -> Client { Client(baseURL: baseURL, transport: transport) }
    }

    /// The outcome on one transport, and how long it took.
    @concurrent func outcome(on stage: Stage) async -> Outcome {
        let start = ContinuousClock.now
        let text = await text(on: stage)
        return Outcome(text: text, duration: .now - start)
    }

    private func text(on stage: Stage) async -> String {
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
        let text: String
        let duration: Duration
    }
}
