import CurlewTesting
import Foundation
import Testing

@testable import Curlew

struct CookieJarTests {
    private let jar = CookieJar()
    private let now = Date(timeIntervalSince1970: 1_700_000_000)

    private func set(_ texts: String..., from url: String, at time: Date? = nil) throws {
        jar.store(
            texts.compactMap(SetCookie.init), from: try HTTPRequest.Target(url), at: time ?? now)
    }

    private func sent(to url: String, at time: Date? = nil) throws -> [String] {
        jar.cookies(for: try HTTPRequest.Target(url), at: time ?? now).map { "\($0.name)=\($0.value)" }
    }

    @Test func goesBackToTheHostThatSetIt() throws {
        try set("A=1", from: "http://a.example.com/")
        #expect(try sent(to: "http://a.example.com:81/x?y") == ["A=1"])
        #expect(try sent(to: "http://example.com/").isEmpty)
        #expect(try sent(to: "http://b.a.example.com/").isEmpty)
    }

    @Test func aDomainIncludesItsSubdomains() throws {
        try set("A=1; Domain=example.com", from: "http://a.example.com/")
        #expect(try sent(to: "http://example.com/") == ["A=1"])
        #expect(try sent(to: "http://b.c.EXAMPLE.com/") == ["A=1"])
        #expect(try sent(to: "http://notexample.com/").isEmpty)
        #expect(try sent(to: "http://com/").isEmpty)
    }

    @Test(arguments: [
        ("example.test", "127.0.0.1"), (".test", "127.0.0.1"), ("com", "example.com"),
        (".com", "example.com"),
        ("b.example.com", "example.com"), ("other.com", "example.com"), ("ample.com", "example.com"),
        ("0.0.1", "127.0.0.1"), ("example.com.", "example.com"), ("a..com", "a.com"), (":1", "[::1]"),
        ("..com", "a.com"),
    ])
    func refusesADomainOfOthers(domain: String, host: String) throws {
        try set("A=1; Domain=\(domain)", from: "http://\(host)/")
        #expect(jar.cookies.isEmpty)
    }

    @Test(arguments: ["127.0.0.1", "[::1]", "localhost"])
    func anAddressAndASingleLabelGetTheirOwnOnly(host: String) throws {
        let domain = host.filter { $0 != "[" && $0 != "]" }
        try set("A=1; Domain=\(domain)", from: "http://\(host)/")
        #expect(jar.cookies.first?.isHostOnly == true)
        #expect(try sent(to: "http://\(host):8080/") == ["A=1"])
        #expect(try sent(to: "http://a.localhost/").isEmpty)
    }

    @Test(arguments: [
        ("/x", "/x", true), ("/x", "/x/", true), ("/x", "/x/y", true), ("/x", "/xy", false),
        ("/x", "/", false),
        ("/x/", "/x", false), ("/x/", "/x/y", true), ("/", "/anything", true), ("/x", "/X", false),
        ("/x", "/x?y", true), ("/x?y", "/x", false),
    ])
    func aPathIncludesItsSubpaths(path: String, request: String, isSent: Bool) throws {
        try set("A=1; Path=\(path)", from: "http://h.test/")
        #expect(try sent(to: "http://h.test\(request)") == (isSent ? ["A=1"] : []))
    }

    @Test(arguments: [
        ("/", "/"), ("/a", "/"), ("/a/", "/a"), ("/a/b", "/a"), ("/a/b/c?d/e", "/a/b"), ("", "/"),
    ])
    func theStandardPathIsTheFolder(request: String, path: String) throws {
        try set("A=1", from: "http://h.test\(request)")
        #expect(jar.cookies.map(\.path) == [path])
    }

    @Test func secureGoesOverHTTPSOnly() throws {
        try set("W=1; Secure", from: "https://h.test/")
        #expect(try sent(to: "http://h.test/").isEmpty)
        #expect(try sent(to: "https://h.test/") == ["W=1"])
    }

    @Test func expiresByDateAndByAge() throws {
        try set("A=1; Max-Age=60", "B=2; Expires=Wed, 09 Jun 2032 10:18:14 GMT", from: "http://h.test/")
        try set("C=3; Max-Age=60; Expires=Wed, 09 Jun 1999 10:18:14 GMT", from: "http://h.test/")
        #expect(try sent(to: "http://h.test/", at: now + 59) == ["A=1", "B=2", "C=3"])
        #expect(try sent(to: "http://h.test/", at: now + 60) == ["B=2"])
        #expect(try sent(to: "http://h.test/", at: now + 1e9).isEmpty)
    }

    @Test(arguments: ["Max-Age=0", "Max-Age=-5", "Expires=Thu, 01 Jan 1970 00:00:00 GMT"])
    func anExpiredCookieRemovesItsNamesake(attribute: String) throws {
        try set("A=1", "B=2", from: "http://h.test/")
        try set("A=; \(attribute)", from: "http://h.test/")
        #expect(jar.cookies.map(\.name) == ["B"])
    }

    @Test func anEqualCookieIsReplacedAndKeepsItsPlace() throws {
        try set("A=1", "B=2", from: "http://h.test/")
        try set("A=3", from: "http://h.test/")
        #expect(try sent(to: "http://h.test/") == ["A=3", "B=2"])
    }

    @Test func longerPathsComeFirst() throws {
        try set("A=1; Path=/", "B=2; Path=/x/y", "C=3; Path=/x", from: "http://h.test/")
        #expect(try sent(to: "http://h.test/x/y") == ["B=2", "C=3", "A=1"])
    }

    @Test func aDomainHasFiftyAndTheLongestUnusedGoFirst() throws {
        for number in 0..<50 { try set("N\(number)=1; Path=/\(number)", from: "http://h.test/") }
        #expect(try sent(to: "http://h.test/0").count == 1)
        try set("X=1", from: "http://h.test/")
        #expect(jar.cookies.count == 50)
        #expect(try sent(to: "http://h.test/0").count == 2)
        #expect(try sent(to: "http://h.test/1").count == 1)
    }

    @Test func theJarHasThreeThousand() throws {
        for domain in 0..<80 {
            for number in 0..<40 { try set("N\(number)=1", from: "http://h\(domain).test/") }
        }
        #expect(jar.cookies.count == 3000)
        #expect(try sent(to: "http://h79.test/").count == 40)
        #expect(try sent(to: "http://h0.test/").isEmpty)
    }

    @Test func isReadAndCleared() throws {
        try set("A=secret", from: "http://h.test/a/b")
        #expect(try jar.cookies(for: "http://h.test/a/b").map(\.value) == ["secret"])
        #expect("\(jar.cookies)".contains("secret") == false)
        #expect(throws: NetworkError.self) { try jar.cookies(for: "h.test") }
        jar.clear()
        #expect(jar.cookies.isEmpty)
    }
}

@Suite(.timeLimit(.minutes(5)))
struct CookiesTests {
    private static let lines: HTTPFields = [
        .setCookie: "A=1; Path=/; Expires=Wed, 09 Jun 2032 10:18:14 GMT", .setCookie: "B=x=y,z; Path=/",
        .setCookie: "C=3",
    ]

    private func transport() -> ScriptedTransport {
        ScriptedTransport { _ in HTTPResponse(status: 204, fields: Self.lines) }
    }

    @Test func theNextRequestCarriesThem() async throws {
        let transport = transport()
        let client = Client(
            baseURL: "http://h.test", transport: transport, configuration: .init(cookies: CookieJar()))
        for _ in 0..<2 { _ = try await client.send(Endpoint<Void>.get("/")) }
        #expect(transport.requests.map { $0.fields[.cookie] } == [nil, "A=1; B=x=y,z; C=3"])
    }

    @Test func thereAreNoneByDefault() async throws {
        let transport = transport()
        let client = Client(baseURL: "http://h.test", transport: transport)
        for _ in 0..<2 { _ = try await client.send(Endpoint<Void>.get("/")) }
        #expect(transport.requests.allSatisfy { !$0.fields.contains(.cookie) })
    }

    @Test func theCallersOwnComeFirst() async throws {
        let transport = transport()
        let client = Client(
            baseURL: "http://h.test", transport: transport,
            configuration: .init(fields: [.cookie: "own=1"], cookies: CookieJar()))
        for _ in 0..<2 { _ = try await client.send(Endpoint<Void>.get("/")) }
        // The response to TRACE shows what the request carries.
        _ = try await client.send(Endpoint<Void>(.trace, "/"))
        let all = "own=1; A=1; B=x=y,z; C=3"
        #expect(transport.requests.map { $0.fields[.cookie] } == ["own=1", all, "own=1"])
    }

    @Test func aRetryCarriesWhatTheRefusalHasSet() async throws {
        let rest = Lock([HTTPResponse(status: 503, fields: Self.lines)])
        let transport = ScriptedTransport { _ in rest.withLock { $0.popLast() } ?? HTTPResponse(status: 204) }
        let client = Client(
            baseURL: "http://h.test", transport: transport,
            configuration: .init(retries: .standard, cookies: CookieJar(), clock: TestClock().clock))
        _ = try await client.send(Endpoint<Void>.get("/"))
        #expect(transport.requests.last?.fields[values: .cookie] == ["A=1; B=x=y,z; C=3"])
    }
}
