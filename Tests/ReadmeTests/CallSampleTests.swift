import Curlew
import CurlewLibcurl
import CurlewTesting
import Testing

/// Runs the samples of the README on error bodies, many requests and conditions; `ReadmeTests` compares the texts.
struct CallSampleTests {
    private let server: LoopbackServer
    private let client: Client

    init() throws {
        server = try LoopbackServer(routes: [
            .init("GET", "/people/ada") { request in
                let body = request["If-None-Match"] == "\"1\"" ? "" : "{\"name\": \"Ada\", \"age\": 36}"
                var response = LoopbackServer.Response.json(body)
                response.status = body.isEmpty ? 304 : 200
                response.fields.append(.init("ETag", "\"1\""))
                return response
            },
            .init("GET", "/people/grace") { _ in .json("{\"name\": \"Grace\", \"age\": 85}") },
            .init("DELETE", "/people/*") { _ in
                var response = LoopbackServer.Response.json("{\"message\": \"not yours\"}")
                response.status = 403
                return response
            },
        ])
        client = Client(baseURL: server.url, transport: .libcurl)
    }

    @Test func decodesTheErrorsOfAnAPI() async throws {
        var printed: [String] = []
        func print(_ text: String) { printed.append(text) }

        let client = Client(
            baseURL: server.url, transport: .libcurl, configuration: .init(failureBody: APIError.self))
        do throws(NetworkError) {
            try await client.send(.remove("ada"))
        } catch {
            print(error.failure(as: APIError.self)?.message ?? "\(error)")
        }
        #expect(printed == ["not yours"])
    }

    @Test func sendsManyEndpoints() async throws {
        var printed: [String] = []
        func print(_ index: Int, _ result: Result<String, NetworkError>) {
            printed.append("\(index) \((try? result.get()) ?? "unknown")")
        }

        let endpoints = ["ada", "grace", "someone"].map { Endpoint.person($0) }
        for await (index, result) in client.results(of: endpoints, concurrency: 16) {
            print(index, result.map(\.name))
        }
        #expect(printed.sorted() == ["0 Ada", "1 Grace", "2 unknown"])
    }

    @Test func asksOnlyForWhatHasChanged() async throws {
        var cached: (person: Person, tag: String?)?
        for _ in 1...2 {
            let response = try await client.response(for: Endpoint.person("ada").ifNoneMatch(cached?.tag))
            if let person = response.value { cached = (person, response.fields[.eTag]) }
        }
        #expect(cached?.person.name == "Ada")
        #expect(server.received.map { $0["If-None-Match"] } == [nil, "\"1\""])
    }
}
