import Curlew
import CurlewTesting

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

// The cookies that a client keeps.
extension ConformanceCase {
    static let cookies = [keptCookies, refusedCookies]

    private static let keptCookies = ConformanceCase(
        "cookie-lines", "with a jar, every Set-Cookie line is kept, and its cookie is sent back unchanged",
        reference: "RFC 6265 §3, §4.1, §5.4; RFC 9110 §5.5",
        [
            .check("octets that are not UTF-8", needs: [.nonUTF8Fields]) { transport in
                let cookies = Array("Set-Cookie: n=caf".utf8) + [0xE9, 0x0D, 0x0A]
                let server = try LoopbackServer(replies: [
                    .init(
                        .send("HTTP/1.1 200 OK\r\n"), .sendBytes(cookies),
                        .send("Content-Length: 0\r\n\r\n")),
                    .send("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n"),
                ])
                let client = transport.client(server.url) { $0.cookies = CookieJar() }
                for _ in 0..<2 { _ = try await client.send(Endpoint<String>.get("/")) }
                let cookie = Array("Cookie: n=caf".utf8) + [0xE9, 0x0D, 0x0A]
                let head = server.received.last?.head ?? []
                try expect("the same octets", head.contains(cookie), observed: "others")
            },
            .check("UTF-8") { transport in
                let server = try LoopbackServer.ok("Set-Cookie: n=café\r\n")
                let client = transport.client(server.url) { $0.cookies = CookieJar() }
                for _ in 0..<2 { _ = try await client.send(Endpoint<String>.get("/")) }
                try expect("Cookie", server.received.last?["Cookie"], is: "n=café")
            },
            .check("three lines, with a jar") { transport in
                let server = try LoopbackServer.ok(threeLines)
                let client = transport.client(server.url) { $0.cookies = CookieJar() }
                for _ in 0..<2 { _ = try await client.send(Endpoint<String>.get("/")) }
                try expect(
                    "Cookie", server.received.map { $0["Cookie"] }, is: [nil, "A=1; B=x=y,z; C=3"])
            },
            .check("three lines, without a jar") { transport in
                let server = try LoopbackServer.ok(threeLines)
                let client = transport.client(server.url)
                for _ in 0..<2 { _ = try await client.send(Endpoint<String>.get("/")) }
                try expect("Cookie", server.received.map { $0["Cookie"] }, is: [nil, nil])
            },
            .check("an expired cookie is removed") { transport in
                let server = try LoopbackServer(replies: [
                    .send(
                        "HTTP/1.1 200 OK\r\nSet-Cookie: A=1\r\nSet-Cookie: B=2\r\nContent-Length: 0\r\n\r\n"),
                    .send("HTTP/1.1 200 OK\r\nSet-Cookie: A=; Max-Age=0\r\nContent-Length: 0\r\n\r\n"),
                    .send("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n"),
                ])
                let client = transport.client(server.url) { $0.cookies = CookieJar() }
                for _ in 0..<3 { _ = try await client.send(Endpoint<String>.get("/")) }
                try expect("Cookie", server.received.map { $0["Cookie"] }, is: [nil, "A=1; B=2", "B=2"])
            },
        ])

    private static let threeLines = """
        Set-Cookie: A=1; Path=/; Expires=Wed, 09 Jun 2032 10:18:14 GMT\r
        Set-Cookie: B=x=y,z; Path=/\r
        Set-Cookie: C=3\r

        """

    private static let refusedCookies = ConformanceCase(
        "cookie-scope", "a cookie is sent only within its scope",
        reference: "RFC 6265 §5.1.3, §5.1.4, §5.3",
        [
            .check("other domains are refused") { transport in
                try await expectCookies(transport, path: "/", is: nil)
            },
            .check("a path includes its subpaths") { transport in
                try await expectCookies(transport, path: "/x", is: "V=1")
                try await expectCookies(transport, path: "/x/y", is: "V=1")
                try await expectCookies(transport, path: "/xy", is: nil)
            },
            .check("no cookie is sent to another host") { transport in
                let server = try LoopbackServer.ok(fourLines)
                let jar = CookieJar()
                _ = try await transport.client(server.url) { $0.cookies = jar }.send(
                    Endpoint<String>.get("/x"))
                let other = transport.client("http://localhost:\(server.port)") { $0.cookies = jar }
                _ = try await other.send(Endpoint<String>.get("/x"))
                try expect("Cookie", server.received.last?["Cookie"], is: nil)
            },
            .check("each client has its own jar") { transport in
                let server = try LoopbackServer.ok(fourLines)
                for _ in 0..<2 {
                    let client = transport.client(server.url) { $0.cookies = CookieJar() }
                    _ = try await client.send(Endpoint<String>.get("/x"))
                }
                try expect("Cookie", server.received.map { $0["Cookie"] }, is: [nil, nil])
            },
        ])

    private static let fourLines = """
        Set-Cookie: S=1; Domain=example.test\r
        Set-Cookie: T=1; Domain=.test\r
        Set-Cookie: V=1; Path=/x\r
        Set-Cookie: W=1; Secure\r

        """

    private static func expectCookies(
        _ transport: any Transport, path: String, is expected: String?
    ) async throws {
        let server = try LoopbackServer.ok(fourLines)
        let client = transport.client(server.url) { $0.cookies = CookieJar() }
        _ = try await client.send(Endpoint<String>.get("/set"))
        _ = try await client.send(Endpoint<String>.get(URLPath(encoded: path)))
        try expect("Cookie for \(path)", server.received.last?["Cookie"], is: expected)
    }
}
