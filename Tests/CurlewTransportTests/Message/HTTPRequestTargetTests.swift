import Testing

@testable import CurlewTransport

struct HTTPRequestTargetTests {
    @Test(arguments: [
        ("http://h", "/"), ("http://h/", "/"), ("http://h?x=1", "/?x=1"), ("http://h?", "/?"),
        ("http://h/a/../b/./c", "/a/../b/./c"), ("http://h//x", "//x"), ("http://h/a#frag", "/a"),
        ("http://h/café?q=é", "/caf%C3%A9?q=%C3%A9"), ("http://h/a?b#c?d", "/a?b"),
    ])
    func makesAPathThatStartsWithASlash(url: String, path: String) throws {
        #expect(try HTTPRequest.Target(url).path == path)
    }

    @Test(arguments: [
        ("http://h", "/", nil), ("http://h/a/b", "/a/b", nil), ("http://h/a?", "/a", ""),
        ("http://h?x=1", "/", "x=1"), ("http://h/a?b?c=é", "/a", "b?c=%C3%A9"),
    ])
    func knowsWhereItsQueryBegins(url: String, path: String, query: Substring?) throws {
        let target = try HTTPRequest.Target(url)
        #expect(target.pathWithoutQuery == path)
        #expect(target.query == query)
    }

    @Test(arguments: ["http://u@h/", "http://u:p@h/", "https://:p@h"])
    func refusesUserinfoWithAdvice(url: String) {
        let error = #expect(throws: NetworkError.self) { try HTTPRequest.Target(url) }
        #expect(error?.code == .invalidURL)
        #expect(error?.message.contains("Authorization") == true)
    }

    @Test(arguments: [
        ("http://h", "h"), ("http://h:80/", "h"), ("http://[::1]:80/", "::1"),
        ("https://[FE80::1]", "fe80::1"),
    ])
    func knowsItsHost(url: String, host: String) throws {
        let target = try HTTPRequest.Target(url)
        #expect(target.host == host)
        #expect(target.isIPv6Literal == host.contains(":"))
    }

    @Test func textsLeaveTheQueryOut() throws {
        let target = try HTTPRequest.Target("https://h:8443/a?token=s3cret")
        #expect(target.url == "https://h:8443/a?token=s3cret")
        #expect(target.redactedURL == "https://h:8443/a?<redacted>")
        #expect("\(target)" == target.redactedURL)
        #expect(!String(reflecting: target).contains("s3cret"))
        #expect(try HTTPRequest.Target("http://h/a").redactedURL == "http://h/a")
    }
}
