import Curlew
import CurlewLibcurl
import CurlewTesting
import Testing

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Runs the samples of the README on forms, lines, events, pages and polling; `ReadmeTests` compares the texts.
struct FormatSampleTests {
    private struct Order: Decodable, Sendable { var id: Int }
    private struct Orders: Decodable, Sendable { var items: [Int], next: String? }
    private struct Delta: Decodable, Sendable { var text: String }
    private struct Job: Decodable, Sendable { var isDone: Bool }

    private let server: LoopbackServer
    private let client: Client

    init() throws {
        let state = Lock(0)
        server = try LoopbackServer(routes: [
            .init("GET", "/export") { _ in .text("{\"id\": 1}\n{\"id\": 2}\n") },
            .init("GET", "/ticker") { request in
                let isDone = request["Last-Event-ID"] == "7"
                return isDone ? .init(status: 204) : .events("retry: 1\nid: 7\nevent: price\ndata: 42\n\n")
            },
            .init("POST", "/chat") { _ in
                .events("data: {\"text\": \"Hel\"}\n\ndata: {\"text\": \"lo\"}\n\ndata: [DONE]\n\n")
            },
            .init("GET", "/people") { .page("[]", next: $0.target == "/people?q=ada&page=1" ? 2 : nil) },
            .init("GET", "/orders") { request in
                .json("{\"items\": [1], \"next\": \(request.target == "/orders" ? "\"b\"" : "null")}")
            },
            .init("GET", "/jobs/*") { _ in
                let isDone = state.withLock { count in
                    count += 1
                    return count > 1
                }
                var response = LoopbackServer.Response.json("{\"isDone\": \(isDone)}")
                response.fields.append(.init("Retry-After", "0"))
                return response
            },
        ])
        client = Client(baseURL: server.url, transport: .libcurl)
    }

    @Test func sendsAForm() async throws {
        let path = FileManager.default.temporaryDirectory.appending(path: "readme-\(UUID().uuidString)").path
        try Data("picture".utf8).write(to: URL(filePath: path))
        defer { try? FileManager.default.removeItem(atPath: path) }
        let form: Endpoint<JSONValue> = .post(
            "/post",
            body: .multipart([
                .text("title", "Ada"), .file("portrait", path: path, contentType: "image/jpeg"),
            ]))
        _ = try await client.send(form)
        #expect(server.received[0].bodyText.contains("picture"))
    }

    @Test func readsLines() async throws {
        let printed = Lock<[Int]>([])
        // In place of the standard library's.
        func print(_ id: Int) { printed.withLock { $0.append(id) } }

        let export: Endpoint<Data> = .get("/export")
        for try await order in client.jsonLines(of: Order.self, from: export) { print(order.id) }
        #expect(printed.withLock(\.self) == [1, 2])
    }

    @Test func decodesEvents() async throws {
        let printed = Lock<[String]>([])
        func print(_ text: String) { printed.withLock { $0.append(text) } }

        let chat: Endpoint<Void> = .post("/chat", body: .json(["prompt": "Hello"]))
        for try await delta in client.events(of: Delta.self, from: chat, until: "[DONE]") {
            print(delta.text)
        }
        #expect(printed.withLock(\.self) == ["Hel", "lo"])
        #expect(server.requestCount == 1)
    }

    @Test func readsEvents() async throws {
        let printed = Lock<[String]>([])
        func print(_ texts: String?...) {
            printed.withLock { $0.append(texts.map { $0 ?? "" }.joined(separator: " ")) }
        }

        let ticker: Endpoint<Void> = .get("/ticker")
        for try await event in client.events(from: ticker) {
            print(event.name, event.data, event.lastEventID)
        }
        #expect(printed.withLock(\.self) == ["price 42 7"])
        #expect(server.requestCount == 2)
    }

    @Test func fetchesPages() async throws {
        let printed = Lock<[String]>([])
        func print(_ page: Any) { printed.withLock { $0.append("\(page)") } }

        for try await people in client.pages(of: .search("ada"), prefetch: 1) {
            print(people.count)
        }
        let orders: Endpoint<Orders> = .get("/orders")
        for try await page in client.pages(of: orders, by: .cursor(at: \.next, query: "after")) {
            print(page.items)
        }
        #expect(printed.withLock(\.self) == ["0", "0", "[1]", "[1]"])
        #expect(server.received.last?.target == "/orders?after=b")
    }

    @Test func polls() async throws {
        let endpoint: Endpoint<Job> = .get("/jobs/1")
        let job = try await client.poll(endpoint, every: .seconds(2), within: .seconds(600)) { response in
            response.value.isDone
        }
        #expect(job.isDone)
        #expect(server.requestCount == 2)
    }
}

extension LoopbackServer.Response {
    fileprivate static func events(_ text: String) -> Self {
        .init(fields: ["Content-Type": "text/event-stream"], body: Array(text.utf8))
    }

    fileprivate static func page(_ items: String, next: Int?) -> Self {
        var response = Self.json(items)
        if let next { response.fields.append(.init("Link", "</people?page=\(next)>; rel=\"next\"")) }
        return response
    }
}
