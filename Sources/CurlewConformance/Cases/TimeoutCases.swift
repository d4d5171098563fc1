import Curlew
import CurlewTesting

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

// Limits of time.
extension ConformanceCase {
    static let timeouts = [oddLimits, phases]

    private typealias Limit = WritableKeyPath<Timeouts, Duration?> & Sendable

    private static let limits: [(name: String, limit: Limit)] = [
        ("connect", \.connect), ("head", \.head), ("idle", \.idle), ("total", \.total),
    ]

    private static let oddLimits = ConformanceCase(
        "timeout-values", "a limit of any size is exact, absent or refused",
        reference: "Timeouts; curl, CURLOPT_TIMEOUT_MS",
        limits.flatMap { name, limit in
            [
                refused("\(name) of -1 s", limit, .seconds(-1)),
                refused("\(name) of 0", limit, .zero),
                unlimited("\(name) of 1e18 s", limit, .seconds(1_000_000_000_000_000_000)),
                unlimited("\(name) of Int64.max s", limit, .seconds(Int64.max)),
            ]
        } + [
            late("total of 0.4 ms", \.total, .microseconds(400)),
            late("head of 0.4 ms", \.head, .microseconds(400)),
            late("total of 300 ms", \.total, .milliseconds(300)),
            late("head of 300 ms", \.head, .milliseconds(300)),
            late("total of 1.5 s", \.total, .milliseconds(1500)),
            early("total of 300 ms, a response after 100 ms", \.total),
            early("head of 300 ms, a response after 100 ms", \.head),
        ])

    private static func timeouts(_ limit: Limit, _ duration: Duration?) -> Timeouts {
        var timeouts = Timeouts(connect: nil, head: nil, idle: nil, total: nil)
        timeouts[keyPath: limit] = duration
        return timeouts
    }

    private static func refused(_ input: String, _ limit: Limit, _ duration: Duration) -> ConformanceCheck {
        .check(input) { transport in
            let server = try LoopbackServer.ok()
            let request = try HTTPRequest(url: server.url, timeouts: timeouts(limit, duration))
            try await expectError(.invalidRequest) { try await transport.response(to: request) }
            try expect("connections", server.connectionCount, is: 0)
        }
    }

    private static func unlimited(_ input: String, _ limit: Limit, _ duration: Duration) -> ConformanceCheck {
        .check(input, needs: limit == \Timeouts.connect ? [.connectTimeout] : []) { transport in
            let server = try LoopbackServer()
            let request = try HTTPRequest(url: "\(server.url)/delay/0.1", timeouts: timeouts(limit, duration))
            try expect("the status", try await transport.response(to: request).status, is: 200)
        }
    }

    /// Not before its time, and after it by at most ten times the allowed delay: the machine may be busy.
    private static func late(_ input: String, _ limit: Limit, _ duration: Duration) -> ConformanceCheck {
        .check("\(input), no response") { transport in
            let server = try LoopbackServer(replies: [.init(.keepOpen)])
            let request = try HTTPRequest(url: server.url, timeouts: timeouts(limit, duration))
            let error = try await expectDuration(duration...(duration * 2 + .milliseconds(500))) {
                try await expectError(.timedOut) { try await transport.response(to: request) }
            }
            try expect("the phase", error.phase, is: limit == \Timeouts.head ? .head : .total)
        }
    }

    private static func early(_ input: String, _ limit: Limit) -> ConformanceCheck {
        .check(input) { transport in
            let server = try LoopbackServer()
            let request = try HTTPRequest(
                url: "\(server.url)/delay/0.1", timeouts: timeouts(limit, .milliseconds(300)))
            try expect("the status", try await transport.response(to: request).status, is: 200)
        }
    }

    private static let phases = ConformanceCase(
        "timeout-phases", "a timeout says which limit passed, and closes the connection",
        reference: "Timeouts; NetworkError.phase",
        [
            .check("head, no response") { transport in
                let server = try LoopbackServer(replies: [.init(.keepOpen)])
                try await expectPassed(.head, transport, server, timeouts(\.head, .milliseconds(300)))
            },
            .check("head, while the body's stream gives nothing") { transport in
                let server = try LoopbackServer(replies: [.init(.keepOpen)])
                try await expectPassed(
                    .head, transport, server, timeouts(\.head, .milliseconds(300)), .silent())
            },
            .check("total, while the reader pauses") { transport in
                let server = try LoopbackServer.endless()
                let request = try HTTPRequest(
                    url: server.url, timeouts: timeouts(\.total, .milliseconds(300)),
                    options: .init(delivery: .streamed))
                let response = try await transport.send(request)
                try await expectSeen("the close", by: server) { $0.openConnectionCount == 0 }
                let error = try await expectError(.timedOut) {
                    for try await _ in response.body {}
                }
                try expect("the phase", error.phase, is: .total)
            },
            passed("idle within the body", \.idle, .idle),
            passed("total within the body", \.total, .total),
            .check("head does not apply to the body") { transport in
                let server = try LoopbackServer()
                let request = try HTTPRequest(
                    url: "\(server.url)/drip?bytes=5&interval_ms=100",
                    timeouts: timeouts(\.head, .milliseconds(300)))
                try expect("the body", try await transport.response(to: request).text, is: "*****")
            },
            .check("idle starts again with every byte") { transport in
                let server = try LoopbackServer()
                let request = try HTTPRequest(
                    url: "\(server.url)/drip?bytes=5&interval_ms=100",
                    timeouts: timeouts(\.idle, .milliseconds(300)))
                try expect("the body", try await transport.response(to: request).text, is: "*****")
            },
            .check("head starts again with every byte sent") { transport in
                let server = try LoopbackServer.ok()
                let body = RequestBody.stream(slowly(6, every: .milliseconds(100)), contentType: nil)
                let request = try HTTPRequest(
                    method: .post, url: server.url, body: body, timeouts: timeouts(\.head, .milliseconds(400))
                )
                try expect("the status", try await transport.response(to: request).status, is: 200)
                try expect("the body", server.received[0].bodyText, is: "******")
            },
            .check("connect, to a full backlog", needs: [.connectTimeout]) { transport in
                let peer = try FullBacklog()
                let request = try HTTPRequest(
                    url: peer.url, timeouts: Timeouts(connect: .milliseconds(200), total: .milliseconds(600)))
                let errors = try await atOnce(8) {
                    try await expectError(.timedOut) { try await transport.response(to: request) }
                }
                try expect(
                    "the phase connect", errors.contains { $0.phase == .connect },
                    observed: "\(errors.map(\.phase))")
            },
            unconnected("head", Timeouts(head: .milliseconds(300))),
            unconnected("total", .total(.milliseconds(300))),
        ])

    /// Whatever limit passes at a host that does not respond, the error says that no connection was made.
    private static func unconnected(_ name: String, _ timeouts: Timeouts) -> ConformanceCheck {
        .check("\(name), to a full backlog") { transport in
            let peer = try FullBacklog()
            let request = try HTTPRequest(url: peer.url, timeouts: timeouts)
            let errors = try await atOnce(8) {
                try await expectError(.timedOut) { try await transport.response(to: request) }
            }
            try expect(
                "no connection", errors.contains { $0.message.hasPrefix("no connection was made") },
                observed: errors.first?.message ?? "")
            try expect("the phase", errors.allSatisfy { $0.phase?.rawValue == name }, observed: "another")
        }
    }

    private static func passed(_ input: String, _ limit: Limit, _ phase: Timeouts.Phase) -> ConformanceCheck {
        .check(input) { transport in
            let server = try LoopbackServer(replies: [
                .init(.send("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nhalf"), .keepOpen)
            ])
            try await expectPassed(phase, transport, server, timeouts(limit, .milliseconds(300)))
        }
    }

    /// The exchange ends by the limit of that phase, and its connection with it.
    private static func expectPassed(
        _ phase: Timeouts.Phase, _ transport: any Transport, _ server: LoopbackServer, _ timeouts: Timeouts,
        _ body: RequestBody? = nil
    ) async throws {
        let request = try HTTPRequest(
            method: body == nil ? .get : .post, url: server.url, body: body, timeouts: timeouts)
        let error = try await expectError(.timedOut) { try await transport.response(to: request) }
        try expect("the phase", error.phase, is: phase)
        try await expectSeen("the close", by: server, within: .milliseconds(500)) {
            $0.openConnectionCount == 0
        }
    }

    private static func slowly(_ count: Int, every interval: Duration) -> AsyncStream<Data> {
        let left = Lock(count)
        return AsyncStream {
            guard
                left.withLock({ left in
                    left -= 1
                    return left >= 0
                })
            else { return nil }
            try? await Task.sleep(for: interval)
            return Data("*".utf8)
        }
    }
}

/// Performs the work `count` times at once and returns all results.
func atOnce<Value: Sendable>(
    _ count: Int, _ work: @escaping @Sendable () async throws -> Value
) async throws -> [Value] {
    try await withThrowingTaskGroup(of: Value.self) { group in
        for _ in 0..<count { group.addTask { try await work() } }
        return try await group.reduce(into: []) { $0.append($1) }
    }
}
