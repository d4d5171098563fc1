// Everything without `nonisolated` is on the main actor here: models, endpoints and what runs elsewhere say so.
import Curlew
import CurlewTesting

nonisolated struct Issue: Codable, Sendable {
    enum State: String, Codable, QueryValue { case open, closed }
    var title: String, state: State
}

nonisolated extension Endpoint where Output == Issue {
    static func issue(_ number: Int) -> Self { .get("/issues/\(number)") }
}

nonisolated extension Endpoint where Output == [Issue] {
    static func issues(_ state: Issue.State) -> Self { .get("/issues", query: ["state": state]) }
}

nonisolated struct Tagging: Middleware {
    func intercept(
        _ request: HTTPRequest, context: MiddlewareContext, next: @escaping Next
    ) async throws -> HTTPResponse {
        var request = request
        request.fields["X-Tag"] = "app"
        return try await next(request)
    }
}

nonisolated struct Log: Client.Observer {
    func observe(_ event: Client.Event) { print(event) }
}

nonisolated struct Relay<Wrapped: Transport>: Transport {
    let wrapped: Wrapped
    var capabilities: TransportCapabilities { wrapped.capabilities }
    func send(_ request: HTTPRequest) async throws(NetworkError) -> HTTPResponse {
        try await wrapped.send(request)
    }
}

final class IssueList {
    private let client: Client
    private(set) var titles: [String] = []
    private(set) var problem: String?

    init(transport: some Transport) {
        client = Client(
            baseURL: "https://api.example.com", transport: Relay(wrapped: transport),
            middleware: [Tagging()],
            configuration: .init(observers: [Log()]))
    }

    func load(_ state: Issue.State?) async {
        let state = state ?? .open
        do {
            titles = try await client.send(.issues(state)).map(\.title)
        } catch {
            problem = "\(error)"
        }
    }

    func loadFirst() -> Task<Void, Never> {
        client.send(.issue(1)) { result in
            Task { @MainActor in self.titles = (try? result.get()).map { [$0.title] } ?? [] }
        }
    }

    static func preview() -> IssueList {
        IssueList(transport: ScriptedTransport { _ in .json(#"[{"title": "A", "state": "open"}]"#) })
    }
}
