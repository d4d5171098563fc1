import Curlew
import CurlewTesting
import CurlewURLSession
import Foundation

extension Figure {
    /// Requests with a body on an idle connection that dies at the next request, and on fresh ones that die.
    static let urlSessionLost = Figure(name: "urlsession-lost") { _, share in
        let roundCount = Int(200 * share)
        var bounds: [Bound] = []
        for ending in ["close", "reset"] {
            for method in [HTTPRequest.Method.post, .put] {
                bounds += try await dyingIdle(method, ending, roundCount)
                bounds += try await dyingFresh(method, ending, roundCount)
            }
        }
        return bounds
    }

    private static let body = "a complete body"
    private static let parallelCount = 16

    /// A GET leaves an idle connection, which dies at the next request.
    private static func dyingIdle(
        _ method: HTTPRequest.Method, _ ending: String, _ roundCount: Int
    ) async throws -> [Bound] {
        let server = try LoopbackServer { connection in
            while let request = try connection.readRequest() {
                try connection.send("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok")
                guard request.method == "GET" else { continue }
                _ = try connection.readRequest()
                if ending == "reset" { connection.reset() }
                return
            }
        }
        let transport = URLSessionTransport()
        let get = try HTTPRequest(url: server.url)
        let request = try HTTPRequest(method: method, url: server.url, body: .data(Data(body.utf8)))
        let outcomes = await rounds(roundCount) { outcomes in
            outcomes.add(await failure(of: get, transport), expecting: .connectionLost)
            outcomes.add(await failure(of: request, transport))
        }
        let bodies = server.received.filter { $0.method == method.rawValue }.map(\.bodyText)
        let title = "\(method), idle connections that \(ending)"
        return [
            .equal([:], "\(title), failures", outcomes.otherFailures),
            .equal(roundCount, "\(title), requests", bodies.count),
            .equal(roundCount, "\(title), whole bodies", bodies.count { $0 == body }),
        ]
    }

    /// The server reads the request and ends the connection.
    private static func dyingFresh(
        _ method: HTTPRequest.Method, _ ending: String, _ roundCount: Int
    ) async throws -> [Bound] {
        let server = try LoopbackServer { connection in
            _ = try connection.readRequest()
            if ending == "reset" { connection.reset() }
        }
        let transport = URLSessionTransport()
        let request = try HTTPRequest(method: method, url: server.url, body: .data(Data(body.utf8)))
        let slowest = Lock(Duration.zero)
        let outcomes = await rounds(roundCount) { outcomes in
            let start = ContinuousClock.now
            outcomes.add(await failure(of: request, transport), expecting: .connectionLost)
            let duration = ContinuousClock.now - start
            slowest.withLock { $0 = max($0, duration) }
        }
        let title = "\(method), fresh connections that \(ending)"
        return [
            .equal(roundCount, "\(title), connectionLost", outcomes.expectedFailures),
            .equal(roundCount, "\(title), requests", server.requestCount),
            .atMost(1_000, "ms", "\(title), the slowest", slowest.withLock { $0 } / .milliseconds(1)),
        ]
    }

    private static func rounds(
        _ count: Int, _ round: @escaping @Sendable (inout Outcomes) async -> Void
    ) async -> Outcomes {
        await withTaskGroup(of: Outcomes.self) { group in
            var all = Outcomes()
            for index in 0..<count {
                if index >= parallelCount, let part = await group.next() { all.add(part) }
                group.addTask {
                    var outcomes = Outcomes()
                    await round(&outcomes)
                    return outcomes
                }
            }
            return await group.reduce(into: all) { $0.add($1) }
        }
    }

    private static func failure(
        of request: HTTPRequest, _ transport: URLSessionTransport
    ) async -> (any Error)? {
        do {
            _ = try await transport.send(request).body.collect(upTo: 1 << 20)
            return nil
        } catch {
            return error
        }
    }
}
