// Like swiftlang/swift#89838: a pattern in the only clause; `??` is a closure that captures.
import Curlew

func greet(_ name: String?, client: Client) async throws {
    let name = name ?? "ada"
    do {
        print(try await client.send(Endpoint<String>.get("/greeting/\(name)")))
    } catch NetworkError.Code.cannotConnect {
        print("no network")
    }
}
