// Like swiftlang/swift#89838: the type in `do throws(NetworkError)` does not help a clause with a condition.
import Curlew

func greet(_ name: String?, client: Client) async throws {
    let name = name ?? "ada"
    do throws(NetworkError) {
        print(try await client.send(Endpoint<String>.get("/greeting/\(name)")))
    } catch  where error.code == .cannotConnect {
        print("no network")
    }
}
