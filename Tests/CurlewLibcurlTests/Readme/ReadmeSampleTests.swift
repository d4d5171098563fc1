import Curlew
import CurlewLibcurl
import CurlewTesting
import Testing

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Runs the samples of the README; `ReadmeTests` compares the texts.
struct ReadmeSampleTests {
    private let server: LoopbackServer
    private let client: Client

    init() throws {
        let ada = #"{"name": "Ada", "age": 36}"#
        server = try LoopbackServer(routes: [
            .init("GET", "/people/ada") { _ in .json(ada) },
            .init("GET", "/people/*") { _ in .json(#"{"detail": "no such person"}"#, status: 404) },
            .init("GET", "/people") { _ in .json("[\(ada)]") },
            .init("POST", "/people") { request in .json(request.bodyText, status: 201) },
            .init("DELETE", "/people/*") { _ in .init(status: 204) },
        ])
        client = Client(baseURL: server.url, transport: .libcurl)
    }

    @Test func endpointsAreStaticMembers() async throws {
        let ada = try await client.send(.person("ada"))
        let copy = try await client.send(.add(ada))
        let found = try await client.send(.search("ada"))
        try await client.send(.remove("ada"))

        #expect([ada, copy, found[0]].allSatisfy { $0.name == "Ada" && $0.age == 36 })
        #expect(server.received.map(\.method) == ["GET", "POST", "GET", "DELETE"])
        #expect(server.received[2].target == "/people?q=ada&page=1")
    }

    @Test func downloadsAndUploadsAFile() async throws {
        let path = FileManager.default.temporaryDirectory.appending(path: "readme-\(UUID().uuidString)").path
        defer { try? FileManager.default.removeItem(atPath: path) }
        let export: Endpoint<Data> = .get("/bytes/1000000")

        let file = try await client.download(export, to: path) { progress in
            print(progress.completed, progress.total ?? 0, progress.rate, progress.timeLeft ?? .zero)
        }
        print(file.path, file.size)

        #expect(file.size == 1_000_000)
        let backup: Endpoint<Void> = .put("/put", body: .file(path).reporting { print($0.fraction ?? 0) })
        try await client.send(backup)
        #expect(server.received.last?.bodyLength == 1_000_000)
    }

    @Test func queriesAreEncoded() async throws {
        let query: Query = ["q": "a+b", "page": 2, "tag": "x y&z", "flag": nil]
        let search: Endpoint<String> = .get("/get", query: query)
        // GET /get?q=a%2Bb&page=2&tag=x%20y%26z&flag
        _ = try await client.send(search)
        #expect(server.received[0].target == "/get?q=a%2Bb&page=2&tag=x%20y%26z&flag")
    }

    @Test func sendsBodiesOfEveryKind() async throws {
        let path = FileManager.default.temporaryDirectory.appending(path: "readme-\(UUID().uuidString)").path
        try Data("name,age\n".utf8).write(to: URL(filePath: path))
        defer { try? FileManager.default.removeItem(atPath: path) }
        let (chunks, continuation) = AsyncStream.makeStream(of: Data.self)
        continuation.yield(Data("one ".utf8))
        continuation.yield(Data("two".utf8))
        continuation.finish()

        let json: Endpoint<JSONValue> = .post("/post", body: .json(Person(name: "Ada", age: 36)))
        let form: Endpoint<JSONValue> = .post("/post", body: .form(["name": "Ada", "note": "a+b c"]))
        let bytes: Endpoint<JSONValue> = .put("/put", body: .data(Data([1, 2, 3])))
        let file: Endpoint<JSONValue> = .put("/put", body: .file(path, contentType: "text/csv"))
        let stream: Endpoint<JSONValue> = .post("/post", body: .stream(chunks, contentType: "text/plain"))

        #expect(try await client.send(json)["json"]?["age"]?.intValue == 36)
        #expect(try await client.send(form)["form"]?["note"] == "a+b c")
        _ = try await client.send(bytes)
        #expect(server.received[2].body == [1, 2, 3])
        #expect(try await client.send(file)["data"] == "name,age\n")
        #expect(try await client.send(stream)["data"] == "one two")
        #expect(server.received[4]["Content-Type"] == "text/plain")
        #expect(server.received[4]["Transfer-Encoding"] == "chunked")
    }

    @Test func untypedJSON() async throws {
        let order: JSONValue = ["name": "Ada", "tags": [1, 2], "admin": true, "note": nil]
        let answer = try await client.send(Endpoint<JSONValue>.post("/post", body: .json(order)))
        let tag = answer["json"]?["tags"]?[0]?.intValue

        #expect(tag == 1)
        #expect(answer["json"] == order)
    }

    @Test func ownDecoder() async throws {
        let table = try await client.send(.report)

        #expect(table.rows == [["name", "age"], ["Ada", "36"], ["Grace", "45"]])
        #expect(server.received[0]["Accept"] == "text/csv")
    }

    @Test func configuresAClient() async throws {
        let decoder = JSONDecoder()
        decoder.keyDecodingStrategy = .convertFromSnakeCase
        let client = Client(
            baseURL: server.url, transport: .libcurl,
            configuration: .init(
                fields: ["X-API-Version": "2"], userAgent: "report/1.4",
                timeouts: Timeouts(head: .seconds(5), total: .seconds(20)), decoder: decoder))
        _ = try await client.send(.person("ada"))
        #expect(server.received[0]["x-api-version"] == "2")
        #expect(server.received[0]["User-Agent"] == "report/1.4")
    }

    @Test(arguments: ["ada", "nobody"]) func errorsHaveCodes(id: String) async {
        await #expect(throws: Never.self) { try await report(id) }
    }

    private func report(_ id: String) async throws {
        do throws(NetworkError) {
            let person = try await client.send(.person(id))
            print(person.name)
        } catch {
            switch error.code {
            case .timedOut: print("too slow, in phase", error.phase?.rawValue ?? "")
            case .unacceptableStatus where error.response?.status == 404:
                let problem = try error.decodeBody(as: Problem.self)
                print("not found:", problem.detail)
            default: print(error)
            }
        }
    }

    @Test func codesCanBeCaught() async throws {
        let client = Client(baseURL: "http://127.0.0.1:1", transport: .libcurl)
        do {
            let person = try await client.send(.person("ada"))
            print(person.name)
        } catch NetworkError.Code.cannotConnect, NetworkError.Code.cannotResolve {
            print("no network")
        }
    }

    @Test func threeSpellings() async throws {
        let person = try await client.send(.person("ada"))

        let result = await client.result(of: .person("ada"))

        let done = AsyncStream.makeStream(of: Void.self)
        let task = client.send(.person("ada")) { result in
            print(result.map(\.name))
            done.continuation.finish()
        }
        for await _ in done.stream {}
        await task.value
        #expect(person.name == "Ada")
        #expect(try result.get().name == "Ada")
    }

    @Test func headAndMetrics() async throws {
        let response = try await client.response(for: .person("ada"))
        print(response.status, response.fields[.contentType] ?? "", response.value.name)
        print(response.metrics.firstByte ?? .zero, response.metrics.isReusedConnection ?? false)

        #expect(response.status == 200)
        #expect(response.metrics.firstByte != nil)
    }

    @Test func streamsABody() async throws {
        let export: Endpoint<Data> = .get("/bytes/1000000")
        let size = try await client.withResponse(to: export) { response in
            guard response.status.isSuccessful else { return 0 }
            var size = 0
            for try await chunk in response.body { size += chunk.count }
            return size
        }
        #expect(size == 1_000_000)
    }

    @Test func limitsTime() async throws {
        let slow: Endpoint<String> = .get("/delay/30").with { $0.timeouts = .total(.milliseconds(200)) }
        let error = await #expect(throws: NetworkError.self) { try await client.send(slow) }
        #expect(error?.phase == .total)
    }

    @Test func middlewareWrapsTheTransport() async throws {
        let client = Client(
            baseURL: "https://api.example.com", transport: .libcurl,
            middleware: [RequestID(), RetryUnavailable()])
        #expect(client.configuration.userAgent == "Curlew/\(Client.version)")
    }

    @Test func middlewareChangesAndRepeats() async throws {
        let server = try LoopbackServer(replies: [
            .send("HTTP/1.1 503 Service Unavailable\r\nContent-Length: 0\r\n\r\n"),
            .send("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok"),
        ])
        let client = Client(
            baseURL: server.url, transport: .libcurl,
            middleware: [RequestID(), RetryUnavailable(pause: .milliseconds(1))])
        #expect(try await client.send(Endpoint<String>.get("/")) == "ok")
        let ids = server.received.compactMap { $0["X-Request-ID"] }
        #expect(ids.count == 2 && ids[0] == ids[1])
    }

    @Test func bareRequestsGoToATransport() async throws {
        let url = "\(server.url)/bytes/1000"
        let transport = LibcurlTransport()
        defer { transport.shutdown() }
        let response = try await transport.send(HTTPRequest(url: url))
        let body = try await response.body.collect(upTo: 1 << 20)
        #expect(body.count == 1000)
    }

    @Test func configuresATransport() async throws {
        let caFile = "/etc/ssl/certs/ca-certificates.crt"
        let transport = LibcurlTransport(
            configuration: TransportConfiguration(
                connectionsPerHost: 32, idleLifetime: .seconds(15), tls: .init(authorities: .file(caFile))))
        let client = Client(baseURL: "https://internal.example.com", transport: transport)
        transport.shutdown()
        let error = await #expect(throws: NetworkError.self) { try await client.send(.person("ada")) }
        #expect(error?.code == .closed)
    }

    @Test func anAPITakesItsTransport() async throws {
        let people = PeopleAPI(baseURL: server.url, transport: .libcurl)
        #expect(await people.ages(of: ["ada", "nobody"]) == [36, nil])
    }
}

/// The README's samples of tests.
struct ReadmeTestingTests {
    @Test func readsAUser() async throws {
        let transport = ScriptedTransport { _ in .json(#"{"login": "ada", "followers": 3}"#) }
        let client = Client(baseURL: "https://api.example.com", transport: transport)
        #expect(try await client.send(.user("ada")).followers == 3)
        #expect(transport.requests.map(\.path) == ["/users/ada"])
    }

    @Test func reportsABodyThatBreaksOff() async throws {
        let server = try LoopbackServer { connection in
            _ = try connection.readRequest()
            try connection.send("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nshort")
        }
        let client = Client(baseURL: server.url, transport: .libcurl)
        let error = await #expect(throws: NetworkError.self) { try await client.send(.user("ada")) }
        #expect(error?.code == .incompleteBody)
        #expect(server.received[0].path == "/users/ada")
    }
}
