import Curlew
import CurlewTesting

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

// The requests that a client retries.
extension ConformanceCase {
    static let retries = [retryDelays, repeatedRequests, replayedBodies, cutResponses]

    private static let unavailable = "HTTP/1.1 503 Service Unavailable\r\nContent-Length: 4\r\n\r\nbusy"
    private static let askingToWait =
        "HTTP/1.1 503 Service Unavailable\r\nRetry-After: 2\r\nContent-Length: 4\r\n\r\nbusy"

    private static let retryDelays = ConformanceCase(
        "retry-delays", "cancellation and the total limit end the delay before a retry",
        reference: "RetryPolicy",
        [
            .check("a cancellation during the delay") { transport in
                let server = try LoopbackServer.responding(with: askingToWait)
                let (pauses, pause) = AsyncStream.makeStream(of: Void.self)
                let observer = EventObserver { if $0.kind == .retrying { pause.yield() } }
                let client = transport.retrying(server.url, observers: [observer])
                let task = Task { try await client.send(Endpoint<Data>.get("/")) }
                for await _ in pauses { break }
                let error = try await expectDuration(.zero ... .milliseconds(500)) {
                    task.cancel()
                    return try await expectError(.cancelled) { try await task.value }
                }
                try expect("attempts", error.attempts, is: 1)
                try expect("requests", server.requestCount, is: 1)
            },
            .check("a cancellation during attempt 2") { transport in
                let server = try LoopbackServer(replies: [.send(unavailable), .init(.keepOpen)])
                let client = transport.retrying(server.url)
                let task = Task { try await client.send(Endpoint<Data>.get("/")) }
                try await expectSeen("attempt 2", by: server) { $0.requestCount == 2 }
                task.cancel()
                let error = try await expectError(.cancelled) { try await task.value }
                try expect("attempts", error.attempts, is: 2)
                try expect("requests", server.requestCount, is: 2)
            },
            .check("a total limit before the end of the delay") { transport in
                let server = try LoopbackServer.responding(with: askingToWait)
                let client = transport.retrying(server.url)
                let endpoint = Endpoint<Data>.get("/").with {
                    $0.options.timeouts = .total(.milliseconds(300))
                }
                let error = try await expectDuration(.milliseconds(290)...(.milliseconds(1500))) {
                    try await expectError(.timedOut) { try await client.send(endpoint) }
                }
                try expect("the phase", error.phase, is: .total)
                try expect("the last status", error.response?.status, is: 503)
                try expect("the last body", error.bodyPrefix, is: Data("busy".utf8))
                try expect("requests", server.requestCount, is: 1)
            },
            .check("a total limit within attempt 2") { transport in
                let server = try LoopbackServer(replies: [.send(unavailable), .init(.keepOpen)])
                let client = transport.retrying(server.url)
                let endpoint = Endpoint<Data>.get("/").with {
                    $0.options.timeouts = .total(.milliseconds(300))
                }
                let error = try await expectError(.timedOut) { try await client.send(endpoint) }
                try expect("the phase", error.phase, is: .total)
                try expect("the last status", error.response?.status, is: 503)
                try expect("attempts", error.attempts, is: 2)
            },
        ])

    private static let repeatedRequests = ConformanceCase(
        "safe-retries", "only a harmless request is retried",
        reference: "RFC 9110 §9.2.2; RFC 9112 §9.3.1",
        Policy.allCases.flatMap { policy in
            [
                .check("\(policy.rawValue), closes without a response") { transport in
                    try await expectAttempts(transport, policy, .connectionLost) {
                        try LoopbackServer.closing(after: "")
                    }
                },
                .check("\(policy.rawValue), responds with 503") { transport in
                    try await expectAttempts(transport, policy, .unacceptableStatus) {
                        try LoopbackServer.responding(with: unavailable)
                    }
                },
                .check("\(policy.rawValue), responds with 500") { transport in
                    try await expectAttempts(transport, policy, .unacceptableStatus, isRetried: false) {
                        try LoopbackServer.responding(with: "HTTP/1.1 500 Oops\r\nContent-Length: 0\r\n\r\n")
                    }
                },
                .check("\(policy.rawValue), refuses the connection") { transport in
                    for method in methods {
                        let client = transport.retrying(LoopbackServer.refusingURL, policy.retries)
                        let error = try await expectError(.cannotConnect) {
                            try await client.send(policy.endpoint(method))
                        }
                        try expect("attempts of \(method)", error.attempts, is: policy.retries.maxRetries + 1)
                    }
                },
            ]
        })

    private static let methods: [HTTPRequest.Method] = [.get, .head, .put, .delete, .post, .patch]

    private enum Policy: String, CaseIterable {
        case none, standard
        case keyed = "standard with an idempotency key"

        var retries: RetryPolicy { self == .none ? .none : .standard }

        func endpoint(_ method: HTTPRequest.Method) -> Endpoint<Void> {
            let body: RequestBody? = method.takesBody ? .untyped("abc") : nil
            return Endpoint(
                method, "/", fields: self == .keyed ? ["Idempotency-Key": "1"] : [:], body: body,
                decoder: .none)
        }

        func attempts(_ method: HTTPRequest.Method) -> Int {
            self == .keyed || method.isIdempotent ? retries.maxRetries + 1 : 1
        }
    }

    /// Every method, to a server of its own; each attempt carries the whole body.
    private static func expectAttempts(
        _ transport: any Transport, _ policy: Policy, _ code: NetworkError.Code, isRetried: Bool = true,
        _ makeServer: () throws -> LoopbackServer
    ) async throws {
        for method in methods {
            let server = try makeServer()
            let client = transport.retrying(server.url, policy.retries)
            let error = try await expectError(code) { try await client.send(policy.endpoint(method)) }
            let attempts = isRetried ? policy.attempts(method) : 1
            try expect("attempts of \(method)", error.attempts, is: attempts)
            try expect("requests of \(method)", server.requestCount, is: attempts)
            let bodies = Array(repeating: method.takesBody ? "abc" : "", count: attempts)
            try expect("bodies of \(method)", server.received.map(\.bodyText), is: bodies)
        }
    }

    private static let replayedBodies = ConformanceCase(
        "retried-bodies", "a retry carries the whole body, and reuses the connection after a small refusal",
        reference: "RFC 9112 §9.3",
        [
            .check("data of 1 MB") { transport in
                let data = Data(repeating: 7, count: 1 << 20)
                try await expectReplay(transport, .data(data), data)
            },
            .check("a file of 1 MB") { transport in
                let data = Data(repeating: 8, count: 1 << 20)
                try await withTemporaryFile(data) { try await expectReplay(transport, .file($0), data) }
            },
            .check("a stream is sent once") { transport in
                let server = try LoopbackServer.responding(with: unavailable)
                let error = try await expectError(.unacceptableStatus) {
                    try await transport.retrying(server.url).send(
                        Endpoint<Void>.put("/", body: .chunks("abc")))
                }
                try expect("the status", error.response?.status, is: 503)
                try expect("requests", server.requestCount, is: 1)
            },
            .check("one connection for all attempts") { transport in
                let ok = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok"
                let server = try LoopbackServer(replies: [.send(unavailable), .send(unavailable), .send(ok)])
                let client = transport.retrying(server.url)
                let response = try await client.response(for: Endpoint<String>.get("/"))
                try expect("the body", response.value, is: "ok")
                try expect("attempts", response.attempts, is: 3)
                try expect("connections", server.connectionCount, is: 1)
            },
            .check("a POST with a key on a connection that dies") { transport in
                let server = try LoopbackServer { connection in
                    _ = try connection.readRequest()
                    try connection.send("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok")
                    _ = try connection.readRequest()
                    if connection.index > 0 {
                        try connection.send("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok")
                    }
                }
                let client = transport.retrying(server.url)
                _ = try await client.send(Endpoint<String>.get("/"))
                let endpoint = Endpoint<String>.post("/", body: .untyped("abc")).with {
                    $0.fields["Idempotency-Key"] = "1"
                }
                try expect("the body", try await client.send(endpoint), is: "ok")
                try expect("the request's body", server.received.last?.bodyText, is: "abc")
            },
        ])

    private static func expectReplay(
        _ transport: any Transport, _ body: RequestBody, _ data: Data
    ) async throws {
        let ok = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok"
        let server = try LoopbackServer(replies: [.send(unavailable), .send(ok)])
        let client = transport.retrying(server.url)
        _ = try await client.send(Endpoint<String>.put("/", body: body))
        let bodies = server.received.map { Data($0.body) == data }
        try expect("bodies that are whole", bodies, is: [true, true])
    }
}

extension HTTPRequest.Method {
    fileprivate var takesBody: Bool { self == .put || self == .post || self == .patch }
}

extension Transport {
    /// A client that retries after short delays.
    func retrying(
        _ baseURL: String, _ policy: RetryPolicy = .standard, observers: [any Client.Observer] = []
    ) -> Client {
        var policy = policy
        policy.baseDelay = .milliseconds(1)
        return Client(
            baseURL: baseURL, transport: self,
            configuration: .init(timeouts: .total(.seconds(10)), retries: policy, observers: observers))
    }
}

/// Calls a closure with each event.
private struct EventObserver: Client.Observer {
    let body: @Sendable (Client.Event) -> Void

    init(_ body: @escaping @Sendable (Client.Event) -> Void) {
        self.body = body
    }

    func observe(_ event: Client.Event) { body(event) }
}
