// Like swiftlang/swift#89838: a condition in the only clause; the closure of `map` captures.
import Curlew

func greetings(_ names: [String], prefix: String, client: Client) async throws -> [String] {
    let paths = names.map { prefix + $0 }
    do {
        return [try await client.send(Endpoint<String>.get("/greeting/\(paths[0])"))]
    } catch  where error.response?.status == .notFound {
        return []
    }
}
