import Curlew
import CurlewLibcurl

/// What nginx has counted: its status page as numbers.
struct ServerCount: Sendable {
    var connections: Int
    var requests: Int

    /// Waits up to a second until the server has no connection but the one that asks, and takes its counts.
    ///
    /// Nil when the server has no status page. The counts include one connection and one request for each question; they are
    /// told apart by `questions`.
    static func settled(on servers: Servers) async -> (count: ServerCount, questions: Int)? {
        let transport = LibcurlTransport()
        defer { transport.shutdown() }
        let deadline = ContinuousClock.now + .seconds(1)
        var questions = 0
        while let answer = try? await ask(servers.url, transport) {
            questions += 1
            if answer.active == 1 || ContinuousClock.now > deadline { return (answer.count, questions) }
            try? await Task.sleep(for: .milliseconds(2))
        }
        return nil
    }

    private static func ask(_ url: String, _ transport: LibcurlTransport) async throws -> (
        active: Int, count: Self
    ) {
        let answer = try await transport.send(HTTPRequest(url: "\(url)/status"))
        guard answer.status.code == 200 else { throw UsageError("\(url)/status answers \(answer.status)") }
        let text = String(decoding: try await answer.body.collect(upTo: 4096), as: UTF8.self)
        // Active connections, then accepted and handled connections and requests, then states of connections.
        let numbers = text.split(whereSeparator: \.isWhitespace).compactMap { Int($0) }
        guard numbers.count >= 4 else { throw UsageError("\(url)/status is not nginx's status page") }
        return (numbers[0], ServerCount(connections: numbers[1], requests: numbers[3]))
    }
}
