import CurlewTesting
import Foundation

@testable import Curlew

/// Two clients, each of which fetches its token with the other.
final class CrossedClients: Sendable {
    private struct Missing: Error {}

    private let clients = Lock<[String: Client]>([:])
    private let transport = ScriptedTransport { _ in HTTPResponse(status: 200) }
    /// How many refreshes must run before one of them sends.
    private let needed: Int
    private let running = Lock(0)
    private let door = Door()

    /// - Parameter areAtOnce: whether the refreshes send only once both are running.
    init(areAtOnce: Bool = false) {
        needed = areAtOnce ? 2 : 1
        for (name, other) in [("first", "second"), ("second", "first")] {
            let auth = Authentication.refreshing { _ in try await self.token(name, by: other) }
            let client = Client(
                baseURL: "http://\(name)", transport: transport, configuration: .init(auth: auth))
            clients.withLock { $0[name] = client }
        }
    }

    func result(of name: String) async -> Result<Data, NetworkError> {
        guard let client = clients.withLock({ $0[name] }) else { return .failure(.cancelled) }
        return await client.result(of: .get("/a"))
    }

    /// The Authorization fields of the requests to one of them.
    func sent(to name: String) -> [String?] {
        transport.requests.filter { $0.authority == name }.map { $0.fields[.authorization] }
    }

    /// Breaks the reference cycle.
    func part() {
        clients.withLock { $0 = [:] }
    }

    private func token(_ name: String, by other: String) async throws -> AccessToken {
        let count = running.withLock { count in
            count += 1
            return count
        }
        if count >= needed { await door.open() } else { await door.wait() }
        _ = try await result(of: other).get()
        return AccessToken(name)
    }
}
