import Curlew
import CurlewTesting
import HubKit
import Testing

struct HubTests {
    private func hub(_ transport: ScriptedTransport) -> Hub { Hub(token: "t0ken", transport: transport) }

    @Test func readsAUserWithTheToken() async throws {
        let transport = ScriptedTransport { _ in .json(#"{"login": "ada", "public_repos": 12}"#) }
        #expect(try await hub(transport).user("ada").publicRepos == 12)
        #expect(transport.requests.first?.path == "/users/ada")
        #expect(transport.requests.first?.fields[.authorization] == "Bearer t0ken")
    }

    @Test func followsTheLinksOfAList() async throws {
        let transport = ScriptedTransport { request in
            let issue = #"{"number": 1, "title": "t", "state": "open", "user": {"login": "ada"}}"#
            var page = HTTPResponse.json("[\(issue)]")
            if !request.path.contains("page=2") { page.fields[.link] = #"<?page=2>; rel="next""# }
            return page
        }
        var count = 0
        let filter = IssueFilter(state: .open, labels: ["bug", "ui"])
        for try await page in hub(transport).issues(of: "swift/curlew", filter) { count += page.count }
        #expect(count == 2)
        #expect(transport.requests.first?.path == "/repos/swift/curlew/issues?state=open&labels=bug,ui")
    }

    @Test func sendsTheTokenToTheHubOnly() async throws {
        let transport = ScriptedTransport { request in
            .json(
                request.authority == "uploads.example"
                    ? #"{"name": "a.zip", "size": 3}"# : #"{"upload_url": "https://uploads.example/1"}"#)
        }
        #expect(try await hub(transport).upload(.text("abc"), as: "a.zip", to: "swift/curlew").size == 3)
        #expect(transport.requests.map { $0.fields[.authorization] } == ["Bearer t0ken", nil])
    }

    @Test func showsWhatTheHubSaysOfAnError() async {
        let transport = ScriptedTransport { _ in
            var response = HTTPResponse.json(
                #"{"message": "Invalid", "errors": [{"field": "title", "code": "missing"}]}"#)
            response.status = .unprocessableContent
            return response
        }
        let error = await #expect(throws: NetworkError.self) {
            try await hub(transport).openIssue(in: "swift/curlew", title: "")
        }
        #expect(error?.failure(as: HubError.self)?.description == "Invalid: title missing")
    }
}
