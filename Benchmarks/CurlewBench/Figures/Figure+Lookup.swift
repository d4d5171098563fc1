import Curlew
import CurlewLibcurl

extension Figure {
    /// A cancelled exchange whose name takes ten seconds to look up; needs the library that delays lookups.
    static let lookup = Figure(name: "lookup") { server in
        let transport = LibcurlTransport()
        _ = try await SmallGet.send(11, to: server, over: transport)
        let slow = try HTTPRequest(url: "http://slow-lookup.invalid/")
        let lookup = Task { try await transport.send(slow) }
        try await Task.sleep(for: .milliseconds(100))
        let others = Task { try await slowestDelay(of: 10, on: server, transport) }
        try await Task.sleep(for: .milliseconds(100))
        let start = ContinuousClock.now
        lookup.cancel()
        let result = await lookup.result
        let latency = (ContinuousClock.now - start) / .milliseconds(1)
        return [
            .equal("cancelled", "end of the slow lookup", code(of: result)),
            .atMost(200, "ms", "from its cancellation to its return", latency),
            .atMost(100, "ms", "delay of the slowest of ten others", try await others.value),
        ]
    }

    private static func code(of result: Result<HTTPResponse, any Error>) -> String {
        switch result {
        case .success: "a response"
        case .failure(let error as NetworkError): "\(error.code)"
        case .failure(let error): "\(error)"
        }
    }

    /// The delay in milliseconds of the slowest of some exchanges, beyond the server's 300 ms.
    private static func slowestDelay(
        of count: Int, on server: String, _ transport: LibcurlTransport
    ) async throws -> Double {
        let request = try HTTPRequest(url: "\(server)/delay/0.3")
        return try await withThrowingTaskGroup(of: Double.self) { group in
            for _ in 0..<count {
                group.addTask {
                    let start = ContinuousClock.now
                    _ = try await transport.send(request).body.collect(upTo: 1 << 20)
                    return (ContinuousClock.now - start) / .milliseconds(1) - 300
                }
            }
            return try await group.reduce(0, max)
        }
    }
}
