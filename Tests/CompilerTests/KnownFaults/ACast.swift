// swiftlang/swift#90582: the error is cast to its own type; `??` is a closure that captures.
import Curlew

func greet(_ name: String?, client: Client) async throws {
    let name = name ?? "ada"
    do {
        print(try await client.send(Endpoint<String>.get("/greeting/\(name)")))
    } catch let error as NetworkError {
        print(error)
    }
}
