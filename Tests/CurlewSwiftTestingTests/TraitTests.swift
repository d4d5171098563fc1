import Curlew
import CurlewLibcurl
import CurlewSwiftTesting
import CurlewTesting
import Testing

/// A server for each test, used as a program outside this package uses it.
@Suite(.loopback { [.init("GET", "/name") { _ in .text("Ada") }] })
struct LoopbackTraitTests {
    /// Each argument has a server that has seen no other request.
    @Test(arguments: 1...8) func eachArgumentHasItsServer(_ number: Int) async throws {
        let server = try LoopbackServer.current
        let client = Client(baseURL: server.url, transport: .libcurl)
        #expect(try await client.send(Endpoint<String>.get("/name", query: ["n": number])) == "Ada")
        #expect(server.received.map(\.target) == ["/name?n=\(number)"])
    }

    @Test(.loopback()) func aTraitOfATestReplacesThatOfItsSuite() async throws {
        let client = Client(baseURL: try LoopbackServer.current.url, transport: .libcurl)
        let result = await client.result(of: Endpoint<String>.get("/name"))
        #expect(throws: NetworkError.self) { try result.get() }
    }
}

struct TraitTests {
    @Test func aTestWithoutTheTraitIsTold() throws {
        try withKnownIssue {
            _ = try LoopbackServer.current
        } matching: { issue in
            issue.description.contains("add the trait .loopback")
        }
    }

    @Test(.testClock) func waitsTakeNoTime() async throws {
        let clock = try #require(TestClock.current)
        try await clock.sleep(for: .seconds(86_400))
        #expect(clock.elapsed == .seconds(86_400))
    }

    @Test func anUnusedReplyIsAnIssueAtTheLineOfTheCall() {
        let transport = ScriptedTransport([.json("1")])
        let line = #line + 2
        withKnownIssue {
            transport.expectAllUsed()
        } matching: { issue in
            issue.sourceLocation?.line == line
                && issue.comments.first?.rawValue == "not used: any request: 1 of 1 replies"
        }
    }
}
