import Curlew
import CurlewTesting
import CurlewURLSession
import Foundation

extension Figure {
    /// Requests to which URLSession by itself reacts too early, too late or not at all.
    static let urlSessionTimes = Figure(name: "urlsession-times") { server in
        let transport = URLSessionTransport()
        _ = try await SmallGet.send(to: server, over: transport)
        let timeouts = try await [0.3, 1.5].asyncMap { try await timeout($0, on: server, transport) }
        return try await challenge(transport) + timeouts.joined() + oddTimeouts(on: server, transport)
            + lateStream(on: server, transport)
    }

    private static func challenge(_ transport: URLSessionTransport) async throws -> [Bound] {
        let head = "HTTP/1.1 401 Unauthorized\r\nWWW-Authenticate: Basic realm=\"x\"\r\n"
        let server = try LoopbackServer(replies: [.send("\(head)Content-Length: 4\r\n\r\nnope")])
        let start = ContinuousClock.now
        let response = try await transport.send(HTTPRequest(url: server.url))
        let body = try await response.body.collect(upTo: 100)
        let duration = ContinuousClock.now - start
        return [
            .equal(
                "401 nope", "a Basic challenge",
                "\(response.status.code) \(String(decoding: body, as: UTF8.self))"),
            .atMost(1_000, "ms", "a Basic challenge", duration / .milliseconds(1)),
        ]
    }

    /// Fires within 10 % and 50 ms, and not too early.
    private static func timeout(
        _ seconds: Double, on server: String, _ transport: URLSessionTransport
    ) async throws -> [Bound] {
        let request = try HTTPRequest(url: "\(server)/delay/10", timeouts: .total(.seconds(seconds)))
        let start = ContinuousClock.now
        let code = await code(of: request, transport)
        let lateness = (ContinuousClock.now - start) / .milliseconds(1) - seconds * 1000
        return [
            .equal("timedOut", "a limit of \(seconds) s", code),
            .equal(true, "a limit of \(seconds) s, not before it", lateness >= 0),
            .atMost(seconds * 100 + 50, "ms", "a limit of \(seconds) s, lateness", lateness),
        ]
    }

    private static func oddTimeouts(
        on server: String, _ transport: URLSessionTransport
    ) async throws -> [Bound] {
        let limits: [(Duration, String)] = [
            (.zero, "invalidRequest"), (.seconds(-1), "invalidRequest"), (.seconds(Int64.max), "200"),
        ]
        return try await limits.asyncMap { limit, expected in
            let request = try HTTPRequest(url: "\(server)/json", timeouts: .total(limit))
            return .equal(expected, "a limit of \(limit)", await code(of: request, transport))
        }
    }

    private static func lateStream(
        on server: String, _ transport: URLSessionTransport
    ) async throws -> [Bound] {
        let filesBefore = try SpooledFiles()
        let body = try await transport.send(lateRequest(to: server)).body.collect(upTo: 1 << 10)
        let hash = SHA256Hasher.digest(of: Array("late but whole".utf8)).hex
        let isWhole = String(decoding: body, as: UTF8.self).contains(hash)
        let cancelled = Task { try await transport.send(lateRequest(to: server)) }
        try await Task.sleep(for: .milliseconds(100))
        cancelled.cancel()
        _ = await cancelled.result
        let failing = try HTTPRequest(
            method: .post, url: server, body: .stream(AsyncStream { $0.finish() }, length: 1))
        return [
            .equal(true, "a stream whose first chunk comes after 500 ms is complete", isWhole),
            .equal("invalidRequest", "a stream that is too short", await code(of: failing, transport)),
            .equal(
                filesBefore, "files after a stream was sent, one cancelled and one failed",
                try await SpooledFiles.settled(at: filesBefore)),
        ]
    }

    private static func lateRequest(to server: String) throws -> HTTPRequest {
        let body = AsyncStream<Data> { continuation in
            Task {
                try await Task.sleep(for: .milliseconds(500))
                for chunk in ["late", " but", " whole"] { continuation.yield(Data(chunk.utf8)) }
                continuation.finish()
            }
        }
        return try HTTPRequest(method: .post, url: "\(server)/sha256", body: .stream(body))
    }

    private static func code(of request: HTTPRequest, _ transport: URLSessionTransport) async -> String {
        do throws(NetworkError) {
            let response = try await transport.send(request)
            _ = try await response.body.collect(upTo: 1 << 20)
            return "\(response.status.code)"
        } catch {
            return error.code.rawValue
        }
    }
}

extension Array {
    fileprivate func asyncMap<Value>(_ transform: (Element) async throws -> Value) async rethrows -> [Value] {
        var values: [Value] = []
        for element in self { values.append(try await transform(element)) }
        return values
    }
}
