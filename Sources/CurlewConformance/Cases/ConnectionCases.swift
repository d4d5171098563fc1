import Curlew
import CurlewTesting

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

// Connections that carry several requests.
extension ConformanceCase {
    static let connections = [lostConnections, nothingCarriesOver]

    private static let ok = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok"
    private static let idleCount = 4

    private static let lostConnections = ConformanceCase(
        "dead-idle-connections", "after an idle connection has died, only a safe request is resent",
        reference: "RFC 9112 §9.3.1, §9.6; RFC 9110 §9.2.2",
        ConnectionEnding.allCases.flatMap { ending in
            [
                .check("GET, the server \(ending.rawValue)") { transport in
                    let server = try ending.server()
                    _ = try await transport.response(.get, server.url)
                    try await expectSeen("the end", by: server) { ending.isSeen($0) }
                    try expect("the body", try await transport.response(.get, server.url).text, is: "ok")
                    try expectCount(ending.isAtRequest ? 2...3 : 2...2, server)
                },
                .check("PUT of data, the server \(ending.rawValue)") { transport in
                    let server = try ending.server()
                    _ = try await transport.response(.get, server.url)
                    try await expectSeen("the end", by: server) { ending.isSeen($0) }
                    let response = try await transport.response(.put, server.url, body: .untyped("abc"))
                    try expect("the body", response.text, is: "ok")
                    try expect("the request's body", server.received.last?.bodyText, is: "abc")
                },
                .check("POST, the server \(ending.rawValue)") { transport in
                    let server = try ending.server()
                    _ = try await transport.response(.get, server.url)
                    try await expectSeen("the end", by: server) { ending.isSeen($0) }
                    try await expectOnePost(transport, server, mayFail: ending.isAtRequest)
                },
            ]
        } + [
            .check("GET on a fresh connection is not resent") { transport in
                let server = try LoopbackServer.closing(after: "")
                let error = try await expectError(.connectionLost) {
                    try await transport.response(.get, server.url)
                }
                try expect("mayHaveBeenProcessed", error.mayHaveBeenProcessed, is: true)
                try expect("requests", server.requestCount, is: 1)
            },
            .check("GET is resent only once") { transport in
                let server = try LoopbackServer { connection in
                    _ = try connection.readRequest()
                    if connection.index > 0 { return }
                    try connection.send("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok")
                    _ = try connection.readRequest()
                }
                _ = try await transport.response(.get, server.url)
                try await expectError(.connectionLost) { try await transport.response(.get, server.url) }
                try expect("at most 3 requests", server.requestCount <= 3, observed: "\(server.requestCount)")
            },
            manyDied("GET is resent once, however many idle connections have died", .get),
            manyDied("PUT is resent once, however many idle connections have died", .put),
            manyDied(
                "GET is resent once, within the limit of connections", .get,
                configuration: .init(maxConnectionsPerHost: idleCount)),
        ])

    /// Every idle connection has died when the request arrives.
    private static func manyDied(
        _ input: String, _ method: HTTPRequest.Method, configuration: TransportConfiguration = .init()
    ) -> ConformanceCheck {
        .check(input, configuration: configuration) { transport in
            let arrived = Gate()
            let server = try LoopbackServer { connection in
                _ = try connection.readRequest()
                arrived.pass()
                while arrived.passed < idleCount { try connection.pause(.milliseconds(1)) }
                try connection.send(ok)
                _ = try connection.readRequest()
            }
            _ = try await atOnce(idleCount) { try await transport.response(.get, server.url) }
            let body: RequestBody? = method == .put ? .untyped("abc") : nil
            try expect(
                "the body", try await transport.response(method, server.url, body: body).text, is: "ok")
            let (count, most) = (server.requestCount, idleCount + 2)
            try expect("at most \(most) requests", count <= most, observed: "\(count)")
            try expect("its body", server.received.last?.bodyText, is: body == nil ? "" : "abc")
        }
    }

    /// At most one resend, and none of a request that was not lost.
    private static func expectCount(
        _ range: ClosedRange<Int>, _ server: LoopbackServer
    ) throws(ConformanceFailure) {
        let count = server.requestCount
        try expect("\(range) requests", range.contains(count), observed: "\(count)")
    }

    private static func expectOnePost(
        _ transport: any Transport, _ server: LoopbackServer, mayFail: Bool
    ) async throws {
        do {
            let response = try await transport.response(.post, server.url, body: .untyped("abc"))
            try expect("the body", response.text, is: "ok")
        } catch let error as NetworkError where mayFail {
            try expect("the code", error.code, is: .connectionLost)
            try expect("mayHaveBeenProcessed", error.mayHaveBeenProcessed, is: true)
        }
        let bodies = server.received.filter { $0.method == "POST" }.map(\.bodyText)
        try expect("the bodies of POST requests", bodies, is: ["abc"])
    }

    private static let nothingCarriesOver = ConformanceCase(
        "request-isolation", "nothing of one request appears in the next", reference: "curl, curl_easy_reset",
        [
            .check("one after the other") { transport in
                let server = try LoopbackServer()
                for step in Step.all { try await step.run(transport, server) }
            },
            .check("at random from 8 tasks") { transport in
                let server = try LoopbackServer()
                try await withThrowingTaskGroup(of: Void.self) { group in
                    for _ in 0..<8 {
                        group.addTask {
                            for step in Step.all.shuffled() { try await step.run(transport, server) }
                        }
                    }
                    try await group.waitForAll()
                }
            },
        ])

    /// One request and what a server may see of it.
    private struct Step: Sendable {
        let method: HTTPRequest.Method
        var fields: HTTPFields = [:]
        var body: (@Sendable () -> RequestBody)?
        var bodyText = ""
        var limit: Duration = .seconds(10)

        static let all = [
            Step(method: .post, fields: ["X-1": "1"], body: { .json(["a": 1]) }, bodyText: #"{"a":1}"#),
            Step(method: .get),
            Step(method: .head),
            Step(method: .put, body: { .chunks("stream") }, bodyText: "stream"),
            Step(method: .delete),
            Step(method: .get, fields: [.authorization: "Basic YTpi"]),
            Step(method: .get),
            Step(method: .get, limit: .milliseconds(100)),
            Step(method: .get),
            Step(method: .options),
            Step(
                method: .post, body: { .untyped(String(repeating: "large", count: 14_000)) },
                bodyText: String(repeating: "large", count: 14_000)),
            Step(method: .patch, fields: ["X-2": "2"], body: { .untyped("patch") }, bodyText: "patch"),
        ]

        func run(_ transport: any Transport, _ server: LoopbackServer) async throws {
            let isLate = limit < .seconds(1)
            let request = try HTTPRequest(
                method: method, url: server.url + (isLate ? "/delay/5" : "/echo"), fields: fields,
                body: body?(), timeouts: .total(limit))
            guard !isLate else {
                try await expectError(.timedOut) { try await transport.response(to: request) }
                return
            }
            let response = try await transport.response(to: request)
            try expect("the status", response.status, is: 200)
            guard method != .head else { return try expect("the body", response.text, is: "") }
            try check(response.text)
        }

        /// The text is the request as the server saw it.
        private func check(_ text: String) throws {
            let parts = text.split(separator: "\r\n\r\n", maxSplits: 1, omittingEmptySubsequences: false)
            try expect(method.rawValue, text.hasPrefix("\(method) /echo HTTP/1.1\r\n"), observed: text)
            try expect("the body", parts.count > 1 ? String(parts[1]) : "", is: bodyText)
            let lines = parts[0].lowercased().split(separator: "\r\n").dropFirst()
            for name in ["x-1", "x-2", "authorization", "content-type", "expect", "accept"] {
                let isThere = lines.contains { $0.hasPrefix("\(name):") }
                let isWanted =
                    fields.contains(HTTPField.Name(name))
                    || (name == "content-type" && bodyText.hasPrefix("{"))
                try expect("\(name) \(isWanted ? "there" : "absent")", isThere == isWanted, observed: text)
            }
        }
    }
}
