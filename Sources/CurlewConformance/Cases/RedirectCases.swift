import Curlew
import CurlewTesting

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

// How a client handles redirects, over each transport.
extension ConformanceCase {
    static let redirects = [redirectMethods, redirectBodies, redirectLocations, unfollowed, redirectLimits]

    private static let redirectBodies = ConformanceCase(
        "redirect-bodies", "a body is resent whole, or the send fails",
        reference: "RFC 9110 §15.4.8, §15.4.9",
        [307, 308].flatMap { status in
            [
                .check("data and \(status)") { transport in
                    try await expectReplayed(.data(Data("a=1".utf8)), 3, transport, status)
                },
                .check("a file of 8 MB and \(status)") { transport in
                    try await withTemporaryFile(Data(count: 8_000_000)) { path in
                        try await expectReplayed(.file(path), 8_000_000, transport, status)
                    }
                },
                .check("a stream and \(status)") { transport in
                    let server = try LoopbackServer.redirecting(status, to: "/anything")
                    let body = RequestBody.stream(Chunks.zeros(1000))
                    let error = try await expectError(.bodyNotReplayable) {
                        try await transport.client(server.url).send(Endpoint<Data>.post("/from", body: body))
                    }
                    try expect("the status", error.response?.status.code, is: status)
                    try expect("requests", server.requestCount, is: 1)
                },
            ]
        })

    private static func expectReplayed(
        _ body: RequestBody, _ length: Int, _ transport: any Transport, _ status: Int
    ) async throws {
        let server = try LoopbackServer.redirecting(status, to: "/status/204")
        _ = try await transport.client(server.url).send(Endpoint<Void>.post("/from", body: body))
        let last = try server.last(of: 2)
        try expect("the method", last.method, is: "POST")
        try expect("bytes", last.bodyLength, is: length)
        try expect("the whole body", last.isComplete, observed: "a part of it")
    }

    private static let redirectLocations = ConformanceCase(
        "redirect-locations", "a Location leads where RFC 3986 says, whatever its bytes",
        reference: "RFC 3986 §2.1, §5.2; RFC 9110 §10.2.2",
        [
            located("raw UTF-8", "/caf\u{E9}?q=\u{E9}", "/caf%C3%A9?q=%C3%A9"),
            located("escapes", "/caf%C3%A9", "/caf%C3%A9"), located("a space", "/a b", "/a%20b"),
            located("a % that starts no escape", "/r?x=%zz&y=%", "/r?x=%25zz&y=%25"),
            located("a % in a path", "/100%/%4", "/100%25/%254"),
            located("a relative path", "b/../c?x=1", "/base/c?x=1"), located("two dots", "../c", "/c"),
            located("a query", "?y", "/base/from?y"), located("a fragment", "/c#top", "/c"),
            .check("an absolute URL") { transport in
                let other = try LoopbackServer.ok()
                try await expectFollowed("\(other.url)/x?y=1", transport, to: other, "/x?y=1")
            },
            .check("a URL without scheme") { transport in
                let other = try LoopbackServer.ok()
                try await expectFollowed("//\(other.authority)/x", transport, to: other, "/x")
            },
            .check("a name in lower case") { transport in
                let server = try LoopbackServer(replies: [
                    .send("HTTP/1.1 302 Found\r\nlocation: /x\r\nContent-Length: 0\r\n\r\n"),
                    .send("HTTP/1.1 204 No Content\r\n\r\n"),
                ])
                _ = try await transport.client(server.url).send(Endpoint<Void>.get("/from"))
                try expect("the target", server.received.last?.target, is: "/x")
            },
            .check("an IPv6 literal", needs: [.ipv6Literals]) { transport in
                let other = try LoopbackServer(host: .ipv6)
                try await expectFollowed("\(other.url)/echo", transport, to: other, "/echo")
                try expect("Host", other.received[0]["Host"], is: other.authority)
            },
        ])

    private static func located(_ input: String, _ location: String, _ target: String) -> ConformanceCheck {
        .check(input) { transport in
            let server = try LoopbackServer(replies: [
                .send("HTTP/1.1 302 Found\r\nLocation: \(location)\r\nContent-Length: 3\r\n\r\nabc"),
                .send("HTTP/1.1 204 No Content\r\n\r\n"),
            ])
            _ = try await transport.client(server.url).send(Endpoint<Void>.get("/base/from"))
            try expect("the target", server.received.last?.target, is: target)
        }
    }

    private static func expectFollowed(
        _ location: String, _ transport: any Transport, to other: LoopbackServer, _ target: String
    ) async throws {
        let server = try LoopbackServer.redirecting(302, to: location)
        let response = try await transport.client(server.url).response(for: Endpoint<Data>.get("/from"))
        try expect("the target", other.received.last?.target, is: target)
        try expect("the last URL", response.target?.url, is: "\(other.url)\(target)")
    }

    private static let unfollowed = ConformanceCase(
        "redirect-refusals",
        "a redirect without a target is the response, with its body; a forbidden target is refused",
        reference: "RFC 9110 §15.4, §15.4.1, §15.4.5",
        [
            returned("302 without Location", "302 Found", "", "body"),
            returned("302 with an empty Location", "302 Found", "Location: \r\n", "body"),
            returned("300 with Location", "300 Multiple Choices", "Location: /x\r\n", "list"),
            returned("302 that must not be followed", "302 Found", "Location: /x\r\n", "body", .doNotFollow),
            .check("304") { transport in
                let server = try LoopbackServer.responding(
                    with: "HTTP/1.1 304 Not Modified\r\nETag: \"x\"\r\n\r\n")
                try await transport.client(server.url).withResponse(to: Endpoint<Data>.get("/")) { response in
                    try expect("the status", response.status.code, is: 304)
                    try expect("ETag", response.fields[.eTag], is: "\"x\"")
                }
                try expect("requests", server.requestCount, is: 1)
            },
        ]
            + [
                "file:///etc/hostname", "ftp://127.0.0.1/", "javascript:x", "http://user:secret@127.0.0.1/",
            ].map { location in
                .check("302 to \(location)") { transport in
                    let server = try LoopbackServer.redirecting(302, to: location)
                    let error = try await expectError(.redirectRefused) {
                        try await transport.client(server.url).send(Endpoint<Data>.get("/from"))
                    }
                    try expect("the status", error.response?.status.code, is: 302)
                    try expect("no secret", !"\(error)".contains("secret"), observed: "\(error)")
                    try expect("requests", server.requestCount, is: 1)
                }
            })

    private static func returned(
        _ input: String, _ status: String, _ line: String, _ body: String,
        _ policy: RedirectPolicy = .follow()
    ) -> ConformanceCheck {
        .check(input) { transport in
            let server = try LoopbackServer.responding(
                with: "HTTP/1.1 \(status)\r\n\(line)Content-Length: \(body.utf8.count)\r\n\r\n\(body)")
            let endpoint = Endpoint<Data>.get("/").with { $0.options.redirects = policy }
            try await transport.client(server.url).withResponse(to: endpoint) { response in
                try expect("the status", "\(response.status.code)", is: String(status.prefix(3)))
                let received = try await response.body.collect(upTo: 100)
                try expect("the body", String(decoding: received, as: UTF8.self), is: body)
            }
            try expect("requests", server.requestCount, is: 1)
        }
    }

    private static let redirectLimits = ConformanceCase(
        "redirect-limits", "no chain of redirects is endless, and no redirect's body is kept",
        reference: "RFC 9110 §15.4; RedirectPolicy",
        [
            .check("a loop") { transport in
                let server = try LoopbackServer.redirecting(302, to: "/from")
                let error = try await expectError(.tooManyRedirects) {
                    try await transport.client(server.url).send(Endpoint<Data>.get("/from"))
                }
                try expect("requests", server.requestCount, is: 11)
                try expect("the last URL", error.target?.url, is: "\(server.url)/from")
                try expect(
                    "the limit and the last URL",
                    error.message.contains("10 redirects")
                        && error.message.contains("\(server.url)/from"), observed: error.message)
            },
            .check("a chain of 25, and one of 25 that is allowed") { transport in
                let server = try LoopbackServer()
                let chain = Endpoint<Data>.get("/redirect/25")
                try await expectError(.tooManyRedirects) {
                    try await transport.client(server.url).send(chain)
                }
                let allowed = chain.with { $0.options.redirects = .follow(limit: 25) }
                let response = try await transport.client(server.url).response(for: allowed)
                try expect("redirects", response.redirects.count, is: 25)
                try expect("connections", server.connectionCount, is: 1)
            },
            .check("a body of 2 MB") { transport in
                _ = try await megabytesSent(of: 2, transport)
            },
            // In a process of its own: a library that collects the whole body would delay the next check for seconds.
            .check("a body of 32 MB is not received") { transport in
                let sent = try await megabytesSent(of: 32, transport)
                try expect("at most 24 MB sent", sent <= 24, observed: "\(sent) MB")
            }.inSubprocess(),
        ])

    /// Follows a redirect with a large body; returns how much of it the server could send.
    private static func megabytesSent(of size: Int, _ transport: any Transport) async throws -> Int {
        let sent = Lock(0)
        let server = try LoopbackServer { connection in
            while let request = try connection.readRequest() {
                guard request.path == "/from" else {
                    try connection.send("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok")
                    continue
                }
                try connection.send(
                    "HTTP/1.1 302 Found\r\nLocation: /to\r\nContent-Length: \(size)000000\r\n\r\n")
                for _ in 0..<size {
                    try connection.send([UInt8](repeating: UInt8(ascii: "*"), count: 1_000_000))
                    sent.withLock { $0 += 1 }
                }
            }
        }
        let endpoint = Endpoint<Data>.get(
            "/from", options: .init(timeouts: .total(.seconds(3))))
        let body = try await transport.client(server.url).send(endpoint)
        try expect("the body", String(decoding: body, as: UTF8.self), is: "ok")
        return sent.withLock { $0 }
    }
}

extension LoopbackServer {
    /// A server that redirects `/from` with a body of 3 bytes, and has the built-in routes.
    static func redirecting(_ status: Int, to location: String) throws -> LoopbackServer {
        try LoopbackServer(routes: [
            .init(nil, "/from") { _ in
                Response(status: status, fields: ["Location": location], body: Array("abc".utf8))
            }
        ])
    }

    /// The last request, if there were that many.
    func last(of count: Int) throws(ConformanceFailure) -> ReceivedRequest {
        let received = received
        guard received.count == count, let last = received.last else {
            throw ConformanceFailure(expected: "\(count) requests", observed: "\(received.count)")
        }
        return last
    }
}
