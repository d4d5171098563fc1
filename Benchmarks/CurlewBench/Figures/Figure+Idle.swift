import Curlew
import CurlewLibcurl

extension Figure {
    /// The CPU time of a waiting transport.
    static let idle = Figure(name: "idle") { server in
        let transport = LibcurlTransport()
        _ = try await SmallGet.send(to: server, over: transport)
        let idle = try await cpuBound("an idle connection for 5 s") { try await Task.sleep(for: .seconds(5)) }
        let slow = try HTTPRequest(url: "\(server)/delay/5")
        let waiting = try await cpuBound("a request that waits 5 s") {
            _ = try await transport.send(slow).body.collect(upTo: 1 << 20)
        }
        return [idle, waiting]
    }

    private static func cpuBound(_ title: String, _ body: () async throws -> Void) async throws -> Bound {
        let start = Usage.now
        try await body()
        return .atMost(50, "ms", "\(title), CPU", (Usage.now - start).cpu * 1e3)
    }
}
