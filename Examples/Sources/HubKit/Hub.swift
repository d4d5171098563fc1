public import Curlew
import Foundation

/// A client of the hub; its errors have what the hub says as `error.failure(as: HubError.self)`.
public struct Hub: Sendable {
    private let client: Client

    /// Makes a client; the token is sent to the origin of the base URL only.
    public init(token: String, baseURL: String = "https://api.github.com", transport: any Transport) {
        let decoder = JSONDecoder()
        decoder.keyDecodingStrategy = .convertFromSnakeCase
        client = Client(
            baseURL: baseURL, transport: transport,
            configuration: .init(
                decoder: decoder, failureBody: HubError.self, auth: .bearer(token), retries: .standard))
    }

    /// The user with a login.
    public func user(_ login: String) async throws(NetworkError) -> User {
        try await client.send(.get("/users/\(login)"))
    }

    /// The issues of a repository, page by page.
    public func issues(of repository: String, _ filter: IssueFilter = IssueFilter()) -> Pages<[Issue]> {
        let query = URLQuery(encoding: filter, style: FormStyle(keys: .snakeCase, arrays: .comma))
        return client.pages(of: .get("/repos/\(segments: repository)/issues", query: query))
    }

    /// Opens an issue.
    public func openIssue(in repository: String, title: String) async throws(NetworkError) -> Issue {
        try await client.send(.post("/repos/\(segments: repository)/issues", body: .json(["title": title])))
    }

    /// Adds a file to the latest release, at the URL that the hub names.
    public func upload(
        _ content: RequestBody, as name: String, to repository: String
    ) async throws(NetworkError) -> Asset {
        let release: Release = try await client.send(.get("/repos/\(segments: repository)/releases/latest"))
        return try await client.send(.post(url: release.uploadUrl, query: ["name": name], body: content))
    }
}
