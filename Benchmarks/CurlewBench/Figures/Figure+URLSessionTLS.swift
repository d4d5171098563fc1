import Curlew
import CurlewURLSession
import Foundation

extension Figure {
    /// 2,000 POSTs over TLS, sixteen at a time, each on its own session; needs a TLS server that the system trusts.
    static let urlSessionTLS = Figure(name: "urlsession-tls") { server, share in
        let count = Int(2_000 * share)
        let request = try HTTPRequest(
            method: .post, url: server, body: .data(Data(count: bodyLength)), timeouts: .total(.seconds(60)))
        let resources = try await Resources { _ = try await post(64, request) }
        return [
            .equal([:], "\(count) POSTs over TLS, failures", try await post(count, request)),
            .equal(
                [:], "transports dropped after one GET, failures",
                try await dropEach(Int(500 * share), server)),
            .equal(
                ["200", "200", "200"], "GETs after idle connections have ended",
                try await replaceEnded(server)),
            .equal(0, "streams that were not cancelled and ended", try await dropStreams(server)),
        ] + (try await resources.bounds())
    }

    /// Makes `count` transports that are dropped as soon as their only response has arrived.
    private static func dropEach(_ count: Int, _ server: String) async throws -> [String: Int] {
        let request = try HTTPRequest(url: server, timeouts: .total(.seconds(60)))
        var failures: [String: Int] = [:]
        for _ in 0..<count {
            do throws(NetworkError) {
                _ = try await URLSessionTransport().send(request)
            } catch {
                failures["\(error)", default: 0] += 1
            }
        }
        return failures
    }

    /// Six endless responses: half of them are cancelled, then the others are dropped with their transport.
    private static func dropStreams(_ server: String) async throws -> Int {
        let transport = URLSessionTransport()
        let request = try HTTPRequest(url: "\(server)/stream")
        var readers: [Task<Void, any Error>] = []
        for _ in 0..<6 {
            let body = try await transport.send(request).body
            readers.append(Task { for try await _ in body {} })
        }
        for reader in readers[..<3] { reader.cancel() }
        transport.shutdown()
        var endedCount = 0
        for reader in readers { if case .success = await reader.result { endedCount += 1 } }
        return endedCount
    }

    /// Reuses a connection that the server has closed, closed with a notice, or reset while it was idle.
    private static func replaceEnded(_ server: String) async throws -> [String] {
        var statuses: [String] = []
        for ending in ["cut", "notified", "reset"] {
            let transport = URLSessionTransport()
            let idle = "/idle/\(ending)?\(UUID().uuidString)"
            for (method, path) in [(HTTPRequest.Method.get, idle), (.post, "/end?\(idle)"), (.get, "/")] {
                let response = try await transport.send(HTTPRequest(method: method, url: server + path))
                _ = try await response.body.collect(upTo: 100)
                if path == "/" { statuses.append("\(response.status.code)") }
            }
        }
        return statuses
    }

    private static let bodyLength = 1_000
    private static let parallelCount = 16

    /// Sends that many over a transport that is dropped afterwards; returns the number of each failure.
    private static func post(_ count: Int, _ request: HTTPRequest) async throws -> [String: Int] {
        let transport = URLSessionTransport()
        return await withTaskGroup(of: [String: Int].self) { group in
            for index in 0..<parallelCount {
                group.addTask {
                    var failures: [String: Int] = [:]
                    for _ in stride(from: index, to: count, by: parallelCount) {
                        if let failure = await failure(of: request, transport) {
                            failures[failure, default: 0] += 1
                        }
                    }
                    return failures
                }
            }
            return await group.reduce(into: [:]) { $0.merge($1, uniquingKeysWith: +) }
        }
    }

    /// The server responds with the length of the body.
    private static func failure(of request: HTTPRequest, _ transport: URLSessionTransport) async -> String? {
        do throws(NetworkError) {
            let body = try await transport.send(request).body.collect(upTo: 100)
            let text = String(decoding: body, as: UTF8.self)
            return text == "\(bodyLength)" ? nil : "the server got \(text) bytes"
        } catch {
            return "\(error)"
        }
    }
}
