// swiftlang/swift#89838: a `do` sets a variable from outside, and its clauses do not catch everything.
import Curlew

func age(client: Client) async throws -> Int {
    var age = 0
    do {
        age = try await client.send(Endpoint<[Int]>.get("/ages")).count
    } catch NetworkError.Code.cannotConnect {
        print("no network")
    }
    return age
}
