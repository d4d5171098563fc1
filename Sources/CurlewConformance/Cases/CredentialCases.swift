import Curlew
import CurlewTesting

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

// Where a client sends credentials, over each transport.
extension ConformanceCase {
    static let credentials = [credentialsOfRedirects, challengesOfClient, credentialsOfClient]

    private static let secretFields: HTTPFields = {
        var fields: HTTPFields = [
            .authorization: "Bearer secret", .cookie: "a=secret", .proxyAuthorization: "Basic secret",
            "X-Api-Key": "secret", "X-Plain": "plain",
        ]
        fields.append(HTTPField(name: "X-Mine", value: "secret", isSensitive: true))
        return fields
    }()

    private static let secretNames = [
        "Authorization", "Cookie", "Proxy-Authorization", "X-Api-Key", "X-Mine",
    ]

    private static let credentialsOfRedirects = ConformanceCase(
        "redirect-credentials",
        "credentials follow a redirect only to the same origin, and are not restored later",
        reference: "RFC 9110 §15.4; Fetch, HTTP-redirect fetch",
        [
            .check("the same origin") { transport in
                let server = try LoopbackServer.redirecting(302, to: "/headers")
                try await send(secretFields, transport, server.url)
                try expectSecrets(in: try server.last(of: 2), are: true)
            },
            .check("another port, and back") { transport in
                let (server, other) = try detour(over: \.url)
                try await send(secretFields, transport, server.url)
                try expectSecrets(in: try other.last(of: 1), are: false)
                try expectSecrets(in: try server.last(of: 2), are: false)
            },
            .check("another name of the host, and back") { transport in
                let (server, other) = try detour { "http://localhost:\($0.port)" }
                try await send(secretFields, transport, server.url)
                try expectSecrets(in: try other.last(of: 1), are: false)
                try expectSecrets(in: try server.last(of: 2), are: false)
            },
            .check("a password in the base URL") { transport in
                let (server, other) = try detour(over: \.url)
                try await send([:], transport, "http://user:secret@\(server.authority)")
                try expect(
                    "Authorization", server.received[0]["Authorization"], is: "Basic dXNlcjpzZWNyZXQ=")
                try expect("it elsewhere", try other.last(of: 1)["Authorization"], is: nil)
                try expect("a restored Authorization", try server.last(of: 2)["Authorization"], is: nil)
            },
        ])

    /// Two servers: the first redirects to the second, and the second back to the first.
    private static func detour(
        over url: @escaping @Sendable (LoopbackServer) -> String
    ) throws -> (LoopbackServer, LoopbackServer) {
        let first = Lock<String?>(nil)
        let other = try LoopbackServer(routes: [
            .init("GET", "/over") { _ in
                .init(status: 302, fields: ["Location": "\(first.withLock { $0 } ?? "")/headers"])
            }
        ])
        let server = try LoopbackServer.redirecting(302, to: "\(url(other))/over")
        first.withLock { $0 = server.url }
        return (server, other)
    }

    private static func send(_ fields: HTTPFields, _ transport: any Transport, _ url: String) async throws {
        _ = try await transport.client(url).send(Endpoint<Data>.get("/from", fields: fields))
    }

    private static func expectSecrets(
        in request: LoopbackServer.ReceivedRequest, are isThere: Bool
    ) throws(ConformanceFailure) {
        let names = secretNames.filter { request[$0] != nil }
        try expect("secret fields", names, is: isThere ? secretNames : [])
        try expect("the plain field", request["X-Plain"], is: "plain")
    }

    private static let challengesOfClient = ConformanceCase(
        "token-refresh", "a challenge causes one new request, only with a fresh token",
        reference: "RFC 9110 §15.5.2",
        [
            challenged("no credentials", nil, requests: 1),
            challenged("a wrong password", .basic(user: "u", password: "p"), requests: 1),
            challenged("a wrong token", .bearer("t"), requests: 1),
            challenged("a wrong token that is refreshed", .refreshing { _ in AccessToken("t") }, requests: 2),
            .check("an expired token") { transport in
                let refreshes = Lock(0)
                let server = try LoopbackServer.accepting("Bearer new")
                let auth = Authentication.refreshing(AccessToken("old")) { _ in
                    refreshes.withLock { $0 += 1 }
                    return AccessToken("new")
                }
                let client = transport.client(server.url) { $0.auth = auth }
                _ = try await atOnce(20) {
                    try await client.send(Endpoint<Void>.post("/", body: .untyped("a=1")))
                }
                try expect("refreshes", refreshes.withLock { $0 }, is: 1)
                let accepted = server.received.filter { $0["Authorization"] == "Bearer new" }
                try expect("bodies", accepted.map(\.bodyText), is: Array(repeating: "a=1", count: 20))
            },
        ])

    private static func challenged(
        _ input: String, _ auth: Authentication?, requests: Int
    ) -> ConformanceCheck {
        .check(input) { transport in
            let server = try LoopbackServer.accepting("nothing")
            let client = transport.client(server.url) { $0.auth = auth }
            for endpoint in [Endpoint<Data>.get("/"), .post("/", body: .untyped("abc"))] {
                let error = try await expectError(.unacceptableStatus) { try await client.send(endpoint) }
                try expect("the status", error.response?.status.code, is: 401)
                try expect("the body", error.bodyPrefix, is: Data("nope".utf8))
            }
            try expect("requests", server.requestCount, is: 2 * requests)
        }
    }

    private static let credentialsOfClient = ConformanceCase(
        "credential-precedence", "the caller's field wins, and credentials are sent only to their host",
        reference: "RFC 9110 §11.6.2",
        [
            owned("Basic", .basic(user: "user", password: "secret"), "Basic dXNlcjpzZWNyZXQ="),
            owned("Bearer", .bearer("secret"), "Bearer secret"),
            owned("a token that is fetched", .refreshing { _ in AccessToken("secret") }, "Bearer secret"),
        ])

    private static func owned(_ input: String, _ auth: Authentication, _ value: String) -> ConformanceCheck {
        .check(input) { transport in
            let (server, other) = try detour { "http://localhost:\($0.port)" }
            let client = transport.client(server.url) { $0.auth = auth }
            _ = try await client.send(Endpoint<Data>.get("/from"))
            try expect("Authorization", server.received[0]["Authorization"], is: value)
            try expect("it elsewhere", try other.last(of: 1)["Authorization"], is: nil)
            try expect("a restored Authorization", try server.last(of: 2)["Authorization"], is: nil)
            _ = try await client.send(Endpoint<Data>.get("/headers", fields: [.authorization: "Mine"]))
            try expect("the caller's", server.received.last?.values(of: "Authorization"), is: ["Mine"])
            let error = try await expectError(.unacceptableStatus) {
                try await client.send(Endpoint<Data>.get("/status/404"))
            }
            let text = "\(error) \(String(reflecting: error)) \(client.configuration)"
            try expect("no secret", !text.contains("secret"), observed: text)
        }
    }
}

extension LoopbackServer {
    /// A server that responds with 401 unless Authorization has this value.
    fileprivate static func accepting(_ authorization: String) throws -> LoopbackServer {
        try LoopbackServer { connection in
            while let request = try connection.readRequest() {
                let isAccepted = request["Authorization"] == authorization
                let (status, field) =
                    isAccepted ? ("200 OK", "") : ("401 Unauthorized", "WWW-Authenticate: Bearer\r\n")
                try connection.send("HTTP/1.1 \(status)\r\n\(field)Content-Length: 4\r\n\r\nnope")
            }
        }
    }
}
