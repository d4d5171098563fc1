import Curlew
import CurlewLibcurl
import CurlewTesting
import Testing

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
