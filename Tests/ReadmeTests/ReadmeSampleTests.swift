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
        let checksum = try await SHA256Hasher.digest(ofFile: path)
        let upload: Endpoint<String> = .put(
            "/sha256", fields: ["X-Content-SHA256": checksum.hex], body: .file(path))
        #expect(try await client.send(upload).contains(checksum.hex))
        #expect(server.received.last?["X-Content-SHA256"] == checksum.hex)
    }

    @Test func scriptsAndLongCallsHaveClientsOfTheirOwn() async throws {
        let script = Client(transport: .libcurl)
        let text = try await script.send(Endpoint<String>.get(url: "\(server.url)/get"))
        let patient = client.with { $0.timeouts.total = .seconds(300) }

        #expect(text.contains("/get"))
        let next: Endpoint<String> = .get(url: "get?page=2")
        _ = try await patient.send(next)
        #expect(server.received.map(\.target) == ["/get", "/get?page=2"])
    }

    @Test func sendsAPartOfAFile() async throws {
        let path = FileManager.default.temporaryDirectory.appending(path: "readme-\(UUID().uuidString)").path
        try Data("0123456789".utf8).write(to: URL(filePath: path))
        defer { try? FileManager.default.removeItem(atPath: path) }
        try await client.send(Endpoint<Void>.put("/put", body: .file(path, range: 2..<6)))
        #expect(server.received[0].body == Array("2345".utf8))
        #expect(server.received[0]["Content-Length"] == "4")
    }

    @Test func queriesAreEncoded() async throws {
        let limit: Int? = nil

        let query: URLQuery = ["q": "a+b", "page": 2, "limit": limit, "tag": "x y&z", "all": .flag]
        let search: Endpoint<String> = .get("/get", query: query)
        // GET /get?q=a%2Bb&page=2&tag=x%20y%26z&all

        _ = try await client.send(search)
        #expect(server.received[0].target == "/get?q=a%2Bb&page=2&tag=x%20y%26z&all")
    }

    @Test func queriesAreMadeOfValues() async throws {
        let filter = Filter(state: .open, labels: ["bug", "ui"])
        let issues: Endpoint<String> = .get(
            "/get", query: URLQuery(encoding: filter, style: FormStyle(keys: .snakeCase, arrays: .comma)))
        // GET /get?state=open&per_page=20&labels=bug,ui

        _ = try await client.send(issues)
        #expect(server.received[0].target == "/get?state=open&per_page=20&labels=bug,ui")
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
        let echo = try await client.send(Endpoint<JSONValue>.post("/post", body: .json(order)))
        let tag = echo["json"]?["tags"]?[0]?.intValue

        #expect(tag == 1)
        #expect(echo["json"] == order)
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

    @Test(arguments: [("ada", ["Ada"]), ("unknown", ["not found: no such person"])])
    func errorsHaveCodes(id: String, lines: [String]) async {
        #expect(await report(id, client) == lines)
    }

    @Test func timeoutsHaveAPhase() async throws {
        let silent = try LoopbackServer(replies: [.init(.keepOpen)])
        let impatient = Client(
            baseURL: silent.url, transport: .libcurl,
            configuration: .init(timeouts: .total(.milliseconds(200))))
        #expect(await report("ada", impatient) == ["too slow, in phase total"])
    }

    /// What the sample prints.
    private func report(_ id: String, _ client: Client) async -> [String] {
        var lines: [String] = []
        // In place of the standard library's.
        func print(_ words: Any...) { lines.append(words.map { "\($0)" }.joined(separator: " ")) }

        do throws(NetworkError) {
            let person = try await client.send(.person(id))
            print(person.name)
        } catch {
            switch error.code {
            case .timedOut: print("too slow, in phase", error.phase?.rawValue ?? "")
            case .unacceptableStatus where error.response?.status == 404:
                let problem = try? error.decodeBody(as: ProblemDetails.self)
                print("not found:", problem?.detail ?? "\(error)")
            default: print(error)
            }
        }
        return lines
    }

    @Test func codesCanBeCaught() async throws {
        let client = Client(baseURL: LoopbackServer.refusingURL, transport: .libcurl)
        var printed: [String] = []
        func print(_ text: String) { printed.append(text) }

        do {
            let person = try await client.send(.person("ada"))
            print(person.name)
        } catch NetworkError.Code.cannotConnect, NetworkError.Code.cannotResolve {
            print("no network")
        } catch {
            throw error
        }
        #expect(printed == ["no network"])
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
        let slow: Endpoint<String> = .get("/delay/30").with {
            $0.options.timeouts = .total(.milliseconds(200))
        }
        let error = await #expect(throws: NetworkError.self) { try await client.send(slow) }
        #expect(error?.phase == .total)
    }

    @Test func followsRedirects() async throws {
        let strict = Client.Configuration(redirects: .doNotFollow)
        let download = Endpoint<Data>.get("/redirect/3").with { $0.options.redirects = .follow(limit: 3) }
        let response = try await client.response(for: download)
        print(response.target?.url ?? "", response.redirects.map(\.status))

        #expect(response.target?.path == "/get")
        #expect(response.redirects.map(\.status) == [302, 302, 302])
        let stopping = Client(baseURL: server.url, transport: .libcurl, configuration: strict)
        #expect(try await stopping.withResponse(to: Endpoint<Data>.get("/redirect/1")) { $0.status } == 302)
    }

    @Test func aClosureDecidesOnRedirects() async throws {
        let within = RedirectPolicy.deciding { redirect in
            redirect.request.target.isSameOrigin(as: redirect.source) ? .follow : .stop
        }
        let inside = Endpoint<Data>.get("/redirect/1").with { $0.options.redirects = within }
        #expect(try await client.response(for: inside).status == 200)
        let outside = Endpoint<Data>.get("/redirect-to", query: ["url": "http://localhost:1/"])
        let status = try await client.withResponse(to: outside.with { $0.options.redirects = within }) {
            $0.status
        }
        #expect(status == 302)
    }

    @Test func refreshesATokenOnce() async throws {
        let login = Client(
            baseURL: "https://login.example.com",
            transport: ScriptedTransport { _ in .json(#"{"access_token": "t1", "expires_in": 3600}"#) })
        let auth = Authentication.refreshing { expired in
            let grant = try await login.send(.token(replacing: expired?.value))
            return AccessToken(grant.access_token, lifetime: .seconds(grant.expires_in))
        }
        let client = Client(baseURL: server.url, transport: .libcurl, configuration: .init(auth: auth))
        _ = try await client.send(Endpoint<Data>.get("/get"))
        #expect(server.received.map { $0["Authorization"] } == ["Bearer t1"])
    }

    @Test func middlewareWrapsTheTransport() async throws {
        let client = Client(
            baseURL: "https://api.example.com", transport: .libcurl,
            middleware: [RequestID()])
        #expect(client.configuration.userAgent == "Curlew/\(Client.version)")
    }

    @Test func middlewareChangesTheRequest() async throws {
        let client = Client(baseURL: server.url, transport: .libcurl, middleware: [RequestID()])
        _ = try await client.send(.person("ada"))
        #expect(server.received[0]["X-Request-ID"] != nil)
    }

    @Test func retriesAreCounted() async throws {
        let server = try LoopbackServer(replies: [
            .send("HTTP/1.1 500 Oops\r\nContent-Length: 0\r\n\r\n"),
            .send("HTTP/1.1 200 OK\r\nContent-Length: 26\r\n\r\n{\"name\": \"Ada\", \"age\": 36}"),
        ])
        var retries = RetryPolicy(maxRetries: 4)
        retries.statuses.insert(500)
        let client = Client(baseURL: server.url, transport: .libcurl, configuration: .init(retries: retries))
        let response = try await client.response(for: .person("ada"))
        print(response.attempts)

        #expect(response.attempts == 2)
    }

    @Test func cookiesAreKeptInAJar() async throws {
        let server = try LoopbackServer.settingACookie()
        let jar = CookieJar()
        let client = Client(baseURL: server.url, transport: .libcurl, configuration: .init(cookies: jar))
        _ = try await client.send(Endpoint<Void>.post("/login"))
        print(try jar.cookies(for: server.url).map(\.name))

        #expect(jar.cookies.map(\.name) == ["session"])
    }

    @Test func observersAndTraces() async throws {
        let incoming = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01"
        let metrics = RequestMetrics()
        let client = Client(
            baseURL: server.url, transport: .libcurl,
            configuration: .init(observers: [EventLog(), metrics], propagatesTraceContext: true))
        let trace = TraceContext(traceparent: incoming) ?? TraceContext()
        let ada = try await TraceContext.$current.withValue(trace.child()) {
            try await client.send(.person("ada"))
        }
        print(ada.name, metrics.text)

        #expect(server.received[0]["traceparent"]?.contains(trace.traceID) == true)
        let count = #"http_client_request_seconds_count{endpoint="GET /people/{}",outcome="200"} 1"#
        #expect(metrics.text.contains(count))
    }

    @Test func aRequestIsACommand() throws {
        var request = try HTTPRequest(method: .post, url: "https://example.com/people?page=2")
        request.fields[.authorization] = "Bearer s3cret"
        print(request.curlCommand(showing: .query))
        // curl -X POST -H 'Authorization: <redacted>' 'https://example.com/people?page=2'

        #expect(
            request.curlCommand(showing: .query)
                == "curl -X POST -H 'Authorization: <redacted>' 'https://example.com/people?page=2'")
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
                maxConnectionsPerHost: 32, idleLifetime: .seconds(15), tls: .init(trustStore: .file(caFile))))
        let client = Client(baseURL: "https://internal.example.com", transport: transport)
        transport.shutdown()
        let error = await #expect(throws: NetworkError.self) { try await client.send(.person("ada")) }
        #expect(error?.code == .closed)
    }

    @Test func anAPITakesItsTransport() async throws {
        let people = PeopleAPI(baseURL: server.url, transport: .libcurl)
        #expect(await people.ages(of: ["ada", "unknown"]) == [36, nil])
    }
}

extension LoopbackServer {
    fileprivate static func settingACookie() throws -> LoopbackServer {
        try LoopbackServer(replies: [
            .send("HTTP/1.1 204 No Content\r\nSet-Cookie: session=1; HttpOnly\r\n\r\n")
        ])
    }
}
