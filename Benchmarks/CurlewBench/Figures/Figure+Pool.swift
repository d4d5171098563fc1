import Curlew
import CurlewLibcurl
import CurlewTesting
import CurlewURLSession

extension Figure {
    /// Bursts far beyond the limit of six connections per host, on both transports.
    static let pool = Figure(name: "pool") { _ in
        let limits = TransportConfiguration(maxConnectionsPerHost: 6)
        let libcurl = PoolBursts(LibcurlTransport(configuration: limits), "libcurl", limitsConnections: true)
        let urlSession = PoolBursts(
            URLSessionTransport(configuration: limits), "urlsession", limitsConnections: false)
        return try await libcurl.bounds() + urlSession.bounds()
    }
}

/// The bursts on one transport.
private struct PoolBursts {
    private static let limit = 6
    private static let roundCount = 20
    private static let postDelay = Duration.milliseconds(200)

    private let transport: any Transport
    private let name: String
    /// Whether it limits the open connections, and not only the concurrent requests.
    private let limitsConnections: Bool

    init(_ transport: some Transport, _ name: String, limitsConnections: Bool) {
        (self.transport, self.name, self.limitsConnections) = (transport, name, limitsConnections)
    }

    /// For a transport that does not limit them, the count is printed but not checked.
    private func connections(_ title: String, _ peak: Int) -> Bound {
        limitsConnections
            ? .atMost(Self.limit, "\(name): \(title)", peak)
            : Bound(title: "\(name): \(title)", isMet: true, text: "\(peak), NOT held to \(Self.limit)")
    }

    func bounds() async throws -> [Bound] { try await getBounds() + postBounds() }

    /// 200 GETs at once, each followed by one at a second port, 20 times.
    private func getBounds() async throws -> [Bound] {
        let servers = [try LoopbackServer(), try LoopbackServer()]
        let requests = try servers.map { try HTTPRequest(url: "\($0.url)/json") }
        var failures = 0
        for _ in 0..<Self.roundCount {
            failures += await failureCount(of: 200) { transport in
                for request in requests {
                    _ = try await transport.send(request).body.collect(upTo: Document.length)
                }
            }
        }
        let peak = servers.map(\.peakOpenConnectionCount).max() ?? 0
        return [
            .equal(0, "\(name): failures of \(Self.roundCount) × 200 GETs at two ports", failures),
            .equal(Self.roundCount * 400, "\(name): GETs seen", servers.reduce(0) { $0 + $1.requestCount }),
            connections("connections of GETs to one host at a time", peak),
        ]
    }

    /// 30 POSTs at once, each with a 204 after 200 ms, 20 times.
    private func postBounds() async throws -> [Bound] {
        let load = Lock((now: 0, peak: 0))
        let server = try LoopbackServer { connection in
            while try connection.readRequest() != nil {
                load.withLock { $0 = ($0.now + 1, max($0.peak, $0.now + 1)) }
                try connection.pause(Self.postDelay)
                load.withLock { $0.now -= 1 }
                try connection.send("HTTP/1.1 204 No Content\r\n\r\n")
            }
        }
        let request = try HTTPRequest(method: .post, url: server.url, body: .form(["a": "b"]))
        var (failures, times) = (0, [Double]())
        for _ in 0..<Self.roundCount {
            let start = ContinuousClock.now
            failures += await failureCount(of: 30) { transport in
                guard try await transport.send(request).status.code == 204 else { throw UsageError("no 204") }
            }
            times.append((ContinuousClock.now - start) / .seconds(1))
        }
        return [
            .equal(0, "\(name): failures of \(Self.roundCount) × 30 POSTs", failures),
            .equal(Self.roundCount * 30, "\(name): POSTs seen", server.requestCount),
            .atMost(Self.limit, "\(name): POSTs at a time", load.withLock { $0.peak }),
            connections("connections of POSTs at a time", server.peakOpenConnectionCount),
            // Five rounds of 200 ms each, if no request waits while a connection is free.
            .atMost(1.5, "s", "\(name): median of a burst of 30 POSTs", Spread(times)?.median ?? .nan),
        ]
    }

    private func failureCount(
        of count: Int, _ exchange: @escaping @Sendable (any Transport) async throws -> Void
    ) async -> Int {
        await withTaskGroup(of: Int.self) { group in
            for _ in 0..<count {
                group.addTask { [transport] in
                    do {
                        try await exchange(transport)
                        return 0
                    } catch {
                        return 1
                    }
                }
            }
            return await group.reduce(0, +)
        }
    }
}
