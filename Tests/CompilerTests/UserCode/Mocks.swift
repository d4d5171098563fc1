import Curlew
import CurlewTesting

func mocked(_ name: String?) -> (client: Client, transport: ScriptedTransport) {
    let name = name ?? "Ada"
    let transport = ScriptedTransport { request in
        guard request.path == "/people/ada" else { throw NetworkError(.cannotConnect, "no network") }
        return .json(#"{"name": "\#(name)", "age": 36}"#)
    }
    return (Client(baseURL: "https://api.example.com", transport: transport), transport)
}

func served() async throws -> [String] {
    let server = try LoopbackServer(routes: [
        .init("GET", "/people/*") { _ in .json(#"{"name": "Ada", "age": 36}"#) }
    ])
    let transport = ScriptedTransport { _ in .json("{}") }
    let client = Client(baseURL: server.url, transport: transport)
    do {
        _ = try await client.send(.person("ada"))
    } catch {
        print(error)
    }
    return server.received.map(\.path) + transport.requests.map(\.path)
}
