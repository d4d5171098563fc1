import CurlewTesting
import Foundation
import Testing

@testable import Curlew

/// Pages with the URL of the next one.
@Suite(.timeLimit(.minutes(1)))
struct PagingByURLTests {
    private struct Page: Decodable, Sendable {
        var item: Int
        var next: String?
        var nextURL: URL? { next.flatMap { URL(string: $0) } }
    }

    private static let items = Endpoint<Page>.get("/items")

    /// A client whose first page, and no other, has the URL of a next one.
    private func client(next: String) -> (Client, ScriptedTransport) {
        let transport = ScriptedTransport { request in
            let isFirst = request.target.url == "https://example.com/v1/items"
            return .json("{\"item\":\(isFirst ? 1 : 2),\"next\":\(isFirst ? "\"\(next)\"" : "null")}")
        }
        let client = Client(
            baseURL: "https://example.com/v1", transport: transport,
            configuration: .init(fields: ["X-Api-Key": "s3cret"]))
        return (client, transport)
    }

    private func all(_ pages: Pages<Page>) async throws(NetworkError) -> [Int] {
        var items: [Int] = []
        for try await page in pages { items.append(page.item) }
        return items
    }

    @Test(arguments: ["https://example.com/v1/items?page=2", "?page=2", "/v1/items?page=2", "items?page=2"])
    func followsTheURLOfEachPage(next: String) async throws {
        let (client, transport) = client(next: next)
        #expect(try await all(client.pages(of: Self.items, by: .url(at: \.next))) == [1, 2])
        #expect(transport.requests.map(\.path) == ["/v1/items", "/v1/items?page=2"])
        #expect(transport.requests.allSatisfy { $0.fields.contains("X-Api-Key") })
        #expect(try await all(client.pages(of: Self.items, by: .url(at: \.nextURL))) == [1, 2])
    }

    @Test func anEmptyURLIsTheEnd() async throws {
        let (client, _) = client(next: "")
        #expect(try await all(client.pages(of: Self.items, by: .url(at: \.next))) == [1])
    }

    @Test func anotherOriginIsRefusedOrGetsNoSecrets() async throws {
        let (client, transport) = client(next: "https://other.example/2")
        let error = await #expect(throws: NetworkError.self) {
            try await all(client.pages(of: Self.items, by: .url(at: \.next)))
        }
        #expect(error?.code == .redirectRefused)
        #expect(transport.requests.count == 1)
        let pages = client.pages(of: Self.items, by: .url(at: \.next, allowsOtherOrigins: true))
        #expect(try await all(pages) == [1, 2])
        #expect(transport.requests.map { $0.fields.contains("X-Api-Key") } == [true, true, false])
    }

    @Test(arguments: ["https://u:p@example.com/2", "ftp://example.com/2", "http://"])
    func aBadURLIsThrown(next: String) async {
        let (client, transport) = client(next: next)
        let error = await #expect(throws: NetworkError.self) {
            try await all(client.pages(of: Self.items, by: .url(at: \.next)))
        }
        #expect(error?.code == .invalidURL)
        #expect(transport.requests.count == 1)
    }
}
