import Curlew
import CurlewLibcurl

extension Figure {
    /// A cancelled and a new exchange in the same turn of the loop: the new connection gets the old descriptor number.
    static let reuse = Figure(name: "reuse") { server in
        let transport = LibcurlTransport()
        _ = try await SmallGet.send(to: server, over: transport)
        var latencies: [Double] = []
        for _ in 0..<roundCount { latencies.append(try await cancelAndSend(on: server, transport)) }
        latencies.sort()
        return [
            .atMost(
                20, "ms", "a response on a reused number, slowest of \(roundCount)", latencies[roundCount - 1]
            ),
            .atMost(20, "ms", "a response on a reused number, median", latencies[roundCount / 2]),
        ]
    }

    private static let roundCount = 200

    /// Milliseconds of the new exchange.
    private static func cancelAndSend(on server: String, _ transport: LibcurlTransport) async throws -> Double
    {
        let slow = try HTTPRequest(url: "\(server)/delay/10")
        let small = try HTTPRequest(url: "\(server)/json")
        let cancelled = Task { try await transport.send(slow) }
        try await Task.sleep(for: .milliseconds(5))
        let start = ContinuousClock.now
        cancelled.cancel()
        _ = try await transport.send(small).body.collect(upTo: Document.length)
        let latency = (ContinuousClock.now - start) / .milliseconds(1)
        _ = await cancelled.result
        return latency
    }
}
