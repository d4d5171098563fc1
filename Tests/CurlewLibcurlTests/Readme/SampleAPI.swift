import Curlew

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

// The declarations of the README's samples; `ReadmeTests` compares the two.

struct Person: Codable, Sendable { var name: String, age: Int }

extension Endpoint where Output == Person {
    static func person(_ id: String) -> Self { .get("/people/\(id)") }
    static func add(_ person: Person) -> Self { .post("/people", body: .json(person)) }
}

extension Endpoint where Output == [Person] {
    static func search(_ text: String, page: Int = 1) -> Self {
        .get("/people", query: ["q": text, "page": page])
    }
}

extension Endpoint where Output == Void {
    static func remove(_ id: String) -> Self { .delete("/people/\(id)") }
}

struct Table: Sendable { var rows: [[Substring]] }

extension ResponseDecoder where Output == Table {
    static var csv: Self {
        ResponseDecoder(accepting: ["text/csv"]) { body, _ in
            let lines = String(decoding: body, as: UTF8.self).split(whereSeparator: \.isNewline)
            return Table(rows: lines.map { $0.split(separator: ",", omittingEmptySubsequences: false) })
        }
    }
}

extension Endpoint where Output == Table {
    static var report: Self { Self(.get, "/csv", decoder: .csv) }
}

struct Problem: Decodable { var detail: String }

struct RequestID: Middleware {
    func intercept(
        _ request: HTTPRequest, context: Exchange, next: @escaping Next
    ) async throws -> HTTPResponse {
        var request = request
        request.fields["X-Request-ID"] = UUID().uuidString
        return try await next(request)
    }
}

struct RetryUnavailable: Middleware {
    var pause = Duration.seconds(1)

    func intercept(
        _ request: HTTPRequest, context: Exchange, next: @escaping Next
    ) async throws -> HTTPResponse {
        let response = try await next(request)
        let canRepeat = request.method.isIdempotent && request.body?.isReplayable ?? true
        guard response.status == 503, canRepeat else { return response }
        try await Task.sleep(for: pause)
        return try await next(request)
    }
}

struct PeopleAPI: Sendable {
    private let client: Client

    init(baseURL: String, transport: some Transport) {
        client = Client(baseURL: baseURL, transport: transport)
    }

    @concurrent func ages(of ids: [String]) async -> [Int?] {
        await withTaskGroup(of: (Int, Int?).self) { group in
            for (place, id) in ids.enumerated() {
                group.addTask { (place, try? await client.send(.person(id)).age) }
            }
            return await group.reduce(into: Array(repeating: nil, count: ids.count)) { $0[$1.0] = $1.1 }
        }
    }
}

struct TokenGrant: Decodable, Sendable { var access_token: String, expires_in: Int }

extension Endpoint where Output == TokenGrant {
    static func token(replacing old: String?) -> Self {
        .post("/token", body: .form([("grant_type", "client_credentials"), ("replaces", old ?? "")]))
    }
}
