import CurlewTransport
import Testing

struct ProxyTests {
    typealias Proxy = TransportConfiguration.Proxy

    @Test(arguments: [
        ("http://a:1", "http://a:1"), ("a:1", "http://a:1"), ("https://a", "https://a:443"),
        ("socks5://a", "socks5h://a:1080"), ("socks5h://a:9", "socks5h://a:9"),
        ("socks4a://a", "socks4a://a:1080"),
        ("http://[::1]:3128", "http://[::1]:3128"), ("http://[::1]", "http://[::1]:80"),
        ("http://user:hunter2@a:1", "http://a:1"), ("http://user@a:1/path?x", "http://a:1"),
    ])
    func aURLIsRead(url: String, shown: String) throws {
        #expect(try Proxy(url).description == shown)
    }

    @Test(arguments: [
        "", "://a", "ftp://a", "socks4://a", "http://", "http://:1", "http://a:0", "http://a:70000",
        "http://a b",
        "http://ü", "http://%00:hunter2@a",
    ])
    func anotherTextIsRefused(url: String) {
        let error = #expect(throws: NetworkError.self) { try Proxy(url) }
        #expect(error?.code == .invalidRequest)
        #expect(error?.description.contains("hunter2") == false)
    }

    @Test func thePasswordIsShownNowhere() throws {
        var text = ""
        var request = try HTTPRequest(url: "http://a.test")
        request.options.proxy = try Proxy("http://user:hunter2@one:1")
        let configuration = TransportConfiguration(proxy: try Proxy("http://user:hunter2@one:1"))
        let path = try configuration.path(of: request) { ProxyEnvironment([:]) }
        dump(request, to: &text)
        dump(configuration, to: &text)
        dump(path, to: &text)
        text += "\(request) \(configuration) \(String(reflecting: path)) \(request.options)"
        #expect(text.contains("one:1"))
        #expect(!text.contains("hunter2"))
    }

    @Test func theRequestsOwnWayReplacesTheTransports() throws {
        let environment = { ProxyEnvironment(["http_proxy": "http://env:1"]) }
        let proxy = try Proxy("http://one:1", noProxy: ["b.test"])
        let paths =
            try [
                (TransportConfiguration(), HTTPRequest.Options(), "a.test", nil),
                (.init(proxy: proxy), .init(), "a.test", "the proxy http://one:1"),
                (.init(proxy: proxy), .init(), "b.test", nil),
                (.init(proxy: .environment), .init(), "a.test", "the proxy http://env:1"),
                (.init(proxy: proxy), .init(proxy: Proxy.none), "a.test", nil),
                (.init(proxy: proxy), .init(proxy: .environment), "a.test", "the proxy http://env:1"),
                (.init(), .init(proxy: Proxy("http://two:2")), "a.test", "the proxy http://two:2"),
                (.init(proxy: proxy), .init(unixSocket: .path("/a b")), "a.test", "the unix socket /a b"),
                (.init(unixSocket: .path("/a")), .init(), "a.test", "the unix socket /a"),
                (
                    .init(unixSocket: .path("/a")), .init(unixSocket: .abstract("b")), "a.test",
                    "the unix socket @b"
                ),
                (.init(unixSocket: .path("/a")), .init(proxy: proxy), "a.test", "the proxy http://one:1"),
            ] as [(TransportConfiguration, HTTPRequest.Options, String, String?)]
        for (configuration, options, host, expected) in paths {
            let request = try HTTPRequest(url: "http://\(host)", options: options)
            #expect(try configuration.path(of: request, environment)?.description == expected)
        }
    }

    @Test func bothAProxyAndAUnixSocketAreRefused() throws {
        let proxy = try Proxy("http://one:1")
        let request = try HTTPRequest(
            url: "http://a", options: .init(proxy: proxy, unixSocket: .path("/a")))
        let error = #expect(throws: NetworkError.self) {
            try TransportConfiguration().path(of: request) { ProxyEnvironment([:]) }
        }
        #expect(error?.code == .invalidRequest)
        #expect(throws: NetworkError.self) {
            try TransportConfiguration(proxy: proxy, unixSocket: .path("/a")).check()
        }
    }

    @Test(arguments: ["", "a\0b", "/" + String(repeating: "x", count: 119)])
    func aPathThatTheSystemCannotTakeIsRefused(path: String) throws {
        for socket in [TransportConfiguration.UnixSocket.path(path), .abstract(path)] {
            let request = try HTTPRequest(url: "http://a", options: .init(unixSocket: socket))
            let error = #expect(throws: NetworkError.self) {
                try TransportConfiguration().path(of: request) { ProxyEnvironment([:]) }
            }
            #expect(error?.code == .invalidRequest)
            #expect(throws: NetworkError.self) { try TransportConfiguration(unixSocket: socket).check() }
        }
    }
}
