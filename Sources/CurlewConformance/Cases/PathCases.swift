import Curlew
import CurlewTesting

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

// The ways to a server other than the direct one.
extension ConformanceCase {
    static let paths = [ways]

    private static let ways = ConformanceCase(
        "contract-paths", "a proxy or a unix socket is used, or refused before any I/O",
        reference: "Transport: what it cannot honour is .unsupported, thrown before any I/O",
        [
            proxy("an HTTP proxy for a request") { (.init(), .init(proxy: try .init($0))) },
            proxy("an HTTP proxy for a transport") { (.init(proxy: try .init($0)), .init()) },
            socket("a unix socket for a request") { (.init(), .init(unixSocket: .abstract($0))) },
            socket("a unix socket for a transport") { (.init(unixSocket: .abstract($0)), .init()) },
            .lifetime("no proxy for an excepted host") { subject in
                let server = try LoopbackServer()
                let proxy = try TransportConfiguration.Proxy(
                    LoopbackServer.refusingURL, noProxy: ["127.0.0.1"])
                let transport = subject.make(.init(proxy: proxy))
                defer { transport.shutdown() }
                try expect(
                    "the status", try await transport.response(.get, "\(server.url)/get").status, is: 200)
            },
        ])

    /// A way through a server, which sees a request for another host.
    private static func proxy(
        _ input: String, _ options: @escaping @Sendable (String) throws -> Ways
    ) -> ConformanceCheck {
        .lifetime(input) { subject in
            let server = try LoopbackServer { connection in
                while try connection.readRequest() != nil {
                    try connection.send("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")
                }
            }
            try await check(.proxies, options(server.url), "http://curlew.test/a", subject, server)
            guard subject.capabilities.supports(.proxies) else { return }
            try expect("the target", server.received.first?.target, is: "http://curlew.test/a")
        }
    }

    private static func socket(
        _ input: String, _ options: @escaping @Sendable (String) throws -> Ways
    ) -> ConformanceCheck {
        .lifetime(input) { subject in
            let name = "curlew-\(UUID().uuidString)"
            let server = try LoopbackServer(host: .abstractSocket(name))
            try await check(.unixSockets, options(name), "http://curlew.test/get", subject, server)
            guard subject.capabilities.supports(.unixSockets) else { return }
            try expect("Host", server.received.first?["Host"], is: "curlew.test")
        }
    }

    private typealias Ways = (configuration: TransportConfiguration, options: HTTPRequest.Options)

    private static func check(
        _ feature: TransportCapabilities.Feature, _ ways: Ways, _ url: String, _ subject: ConformanceSubject,
        _ server: LoopbackServer
    ) async throws {
        let transport = subject.make(ways.configuration)
        defer { transport.shutdown() }
        let request = try HTTPRequest(url: url, timeouts: .total(.seconds(10)), options: ways.options)
        if subject.capabilities.supports(feature) {
            try expect("the status", try await transport.response(to: request).status, is: 200)
        } else {
            try await expectError(.unsupported) { try await transport.response(to: request) }
            try expect("connections", server.connectionCount, is: 0)
        }
    }
}
