// Like swiftlang/swift#89838: the closure that captures is an argument inside the `do`.
import Curlew

func tagged(_ tag: String, client: Client) async throws {
    do {
        print(try await client.send(Endpoint<String>.get("/greeting").with { $0.fields["X-Tag"] = tag }))
    } catch NetworkError.Code.timedOut {
        print("slow")
    }
}
