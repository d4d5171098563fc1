import Curlew
import CurlewLibcurl

/// nginx's counts: its status page as numbers.
struct ServerCount: Sendable {
    var connections: Int
    var requests: Int

    /// Waits up to a second until the server has only the connection of this request, and takes its counts.
    ///
    /// Nil if the server has no status page. The counts include one connection and one request for each reading, which
    /// `questions` counts.
    static func settled(on servers: Servers) async -> (count: ServerCount, questions: Int)? {
        let transport = LibcurlTransport()
        defer { transport.shutdown() }
        let deadline = ContinuousClock.now + .seconds(1)
        var questions = 0
        while let counts = try? await ask(servers.url, transport) {
            questions += 1
            if counts.active == 1 || ContinuousClock.now > deadline { return (counts.count, questions) }
            try? await Task.sleep(for: .milliseconds(2))
        }
        return nil
    }

    private static func ask(_ url: String, _ transport: LibcurlTransport) async throws -> (
        active: Int, count: Self
    ) {
        let response = try await transport.send(HTTPRequest(url: "\(url)/status"))
        guard response.status.code == 200 else {
            throw UsageError("\(url)/status responds with \(response.status)")
        }
        let text = String(decoding: try await response.body.collect(upTo: 4096), as: UTF8.self)
        // Active connections, then accepted and handled connections and requests, then states of connections.
        let numbers = text.split(whereSeparator: \.isWhitespace).compactMap { Int($0) }
        guard numbers.count >= 4 else { throw UsageError("\(url)/status is not nginx's status page") }
        return (numbers[0], ServerCount(connections: numbers[1], requests: numbers[3]))
    }
}
