import Testing

@testable import Curlew

struct BaseURLTests {
    @Test(arguments: [
        ("http://h/api/v1?k=1", "", "/api/v1?k=1"),
        ("http://h/api/v1?k=1", "items", "/api/v1/items?k=1"),
        ("http://h/api/v1/", "/items/", "/api/v1/items/"),
        ("http://h/api/v1", "/messages", "/api/v1/messages"),
        ("http://h/api/v1/", "/messages", "/api/v1/messages"),
        ("http://h/api/v1", "messages", "/api/v1/messages"),
        ("http://h/api/v1/", "messages", "/api/v1/messages"),
        ("http://h/api/v1", "/sub:path", "/api/v1/sub:path"),
        ("http://h/api/v1/", "sub:path", "/api/v1/sub:path"),
        ("http://h", "sub:path", "/sub:path"),
        ("http://h#f", "x", "/x"), ("http://h/a?k=1#f?x", "b", "/a/b?k=1"), ("http://h", "", "/"),
        ("http://h/", "", "/"), ("http://h", "/", "/"), ("http://h/", "/", "/"),
        ("http://h/api", "", "/api"), ("http://h/api/", "", "/api/"), ("http://h/api", "/", "/api/"),
        ("http://h?k", "x", "/x?k"), ("http://h?", "x", "/x"), ("http://h/a%2Fb", "c", "/a%2Fb/c"),
    ])
    func appendsThePath(base: String, path: String, target: String) throws {
        #expect(try BaseURL(base).target(path: URLPath(encoded: path), query: [:]).path == target)
    }

    @Test func refusesAQueryInThePath() throws {
        let base = try BaseURL("http://h/api/v1?k=1")
        let error = #expect(throws: NetworkError.self) { try base.target(path: "items?x=1", query: [:]) }
        #expect(error?.code == .invalidURL)
    }

    @Test func appendsTheQueryToItsOwn() throws {
        #expect(try BaseURL("http://h/a?k=1").target(path: "", query: ["x": 1]).path == "/a?k=1&x=1")
        #expect(try BaseURL("http://h/a").target(path: "", query: ["x": 1]).path == "/a?x=1")
        #expect(try BaseURL("http://h/a?").target(path: "b", query: ["x": .flag]).path == "/a/b?x")
        #expect(try BaseURL("http://h?k=a+b%20c").target(path: "b", query: [:]).path == "/b?k=a+b%20c")
    }

    @Test func keepsAnIPv6Literal() throws {
        let target = try BaseURL("http://[::1]:8080/x").target(path: "echo", query: [:])
        #expect(target.url == "http://[::1]:8080/x/echo")
    }

    @Test(arguments: [
        ("http://ada:pw@h", "Basic YWRhOnB3"), ("http://ada@h", "Basic YWRhOg=="),
        ("http://:pw@h", "Basic OnB3"), ("http://a%40b:p%3Aw@h", "Basic YUBiOnA6dw=="),
        ("http://%C3%A9:x@h", "Basic w6k6eA=="), ("http://é:x@h", "Basic w6k6eA=="),
    ])
    func turnsUserinfoIntoAnAuthorizationField(url: String, value: String) throws {
        let base = try BaseURL(url)
        #expect(base.authorization?.value == value)
        #expect(base.authorization?.name == .authorization)
        #expect(base.authorization?.isSensitive == true)
        #expect(try base.target(path: "", query: [:]).url == "http://h/")
    }

    @Test func hasNoAuthorizationWithoutUserinfo() throws {
        #expect(try BaseURL("http://h").authorization == nil)
        #expect(try BaseURL("http://@h").authorization == nil)
    }

    @Test(arguments: [
        "http://s3cret%zz@h", "http://a:s3cret%@h", "http://a%0D%0As3cret@h", "http://a:s3cret%00@h",
    ])
    func refusesUserinfoThatIsNotCredentials(url: String) {
        let error = #expect(throws: NetworkError.self) { try BaseURL(url) }
        #expect(error?.code == .invalidURL)
        #expect(error?.description.contains("s3cret") == false)
    }

    @Test(arguments: [
        "", "h", "ftp://h", "http://h:99999", "http://h/%zz", "http://bücher.example",
    ])
    func refusesABadBase(url: String) {
        let error = #expect(throws: NetworkError.self) { try BaseURL(url) }
        #expect(error?.code == .invalidURL)
    }
}
