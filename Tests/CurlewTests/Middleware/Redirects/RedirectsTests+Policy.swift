import CurlewTesting
import Foundation
import Testing

@testable import Curlew

// Which redirects are followed, and how many.
extension RedirectsTests {
    @Test func aLoopEndsWithTheLimitAndTheLastURL() async throws {
        let transport = transport(["http://h/a": "/a?token=t", "http://h/a?token=t": "/a?token=t"])
        let error = try await failure(client(transport), get)
        #expect(error.code == .tooManyRedirects)
        #expect(error.message == "more than 10 redirects, the last one to http://h/a?<redacted>")
        #expect(transport.requests.count == 11)
        #expect(error.attempts == 11)
        #expect(error.redirects.count == 10)
        #expect(error.target?.url == "http://h/a?token=t")
        #expect(error.response?.status == 302)
        #expect(!error.description.contains("token"))
    }

    @Test(arguments: [0, -1, 3])
    func theLimitIsTheNumberOfRedirects(limit: Int) async throws {
        let locations = Dictionary(uniqueKeysWithValues: (0..<5).map { ("http://h/\($0)", "/\($0 + 1)") })
        let allowed = max(0, limit)
        for (start, isFine) in [(5 - allowed, true), (4 - allowed, false)] {
            let transport = transport(locations)
            let client = client(transport, .follow(limit: limit))
            let result = await client.result(of: Endpoint<Data>.get("/\(start)"))
            #expect(((try? result.get()) != nil) == isFine)
            #expect(transport.requests.count == allowed + 1)
        }
    }

    @Test(arguments: [
        "file:///etc/hostname", "ftp://h/", "//user:secret@h2/", "http://user:secret@h2/", "//[::1/",
        "//caf\u{E9}.example/", "http:x", "/a\tb",
    ])
    func aLocationThatCannotBeFollowedIsRefused(location: String) async throws {
        let transport = transport(["http://h/a": location])
        let error = try await failure(client(transport), get)
        #expect(error.code == .redirectRefused)
        #expect(!error.description.contains("secret"))
        #expect(error.response?.status == 302)
        #expect(transport.requests.count == 1)
    }

    @Test func httpsToHTTPIsRefusedUnlessTheCallerDecidesOtherwise() async throws {
        let locations = ["https://h/a": "http://h/b"]
        let refusing = transport(locations)
        let error = try await failure(client(refusing, at: "https://h"), get)
        #expect(error.code == .redirectRefused)
        #expect(refusing.requests.count == 1)
        let policy = RedirectPolicy.deciding { $0.isDowngrade ? .follow : .refuse }
        let following = transport(locations)
        _ = try await client(following, at: "https://h", policy).send(get)
        #expect(following.requests.map(\.scheme) == ["https", "http"])
    }

    @Test func aClosureSeesTheRequestAndDecides() async throws {
        let policy = RedirectPolicy.deciding { proposal in
            guard proposal.count == 0 else { return .stop }
            let isExpected =
                proposal.source.path == "/a" && proposal.request.path == "/b"
                && proposal.request.method == .get && proposal.response.status == 303
            return isExpected ? .follow : .refuse
        }
        let transport = transport(["http://h/a": "/b", "http://h/b": "/c"], status: 303)
        let post = Endpoint<Data>.post("/a", body: .data(Data([1])))
        try await client(transport, policy).withResponse(to: post) { response in
            #expect(response.status == 303)
            #expect(response.fields[.location] == "/c")
            let body = try await response.body.collect(upTo: 10)
            #expect(body == Data("moved".utf8))
        }
        #expect(transport.requests.count == 2)
    }

    @Test func theEndpointsPolicyWins() async throws {
        let transport = transport(["http://h/a": "/b"])
        let stopping = get.with { $0.options.redirects = .doNotFollow }
        let status = try await client(transport).withResponse(to: stopping) { $0.status }
        #expect(status == 302)
        let following = get.with { $0.options.redirects = .follow(limit: 1) }
        #expect(try await client(transport, .doNotFollow).send(following) == Data("end".utf8))
    }
}
