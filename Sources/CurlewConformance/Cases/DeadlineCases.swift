import Curlew
import CurlewTesting

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

// One limit for a whole send, and its cancellation at any point.
extension ConformanceCase {
    static let deadlines = [totalOfSends]

    private static let totalOfSends = ConformanceCase(
        "whole-send-limits", "the total limit and cancellation apply to a whole send",
        reference: "Timeouts.total; NetworkError.phase",
        [
            .check("total over slow redirects") { transport in
                let server = try slowlyRedirecting()
                let error = try await expectExpired(transport, server, Endpoint<Data>.get("/slow"))
                try expect("redirects", !error.redirects.isEmpty, observed: "none")
                try expect("attempts", error.attempts > 1, observed: "\(error.attempts)")
                try expect(
                    "the limit in the message", error.message.contains("300 ms"), observed: error.message)
            },
            .check("total within the body after a redirect") { transport in
                let server = try LoopbackServer.redirecting(302, to: "/drip?bytes=1000&interval_ms=20")
                let error = try await expectExpired(transport, server, Endpoint<Data>.get("/from"))
                try expect("the status", error.response?.status.code, is: 200)
            },
            .check("total while a token is fetched") { transport in
                let server = try LoopbackServer()
                let auth = Authentication.refreshing { _ in
                    try await Task.sleep(for: .seconds(1))
                    return AccessToken("t")
                }
                _ = try await expectExpired(transport, server, Endpoint<Data>.get("/get"), auth)
                try expect("requests", server.requestCount, is: 0)
            },
            .check("a cancellation after a redirect") { transport in
                let server = try LoopbackServer.redirecting(302, to: "/delay/10")
                let client = transport.client(server.url)
                let task = Task { try await client.send(Endpoint<Data>.get("/from")) }
                try await expectSeen("the second request", by: server) { $0.requestCount == 2 }
                try await expectDuration(.zero ... .milliseconds(500)) {
                    task.cancel()
                    try await expectError(.cancelled) { try await task.value }
                }
                try await expectSeen("the close", by: server, within: .milliseconds(500)) {
                    $0.openConnectionCount == 0
                }
            },
        ])

    private static let limit = Duration.milliseconds(300)

    /// Not before the limit, and after it by at most ten times the allowed delay: the machine may be busy.
    private static func expectExpired(
        _ transport: any Transport, _ server: LoopbackServer, _ endpoint: Endpoint<Data>,
        _ auth: Authentication? = nil
    ) async throws -> NetworkError {
        let client = Client(
            baseURL: server.url, transport: transport,
            configuration: .init(timeouts: .total(limit), auth: auth))
        let error = try await expectDuration(limit...(limit * 2 + .milliseconds(500))) {
            try await expectError(.timedOut) { try await client.send(endpoint) }
        }
        try expect("the phase", error.phase, is: .total)
        return error
    }

    /// A server that redirects to itself indefinitely, each time after 100 ms.
    private static func slowlyRedirecting() throws -> LoopbackServer {
        try LoopbackServer { connection in
            while try connection.readRequest() != nil {
                try connection.pause(.milliseconds(100))
                try connection.send("HTTP/1.1 302 Found\r\nLocation: /slow\r\nContent-Length: 0\r\n\r\n")
            }
        }
    }
}
