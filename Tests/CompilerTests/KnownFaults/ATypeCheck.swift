// swiftlang/swift#86924: a check of the error's type; `??` is a closure that captures.
import Curlew

func greet(_ name: String?, client: Client) async throws {
    let name = name ?? "ada"
    do {
        print(try await client.send(Endpoint<String>.get("/greeting/\(name)")))
    } catch is CancellationError {
        print("cancelled")
    }
}
