import Curlew

struct Person: Codable, Sendable { var name: String, age: Int }

struct PeopleFilter: Encodable, Sendable {
    enum Order: String, Encodable { case name, age }
    var order: Order?
    var text: String
}

enum State: String, QueryValue { case open, closed }

struct APIProblem: Decodable, Error { var message: String }

extension Endpoint where Output == Person {
    static func person(_ id: String) -> Self { .get("/people/\(id)") }
    static func add(_ person: Person) -> Self { .post("/people", body: .json(person)) }
    static func next(of url: String) -> Self { .get(url: url) }
}

extension Endpoint where Output == [Person] {
    static func search(_ filter: PeopleFilter) -> Self { .get("/people", query: URLQuery(encoding: filter)) }
    static func all(_ state: State, limit: Int? = nil) -> Self {
        .get("/people", query: ["state": state, "limit": limit, "full": .flag])
    }
}

extension Endpoint where Output == Void {
    static func remove(_ id: String) -> Self { .delete("/people/\(id)") }
}

extension ResponseDecoder where Output == [Substring] {
    static var lines: Self {
        ResponseDecoder(accepting: ["text/plain"]) { body, _ in
            String(decoding: body, as: UTF8.self).split(separator: "\n")
        }
    }
}

struct PeopleSDK: Sendable {
    private let client: Client

    init(baseURL: String, token: String, transport: some Transport) {
        client = Client(
            baseURL: baseURL, transport: transport,
            configuration: .init(auth: .bearer(token), retries: .standard))
    }

    func person(_ id: String) async throws -> Person { try await client.send(.person(id)) }

    func oldest() async throws(NetworkError) -> Person? {
        try await client.send(.search(PeopleFilter(order: .age, text: ""))).last
    }

    func ages(of ids: [String]) async -> [Int] {
        await withTaskGroup(of: Int?.self) { group in
            for id in ids { group.addTask { try? await client.send(.person(id)).age } }
            return await group.reduce(into: []) { if let age = $1 { $0.append(age) } }
        }
    }
}
