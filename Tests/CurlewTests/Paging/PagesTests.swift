import CurlewTesting
import Foundation
import Testing

@testable import Curlew

@Suite(.timeLimit(.minutes(5)))
struct PagesTests {
    private struct Page: Decodable, Sendable {
        var items: [Int]
        var next: String?
    }

    private static let items = Endpoint<Page>.get("/items", query: ["size": 2])

    /// A client whose server has that many pages, each with a Link and a cursor to the next one.
    private func client(
        pages count: Int,
        link: @escaping @Sendable (_ next: Int) -> String = { "</v1/items?size=2&page=\($0)>; rel=next" }
    ) -> (Client, ScriptedTransport) {
        let transport = ScriptedTransport { request in
            let query = request.path.drop { $0 != "?" }.dropFirst().split(separator: "&")
            let page = query.compactMap { Int($0.drop { $0 != "=" }.dropFirst()) }.last ?? 1
            let number = query.contains { $0.hasPrefix("page=") || $0.hasPrefix("cursor=") } ? page : 1
            let next = number < count ? "\"\(number + 1)\"" : "null"
            let items = number <= count ? "[\(2 * number - 1),\(2 * number)]" : "[]"
            var response = HTTPResponse.json("{\"items\":\(items),\"next\":\(next)}")
            if number < count { response.fields[.link] = link(number + 1) }
            return response
        }
        let client = Client(
            baseURL: "https://example.com/v1", transport: transport,
            configuration: .init(fields: [.authorization: "secret", "X-A": "1"]))
        return (client, transport)
    }

    private func all(_ pages: Pages<Page>) async throws(NetworkError) -> [Int] {
        var items: [Int] = []
        for try await page in pages { items += page.items }
        return items
    }

    @Test(arguments: [0, 1, 3, 10])
    func followsLinks(prefetch: Int) async throws {
        let (client, transport) = client(pages: 4)
        #expect(try await all(client.pages(of: Self.items, prefetch: prefetch)) == Array(1...8))
        let paths = ["", "&page=2", "&page=3", "&page=4"].map { "/v1/items?size=2\($0)" }
        #expect(transport.requests.map(\.path) == paths)
        #expect(transport.requests.allSatisfy { $0.fields[.authorization] == "secret" })
    }

    @Test(arguments: [
        "?page=2", "items?page=2", "/v1/items?page=2", "https://example.com:443/v1/items?page=2",
    ])
    func resolvesRelativeLinks(reference: String) async throws {
        let (client, transport) = client(pages: 2) { _ in "<\(reference)>; rel=\"last next\"" }
        #expect(try await all(client.pages(of: Self.items)) == [1, 2, 3, 4])
        #expect(transport.requests.last?.path == "/v1/items?page=2")
    }

    @Test(arguments: [0, 1])
    func followsACursor(prefetch: Int) async throws {
        let (client, transport) = client(pages: 3) { _ in "" }
        let pages = client.pages(of: Self.items, by: .cursor(at: \.next), prefetch: prefetch)
        #expect(try await all(pages) == Array(1...6))
        let paths = ["", "&cursor=2", "&cursor=3"].map { "/v1/items?size=2\($0)" }
        #expect(transport.requests.map(\.path) == paths)
    }

    @Test func countsPages() async throws {
        let (client, transport) = client(pages: 3) { _ in "" }
        let pages = client.pages(of: Self.items, by: .number(isLast: { $0.items.isEmpty }))
        #expect(try await all(pages) == Array(1...6))
        #expect(transport.requests.map { $0.path.suffix(6) } == ["page=1", "page=2", "page=3", "page=4"])
        let fromZero = client.pages(of: Self.items, by: .number(query: "page", from: 2) { $0.next == nil })
        #expect(try await all(fromZero) == Array(3...6))
    }

    @Test(arguments: [0, 2])
    func endsInALoop(prefetch: Int) async throws {
        let (client, transport) = client(pages: 9) { next in
            "</v1/items?size=2&page=\(next > 3 ? 2 : next)>; rel=next"
        }
        var iterator = client.pages(of: Self.items, prefetch: prefetch).makeAsyncIterator()
        for first in [1, 3, 5] { #expect(try await iterator.next()?.items.first == first) }
        let error = await #expect(throws: NetworkError.self) { try await iterator.next() }
        #expect(error?.code == .pagingLoop)
        #expect(error?.endpoint == "GET /items")
        #expect(try await iterator.next() == nil)
        #expect(transport.requests.count == 3)
    }

    @Test(arguments: [
        "http://example.com/v1/items", "https://evil.example/v1/items", "https://example.com:8443/",
        "//evil.example/",
    ])
    func staysAtItsOrigin(url: String) async throws {
        let (client, transport) = client(pages: 2) { _ in "<\(url)?page=2>; rel=next" }
        var iterator = client.pages(of: Self.items).makeAsyncIterator()
        #expect(try await iterator.next()?.items == [1, 2])
        let error = await #expect(throws: NetworkError.self) { try await iterator.next() }
        #expect(error?.code == .redirectRefused)
        #expect(transport.requests.count == 1)
    }

    @Test func dropsSecretsForAnotherAllowedOrigin() async throws {
        let (client, transport) = client(pages: 3) { "<https://other.example/?page=\($0)>; rel=next" }
        let pages = client.pages(of: Self.items, by: .link(allowsOtherOrigins: true))
        #expect(try await all(pages) == Array(1...6))
        #expect(transport.requests.map { $0.fields[.authorization] } == ["secret", nil, nil])
        #expect(transport.requests.map { $0.fields["X-A"] } == ["1", "1", "1"])
    }

    /// A client whose first page follows a redirect to another origin, which responds with this Link.
    private func clientAfterARedirect(_ link: String) -> (Client, ScriptedTransport) {
        let transport = ScriptedTransport { request in
            guard request.path != "/v1/hop" else {
                return HTTPResponse(status: 302, fields: [.location: "https://other.example/list/1"])
            }
            var response = HTTPResponse.json("{\"items\":[1]}")
            if request.path == "/list/1" { response.fields[.link] = "<\(link)>; rel=next" }
            return response
        }
        let client = Client(
            baseURL: "https://example.com/v1", transport: transport,
            configuration: .init(fields: [.authorization: "secret"], auth: .bearer("t")))
        return (client, transport)
    }

    @Test(arguments: ["2", "/list/2", "https://other.example/list/2"])
    func aLinkBelongsToWhereTheRedirectLed(link: String) async throws {
        let (client, transport) = clientAfterARedirect(link)
        #expect(try await all(client.pages(of: Endpoint<Page>.get("/hop"))) == [1, 1])
        #expect(transport.requests.last?.target.url == "https://other.example/list/2")
        #expect(transport.requests.map { $0.fields.contains(.authorization) } == [true, false, false])
    }

    @Test func anotherOriginCannotRedirectTheSecrets() async throws {
        let link = "https://example.com/admin?x"
        let (client, transport) = clientAfterARedirect(link)
        let endpoint = Endpoint<Page>.get("/hop")
        let error = await #expect(throws: NetworkError.self) { try await all(client.pages(of: endpoint)) }
        #expect(error?.code == .redirectRefused)
        #expect(transport.requests.count == 2)
        let pages = client.pages(of: endpoint, by: .link(allowsOtherOrigins: true))
        #expect(try await all(pages) == [1, 1])
        #expect(transport.requests.last?.target.url == link)
        #expect(transport.requests.last?.fields.contains(.authorization) == false)
    }

    @Test func aPageThatLinksToItsRedirectsTargetIsALoop() async throws {
        let (client, transport) = clientAfterARedirect("/list/1")
        let error = await #expect(throws: NetworkError.self) {
            try await all(client.pages(of: Endpoint<Page>.get("/hop")))
        }
        #expect(error?.code == .pagingLoop)
        #expect(transport.requests.count == 2)
    }

    @Test func fieldsForTheFirstOriginAreDropped() async throws {
        let (client, transport) = client(pages: 2) { "<https://other.example/?page=\($0)>; rel=next" }
        let endpoint = Self.items.with { $0.fields = [.host: "virtual.example", "Referer": "https://a/?b"] }
        _ = try await all(client.pages(of: endpoint, by: .link(allowsOtherOrigins: true)))
        #expect(transport.requests.map { $0.fields.contains(.host) } == [true, false])
        #expect(transport.requests.map { $0.fields.contains("Referer") } == [true, false])
        #expect(transport.requests.map(\.hasLeftOrigin) == [false, true])
    }

    @Test func theLargestNumberIsThatOfTheLastPage() async throws {
        let (client, transport) = client(pages: 3) { _ in "" }
        _ = try await all(client.pages(of: Self.items, by: .number(from: .max - 1) { _ in false }))
        #expect(transport.requests.count == 2)
    }

    @Test func anyPrefetchHasAnEnd() async throws {
        let (client, _) = client(pages: 3)
        #expect(try await all(client.pages(of: Self.items, prefetch: .max)) == Array(1...6))
        #expect(try await all(client.pages(of: Self.items, prefetch: .min)) == Array(1...6))
    }

    @Test(arguments: [
        "ftp://example.com/", "https://[::/", "https://user:pass@example.com/", "mailto:a@b",
    ])
    func refusesALinkThatIsNotAURL(url: String) async throws {
        let (client, transport) = client(pages: 2) { _ in "<\(url)>; rel=next" }
        var iterator = client.pages(of: Self.items).makeAsyncIterator()
        #expect(try await iterator.next() != nil)
        let error = await #expect(throws: NetworkError.self) { try await iterator.next() }
        #expect(error?.code == .invalidURL)
        #expect(transport.requests.count == 1)
    }

    @Test(arguments: [
        "<?page=2>; rel='next'", "<?page=2>; rel=\"next", "?page=2; rel=next",
        "</1>; rel=prev, <?page=2> rel = NEXT", "<?page=2>; 'rel'='next'", "< ?page=2 >; rel=next",
        "<?page=2>; rel=next; anchor=\"\"",
    ])
    func readsALinkThatIsNearlyRight(link: String) async throws {
        let (client, transport) = client(pages: 2) { _ in link }
        #expect(try await all(client.pages(of: Self.items)) == [1, 2, 3, 4])
        #expect(transport.requests.last?.path == "/v1/items?page=2")
    }

    @Test(arguments: [
        "</2>, rel=next", "</2>; rel: next", "nonsense", "</2>; rel=\u{201C}next\u{201D}",
        "</2>; rel=[next]", "</2>; rel*=UTF-8''next", "nonsense; </2>; rel=next",
    ])
    func aLinkThatCannotBeReadDoesNotEndTheList(link: String) async throws {
        let (client, _) = client(pages: 2) { _ in link }
        var iterator = client.pages(of: Self.items).makeAsyncIterator()
        #expect(try await iterator.next()?.items == [1, 2])
        let error = await #expect(throws: NetworkError.self) { try await iterator.next() }
        #expect(error?.code == .protocolViolation)
    }

    @Test func theOctetsOfALinkStay() async throws {
        let transport = ScriptedTransport { request in
            var response = HTTPResponse.json("{\"items\":[1]}")
            let link = Array("</caf".utf8) + [0xE9] + Array("?%zz>; rel=next".utf8)
            if request.path == "/" { response.fields.append(HTTPField(name: .link, bytes: link)) }
            return response
        }
        let client = Client(baseURL: "http://example.com", transport: transport)
        _ = try await client.pages(of: Endpoint<Page>.get("/")).first { _ in false }
        #expect(transport.requests.last?.path == "/caf%E9?%25zz")
    }

    @Test func endsWithTheFailureOfAPage() async throws {
        let transport = ScriptedTransport { request in
            guard request.path == "/" else { return HTTPResponse(status: 500) }
            var response = HTTPResponse.json("{\"items\":[1]}")
            response.fields[.link] = "</2>; rel=next"
            return response
        }
        let client = Client(baseURL: "http://example.com", transport: transport)
        for prefetch in [0, 1, 5] {
            var iterator = client.pages(of: Endpoint<Page>.get("/"), prefetch: prefetch).makeAsyncIterator()
            #expect(try await iterator.next()?.items == [1])
            let error = await #expect(throws: NetworkError.self) { try await iterator.next() }
            #expect(error?.code == .unacceptableStatus)
            #expect(try await iterator.next() == nil)
        }
        #expect(transport.requests.count == 6)
    }

    @Test func fetchesNoMoreThanItIsAllowedTo() async throws {
        let (client, transport) = client(pages: 100)
        var iterator = client.pages(of: Self.items, prefetch: 2).makeAsyncIterator()
        for count in 1...5 {
            _ = try await iterator.next()
            #expect(transport.requests.count >= count)
            #expect(transport.requests.count <= count + 2)
        }
    }

    @Test func leavingTheLoopCancelsWhatWasFetchedAhead() async throws {
        let (states, continuation) = AsyncStream.makeStream(of: String.self)
        let transport = ScriptedTransport { request in
            guard request.path != "/" else {
                var response = HTTPResponse.json("{\"items\":[1]}")
                response.fields[.link] = "</2>; rel=next"
                return response
            }
            continuation.yield("started")
            do { try await Task.sleep(for: .seconds(3600)) } catch { continuation.yield("cancelled") }
            throw CancellationError()
        }
        let client = Client(baseURL: "http://example.com", transport: transport)
        var iterator = states.makeAsyncIterator()
        for try await _ in client.pages(of: Endpoint<Page>.get("/"), prefetch: 1) {
            #expect(await iterator.next() == "started")
            break
        }
        #expect(await iterator.next() == "cancelled")
    }

    @Test func cancellingTheTaskCancelsThePageThatItWaitsFor() async throws {
        let (started, continuation) = AsyncStream.makeStream(of: Void.self)
        let transport = ScriptedTransport { _ in
            continuation.yield()
            try await Task.sleep(for: .seconds(3600))
            throw CancellationError()
        }
        let client = Client(baseURL: "http://example.com", transport: transport)
        for prefetch in [0, 1] {
            let task = Task { try await all(client.pages(of: Endpoint<Page>.get("/"), prefetch: prefetch)) }
            _ = await started.first { _ in true }
            task.cancel()
            let error = await #expect(throws: NetworkError.self) { try await task.value }
            #expect(error?.code == .cancelled)
        }
    }

    @Test func throwsWhatBuildingThrows() async throws {
        let client = Client(
            baseURL: "nonsense", transport: ScriptedTransport { _ in HTTPResponse(status: 200) })
        let error = await #expect(throws: NetworkError.self) { try await all(client.pages(of: Self.items)) }
        #expect(error?.code == .invalidURL)
        #expect(error?.endpoint == Self.items.name)
    }
}
