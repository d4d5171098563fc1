import Curlew
import CurlewTesting

// Endless bodies, as fast as the server can send, that are abandoned.
extension ConformanceCase {
    static let abandonment = [abandonedFlood]

    private static let abandonedFlood = ConformanceCase(
        "abandoned-bodies", "abandoning a fast body delays no other request",
        reference: "Transport: an exchange that is given up ends within 50 ms",
        [
            abandoned("cancelled") { transport, request in
                let reading = Task { try await read(request, over: transport) }
                try await Task.sleep(for: .milliseconds(100))
                reading.cancel()
                try await expectError(.cancelled) { try await reading.value }
            },
            abandoned("out of time") { transport, request in
                var request = request
                request.timeouts.total = .milliseconds(100)
                try await expectError(.timedOut) { try await read(request, over: transport) }
            },
            abandoned("over its limit") { transport, request in
                try await expectError(.bodyTooLarge) {
                    try await transport.send(request).body.collect(upTo: 1 << 20)
                }
            },
            abandoned("left after some chunks") { transport, request in
                var count = 0
                for try await chunk in try await transport.send(request).body {
                    count += chunk.count
                    if count > 1 << 20 { break }
                }
            },
            abandoned("never read") { transport, request in
                let response = try await transport.send(request)
                try await Task.sleep(for: .milliseconds(20))
                withExtendedLifetime(response) {}
            },
        ])

    /// Abandons a body three times, each time with four requests afterwards; the limits only catch hangs.
    private static func abandoned(
        _ input: String, _ giveUp: @escaping @Sendable (any Transport, HTTPRequest) async throws -> Void
    ) -> ConformanceCheck {
        ConformanceCheck.check(input) { transport in
            let flood = try LoopbackServer.endless(pausing: .zero)
            let server = try LoopbackServer.ok()
            for _ in 0..<3 {
                _ = try await expectDuration(.zero ... .seconds(3)) {
                    try await giveUp(transport, .bare(flood.url, .streamed))
                }
                let responses = try await expectDuration(.zero ... .seconds(3)) {
                    try await atOnce(4) { try await transport.response(.get, server.url).text }
                }
                try expect("the bodies", responses, is: ["ok", "ok", "ok", "ok"])
            }
            try await expectSeen("the closes", by: flood) { $0.openConnectionCount == 0 }
        }.inSubprocess()
    }

    private static func read(_ request: HTTPRequest, over transport: any Transport) async throws -> Int {
        var count = 0
        for try await chunk in try await transport.send(request).body { count += chunk.count }
        return count
    }
}
