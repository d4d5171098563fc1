import Curlew
import CurlewTesting

// Limits on connections, and the queue for them.
extension ConformanceCase {
    static let pools = [bursts, waiting, lifetimes, wrongLimits]

    private static let bursts = ConformanceCase(
        "connection-limits", "a burst beyond the limits completes within them",
        reference: "TransportConfiguration.maxConnectionsPerHost, maxConnections",
        [
            .check(
                "200 GETs through 6 connections, each then at a second port, twice",
                configuration: .init(maxConnectionsPerHost: 6)
            ) { transport in
                let loads = [Load(), Load()]
                let servers = try loads.map { try LoopbackServer.slow($0, .milliseconds(2)) }
                for _ in 0..<2 {
                    _ = try await atOnce(200) {
                        for server in servers {
                            try expect(
                                "the status", try await transport.response(.get, server.url).status, is: 204)
                        }
                    }
                }
                for (server, load) in zip(servers, loads) {
                    try expect("requests", server.requestCount, is: 400)
                    try expect("at most 6 at a time", load.peak <= 6, observed: "\(load.peak)")
                }
            },
            .check("30 POSTs with 204 as response, 4 times", configuration: .init(maxConnectionsPerHost: 6)) {
                transport in
                let load = Load()
                let server = try LoopbackServer.slow(load)
                for _ in 0..<4 {
                    _ = try await atOnce(30) {
                        let response = try await transport.response(.post, server.url, body: .untyped("abc"))
                        try expect("the status", response.status, is: 204)
                    }
                }
                try expect("requests", server.requestCount, is: 120)
                try expect("at most 6 at a time", load.peak <= 6, observed: "\(load.peak)")
            },
            .check("2 connections for 3 hosts", configuration: .init(maxConnections: 2)) { transport in
                let load = Load()
                let servers = try (0..<3).map { _ in try LoopbackServer.slow(load) }
                _ = try await atOnce(10) {
                    for server in servers {
                        try expect(
                            "the status", try await transport.response(.get, server.url).status, is: 204)
                    }
                }
                try expect("at most 2 at a time", load.peak <= 2, observed: "\(load.peak)")
            },
            .check("a full host delays no other", configuration: .init(maxConnectionsPerHost: 1)) {
                transport in
                let (full, free) = (try LoopbackServer(), try LoopbackServer())
                let tasks = (0..<2).map { _ in
                    Task { try await transport.response(.get, "\(full.url)/delay/30") }
                }
                try await expectSeen("a request", by: full) { $0.requestCount == 1 }
                _ = try await transport.response(.get, "\(free.url)/bytes/10")
                for task in tasks { task.cancel() }
            },
        ])

    private static let waiting = ConformanceCase(
        "connection-queue",
        "requests wait for a connection in turn, within their limits, and can be cancelled",
        reference: "TransportConfiguration.maxConnectionsPerHost; Timeouts; TransferMetrics.queued",
        [
            .check("each in its turn", configuration: .init(maxConnectionsPerHost: 1)) { transport in
                let load = Load()
                let server = try LoopbackServer.slow(load)
                _ = try await atOnce(10) { try await transport.response(.get, server.url) }
                try expect("requests", server.requestCount, is: 10)
                try expect("at a time", load.peak, is: 1)
            },
            .check("first come, first served", configuration: .init(maxConnectionsPerHost: 1)) { transport in
                try await withFullPool(transport) { server, first in
                    var waiting: [Task<CollectedResponse, any Error>] = []
                    for number in 1...3 {
                        waiting.append(
                            Task { try await transport.response(.get, "\(server.url)/get?\(number)") })
                        // Nothing shows that it waits.
                        try await Task.sleep(for: .milliseconds(100))
                    }
                    first.cancel()
                    for task in waiting { _ = try await task.value }
                    let order = server.received.dropFirst().map(\.target)
                    try expect("the order", order, is: (1...3).map { "/get?\($0)" })
                }
            },
            .check("the wait is in the metrics", configuration: .init(maxConnections: 1)) { transport in
                let server = try LoopbackServer()
                let first = Task { try await transport.response(.get, "\(server.url)/delay/0.3") }
                try await expectSeen("the first", by: server) { $0.requestCount == 1 }
                let queued = try await transport.send(.bare("\(server.url)/get")).metrics.queued ?? .zero
                try expect("over 100 ms", queued > .milliseconds(100), observed: queued.shortText)
                _ = try await first.value
            },
            .check("a total limit", configuration: .init(maxConnectionsPerHost: 1)) { transport in
                try await expectTimeout(transport, .total, .total(.milliseconds(100)))
            },
            .check("a head limit", configuration: .init(maxConnectionsPerHost: 1)) { transport in
                try await expectTimeout(transport, .head, Timeouts(head: .milliseconds(100)))
            },
            .check(
                "a connect limit", needs: [.connectTimeout], configuration: .init(maxConnectionsPerHost: 1)
            ) { transport in
                try await expectTimeout(transport, .connect, Timeouts(connect: .milliseconds(100)))
            },
            .check("a cancel", configuration: .init(maxConnections: 1)) { transport in
                try await withFullPool(transport) { server, first in
                    let second = Task { try await transport.response(.get, "\(server.url)/second") }
                    try await Task.sleep(for: .milliseconds(20))
                    second.cancel()
                    try await expectError(.cancelled) { try await second.value }
                    first.cancel()
                    _ = try await transport.response(.get, "\(server.url)/get")
                    let paths = server.received.map(\.path)
                    try expect("the requests", paths, is: ["/delay/30", "/get"])
                }
            },
            .lifetime("a shutdown") { subject in
                let transport = subject.make(.init(maxConnections: 1))
                try await withFullPool(transport) { server, _ in
                    let second = Task { try await transport.response(.get, "\(server.url)/second") }
                    try await Task.sleep(for: .milliseconds(20))
                    transport.shutdown()
                    try await expectError(.closed) { try await second.value }
                }
            },
        ])

    private static func expectTimeout(
        _ transport: any Transport, _ phase: Timeouts.Phase, _ timeouts: Timeouts
    ) async throws {
        try await withFullPool(transport) { server, _ in
            let request = try HTTPRequest(url: "\(server.url)/second", timeouts: timeouts)
            let error = try await expectError(.timedOut) { try await transport.response(to: request) }
            try expect("the phase", error.phase, is: phase)
            try expect("requests", server.requestCount, is: 1)
            let start =
                "no connection was made to 127.0.0.1:\(server.port) within 100 ms (\(phase.rawValue) limit)"
            try expect("the message", String(error.message.prefix(start.count)), is: start)
            try expect("mayHaveBeenProcessed", error.mayHaveBeenProcessed, is: false)
        }
    }

    /// Runs the body while the only connection is in use.
    private static func withFullPool(
        _ transport: any Transport,
        _ body: (LoopbackServer, Task<CollectedResponse, any Error>) async throws -> Void
    ) async throws {
        let server = try LoopbackServer()
        let first = Task { try await transport.response(.get, "\(server.url)/delay/30") }
        defer { first.cancel() }
        try await expectSeen("the first request", by: server) { $0.requestCount == 1 }
        try await body(server, first)
    }

    private static let lifetimes = ConformanceCase(
        "pool-lifetimes", "a connection that is too old, or was idle for too long, is not used again",
        reference: "TransportConfiguration.idleLifetime, connectionLifetime",
        [
            .check("an idle one", needs: [.idleLifetime], configuration: .init(idleLifetime: .seconds(1))) {
                try await expectConnections(2, $0)
            },
            closedWhileIdle("within a second", .milliseconds(300)),
            closedWhileIdle("after a second", .seconds(1)),
            .check("an old one", configuration: .init(connectionLifetime: .seconds(1))) {
                try await expectConnections(2, $0)
            },
            .check(
                "one older than a fraction of a second",
                configuration: .init(connectionLifetime: .milliseconds(300))
            ) {
                try await expectConnections(2, $0, after: .milliseconds(700))
            },
            .check("one that is neither") { try await expectConnections(1, $0) },
            .check(
                "one of the longest lifetime",
                configuration: .init(connectionLifetime: Duration(attoseconds: .max))
            ) { try await expectConnections(1, $0) },
        ])

    /// Also if no request follows.
    private static func closedWhileIdle(_ input: String, _ lifetime: Duration) -> ConformanceCheck {
        .check(
            "an idle one is closed \(input)", needs: [.idleLifetime],
            configuration: .init(idleLifetime: lifetime)
        ) { transport in
            let server = try LoopbackServer.ok()
            _ = try await transport.response(.get, server.url)
            try await expectSeen("no open connection", by: server) { $0.openConnectionCount == 0 }
            _ = try await transport.response(.get, server.url)
            try expect("connections", server.connectionCount, is: 2)
        }
    }

    /// curl counts whole seconds, so one second has certainly passed after two.
    private static func expectConnections(
        _ count: Int, _ transport: any Transport, after age: Duration = .milliseconds(2_100)
    ) async throws {
        let server = try LoopbackServer.ok()
        _ = try await transport.response(.get, server.url)
        try await Task.sleep(for: age)
        _ = try await transport.response(.get, server.url)
        try expect("connections", server.connectionCount, is: count)
    }

    private static let wrongLimits = ConformanceCase(
        "pool-limits", "a limit that is not positive is refused before any I/O",
        reference: "TransportConfiguration",
        [
            refused("maxConnectionsPerHost 0", .init(maxConnectionsPerHost: 0)),
            refused("connections -1", .init(maxConnections: -1)),
            refused("idleLifetime 0", .init(idleLifetime: .zero)),
            refused("connectionLifetime 0", .init(connectionLifetime: .zero)),
            refused("headLimit 0", .init(headLimit: 0)),
            refused("fieldLimit 0", .init(fieldLimit: 0)),
        ])

    private static func refused(_ input: String, _ configuration: TransportConfiguration) -> ConformanceCheck
    {
        .check(input, configuration: configuration) { transport in
            let server = try LoopbackServer.ok()
            try await expectError(.invalidRequest) { try await transport.response(.get, server.url) }
            try expect("connections", server.connectionCount, is: 0)
        }
    }
}

/// The number of requests in progress, on all servers together.
private final class Load: Sendable {
    private let counts = Lock((now: 0, peak: 0))

    func during(_ work: () throws -> Void) rethrows {
        counts.withLock { $0 = ($0.now + 1, max($0.peak, $0.now + 1)) }
        defer { counts.withLock { $0.now -= 1 } }
        try work()
    }

    var peak: Int { counts.withLock { $0.peak } }
}

extension LoopbackServer {
    /// A server that responds to every request with 204 after a moment.
    fileprivate static func slow(
        _ load: Load, _ delay: Duration = .milliseconds(20)
    ) throws -> LoopbackServer {
        try LoopbackServer { connection in
            while try connection.readRequest() != nil {
                try load.during { try connection.pause(delay) }
                try connection.send("HTTP/1.1 204 No Content\r\n\r\n")
            }
        }
    }
}
