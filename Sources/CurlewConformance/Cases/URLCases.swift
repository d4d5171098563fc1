import Curlew
import CurlewTesting

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

// How targets are built and sent.
extension ConformanceCase {
    static let urls = [queryValues, queryOfBaseURL, pathOfBaseURL, ipv6Literals, targetAsGiven]

    private static let queryValues = ConformanceCase(
        "query-encoding", "a query arrives with the given values",
        reference: "RFC 3986 §2.1, §3.4; WHATWG URL, application/x-www-form-urlencoded",
        [
            query("plus, slash and equals", ["sig": "a+b/c="], ["sig=a%2Bb%2Fc%3D", "sig=a%2Bb/c%3D"]),
            query("a phone number", ["phone": "+4930"], ["phone=%2B4930"]),
            query("delimiters and UTF-8", ["t": "x y&z=#é"], ["t=x%20y%26z%3D%23%C3%A9"]),
            query("an empty value", ["empty": ""], ["empty="]),
            query("no value", ["flag": .flag], ["flag"]),
            query("a value that looks encoded", ["v": "100%25"], ["v=100%2525"]),
            query("semicolons and question marks", ["v": "a;b?c"], ["v=a%3Bb%3Fc"]),
            query("a name with a plus", ["a+b": 1], ["a%2Bb=1"]),
            query("order and repeats", ["b": 1, "a": 2, "b": 3], ["b=1&a=2&b=3"]),
            .check("a form parser gives back every ASCII character") { transport in
                let value = String(String.UnicodeScalarView((0..<128).compactMap(Unicode.Scalar.init)))
                let server = try LoopbackServer.ok()
                _ = try await transport.client(server.url).send(Endpoint<Data>.get("/q", query: ["v": value]))
                try expect("the parsed query", server.received[0].query, is: [.init("v", value)])
            },
        ])

    private static func query(_ input: String, _ query: URLQuery, _ allowed: [String]) -> ConformanceCheck {
        .check(input) { transport in
            let server = try LoopbackServer.ok()
            _ = try await transport.client(server.url).send(Endpoint<Data>.get("/q", query: query))
            let target = server.received[0].target
            try expect(
                "a target /q?\(allowed[0])", allowed.contains { target == "/q?\($0)" }, observed: target)
        }
    }

    private static let queryOfBaseURL = ConformanceCase(
        "base-url-query", "a path goes before the base URL's query, joined by one slash",
        reference: "RFC 3986 §3.3, §3.4",
        [
            joint("no path", "/api/v1?k=1", "", "/api/v1?k=1"),
            joint("a path", "/api/v1?k=1", "items", "/api/v1/items?k=1"),
            joint("slashes on both sides", "/api/v1/", "/items/", "/api/v1/items/"),
            joint("a slash at the base only", "/api/v1/?k=1", "items", "/api/v1/items?k=1"),
            joint("a base without path", "?k=1", "/items", "/items?k=1"),
            .check("a question mark in the path is refused") { transport in
                let server = try LoopbackServer.ok()
                let client = transport.client("\(server.url)/api/v1?k=1")
                try await expectError(.invalidURL) { try await client.send(Endpoint<Data>.get("items?x=1")) }
                try expect("connections", server.connectionCount, is: 0)
            },
            .check("an endpoint's query comes after the base URL's") { transport in
                let server = try LoopbackServer.ok()
                let client = transport.client("\(server.url)/api?k=1")
                _ = try await client.send(Endpoint<Data>.get("items", query: ["x": 1]))
                try expect("the target", server.received[0].target, is: "/api/items?k=1&x=1")
            },
        ])

    private static let pathOfBaseURL = ConformanceCase(
        "base-url-path", "the base URL's path is kept, however the endpoint's path is written",
        reference: "RFC 3986 §4.2, §5.2",
        [
            joint("/messages", "/api/v1", "/messages", "/api/v1/messages"),
            joint("messages", "/api/v1", "messages", "/api/v1/messages"),
            joint("/messages after a slash", "/api/v1/", "/messages", "/api/v1/messages"),
            joint("messages after a slash", "/api/v1/", "messages", "/api/v1/messages"),
            joint("/sub:path", "/api/v1", "/sub:path", "/api/v1/sub:path"),
            joint("sub:path", "/api/v1", "sub:path", "/api/v1/sub:path"),
            joint("sub:path after a slash", "/api/v1/", "sub:path", "/api/v1/sub:path"),
            joint("an interpolated slash", "/api/v1", "/users/\("a/b")", "/api/v1/users/a%2Fb"),
        ])

    private static func joint(
        _ input: String, _ base: String, _ path: URLPath, _ target: String
    ) -> ConformanceCheck {
        .check(input) { transport in
            let server = try LoopbackServer.ok()
            _ = try await transport.client(server.url + base).send(Endpoint<Data>.get(path))
            try expect("the target", server.received[0].target, is: target)
        }
    }

    private static let ipv6Literals = ConformanceCase(
        "ipv6-hosts", "an IPv6 literal is a host like any other", reference: "RFC 3986 §3.2.2; RFC 9110 §7.2",
        [
            .check("a bare request", needs: [.ipv6Literals]) { transport in
                let server = try LoopbackServer(host: .ipv6)
                let response = try await transport.response(.get, "\(server.url)/get")
                try expect("the status", response.status, is: 200)
                try expect("Host", server.received[0]["Host"], is: server.authority)
            },
            .check("a base URL with a path", needs: [.ipv6Literals]) { transport in
                let server = try LoopbackServer(host: .ipv6)
                _ = try await transport.client("\(server.url)/anything").send(Endpoint<Data>.get("x"))
                try expect("the target", server.received[0].target, is: "/anything/x")
            },
            .check("a redirect to one is the response") { transport in
                let server = try LoopbackServer.responding(
                    with: "HTTP/1.1 302 Found\r\nLocation: http://[::1]:1/\r\nContent-Length: 0\r\n\r\n")
                let response = try await transport.response(.get, "\(server.url)/r")
                try expect("the status", response.status, is: 302)
                try expect("Location", response.fields[.location], is: "http://[::1]:1/")
            },
        ])

    private static let targetAsGiven = ConformanceCase(
        "contract-target", "the target is sent as given",
        reference: "RFC 9112 §3.2.1; RFC 3986 §6.2.2",
        [
            "/a%2Fb", "/a%20b?x=%2B", "/?a+b", "/a/../b", "/a/./b", "//a//b", "/a;v=1?q=a;b", "/%41%7E",
            "/a?", "/a?x=http://b/?c",
        ].map { target in
            .check(target) { transport in
                let server = try LoopbackServer.ok()
                _ = try await transport.response(.get, server.url + target)
                try expect("the target", server.received[0].target, is: target)
            }
        })
}
