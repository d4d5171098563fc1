import Curlew
import Foundation
import Synchronization

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

struct Filter: Encodable, Sendable {
    enum State: String, Encodable { case open, closed }
    var state: State?, since: Date?, perPage = 20, labels: [String] = []
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

struct RequestID: Middleware {
    func intercept(
        _ request: HTTPRequest, context: MiddlewareContext, next: @escaping Next
    ) async throws -> HTTPResponse {
        var request = request
        request.fields["X-Request-ID"] = UUID().uuidString
        return try await next(request)
    }
}

struct EventLog: Client.Observer {
    func observe(_ event: Client.Event) {
        FileHandle.standardError.write(Data("\(event)\n".utf8))
    }
}

final class RequestMetrics: Client.Observer {
    private let series = Mutex<[String: (count: Int, seconds: Double)]>([:])

    func observe(_ event: Client.Event) {
        guard event.kind == .ended || event.kind == .failed else { return }
        let outcome = event.error?.code.rawValue ?? event.status.map { "\($0.code)" } ?? ""
        // A label's value is quoted as Swift quotes a string.
        let labels = "endpoint=\(event.endpoint.debugDescription),outcome=\(outcome.debugDescription)"
        series.withLock {
            $0[labels, default: (0, 0)].count += 1
            $0[labels, default: (0, 0)].seconds += event.elapsed / .seconds(1)
        }
    }

    /// What a scrape gets.
    var text: String {
        let name = "http_client_request_seconds"
        let lines = series.withLock { $0 }.sorted { $0.key < $1.key }.map { labels, sum in
            "\(name)_count{\(labels)} \(sum.count)\n\(name)_sum{\(labels)} \(sum.seconds)\n"
        }
        return "# TYPE \(name) summary\n" + lines.joined()
    }
}

struct PeopleAPI: Sendable {
    private let client: Client

    init(baseURL: String, transport: some Transport) {
        client = Client(baseURL: baseURL, transport: transport)
    }

    @concurrent func ages(of ids: [String]) async -> [Int?] {
        var ages = [Int?](repeating: nil, count: ids.count)
        for await (index, result) in client.results(of: ids.map { Endpoint.person($0) }) {
            ages[index] = try? result.get().age
        }
        return ages
    }
}

struct APIError: Decodable, CustomStringConvertible {
    var message: String
    var description: String { message }
}

struct TokenGrant: Decodable, Sendable { var access_token: String, expires_in: Int }

extension Endpoint where Output == TokenGrant {
    static func token(replacing old: String?) -> Self {
        .post("/token", body: .form([("grant_type", "client_credentials"), ("replaces", old ?? "")]))
    }
}
