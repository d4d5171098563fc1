import Curlew
import CurlewLibcurl

struct User: Decodable, Sendable { var login: String, followers: Int }

extension Endpoint where Output == User {
    static func user(_ login: String) -> Self { .get("/users/\(login)") }
}

let github = Client(baseURL: "https://api.github.com", transport: .libcurl)

func followers(of login: String) async throws(NetworkError) -> Int {
    try await github.send(.user(login)).followers
}
