import Curlew
import CurlewLibcurl
import Foundation

extension Figure {
    /// Transports that are used once over TLS and dropped, and streams of which half are cancelled; needs nginx.
    static let tlsClients = Figure(name: "tls-clients") { server in
        let resources = try await Resources { _ = try await useOnce(server) }
        var responses = 0
        for _ in 0..<clientCount { responses += try await useOnce(server) }
        var (cancelled, finished) = (0, 0)
        for _ in 0..<roundCount {
            let ends = try await cancelHalf(of: streamCount, on: server)
            cancelled += ends.cancelled
            finished += ends.finished
        }
        return [
            .equal(clientCount, "responses to clients that were dropped at once", responses),
            .equal(streamCount / 2 * roundCount, "streams that were cancelled", cancelled),
            .equal(streamCount / 2 * roundCount, "other streams that completed", finished),
        ] + (try await resources.bounds())
    }

    private static let clientCount = 500
    private static let roundCount = 20
    private static let streamCount = 8

    private static func useOnce(_ server: String) async throws -> Int {
        let client = Client(baseURL: server, transport: LibcurlTransport())
        return try await client.send(Endpoint<Data>.get("/connection")).isEmpty ? 0 : 1
    }

    /// Half are cancelled while they stream, the others complete; the client is dropped with unread bodies.
    private static func cancelHalf(
        of count: Int, on server: String
    ) async throws -> (cancelled: Int, finished: Int) {
        let transport = LibcurlTransport()
        var request = try HTTPRequest(url: "\(server)/zeros")
        request.options = .init(delivery: .streamed, httpVersion: .http1_1)
        let tasks = (0..<count).map { index in
            Task { [request] in
                var received = 0
                for try await chunk in try await transport.send(request).body {
                    received += chunk.count
                    if index >= count / 2, received > 4 << 20 { break }
                }
            }
        }
        try await Task.sleep(for: .milliseconds(5))
        for task in tasks[..<(count / 2)] { task.cancel() }
        var ends = (cancelled: 0, finished: 0)
        for (index, task) in tasks.enumerated() {
            switch await task.result {
            case .success where index >= count / 2: ends.finished += 1
            case .failure(let error) where NetworkError.Code.cancelled ~= error: ends.cancelled += 1
            default: break
            }
        }
        return ends
    }
}
