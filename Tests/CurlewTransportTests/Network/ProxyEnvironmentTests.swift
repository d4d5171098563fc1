import CurlewTransport
import Testing

struct ProxyEnvironmentTests {
    private static let one = ["http_proxy": "http://one:1", "https_proxy": "http://two:2"]

    private static func except(_ list: String) -> [String: String] {
        one.merging(["no_proxy": list]) { $1 }
    }

    /// Variables, a URL, and the proxy that curl's rules choose for it.
    static let table: [(variables: [String: String], url: String, proxy: String?)] = [
        ([:], "http://a.test/", nil),
        (one, "http://a.test/", "http://one:1"),
        (one, "https://a.test/", "http://two:2"),
        (["http_proxy": "http://one:1"], "https://a.test/", nil),
        (["https_proxy": "http://two:2"], "http://a.test/", nil),
        // A CGI program has HTTP_PROXY from the field Proxy of a request.
        (["HTTP_PROXY": "http://one:1"], "http://a.test/", nil),
        (["HTTPS_PROXY": "http://two:2"], "https://a.test/", "http://two:2"),
        (
            ["HTTPS_PROXY": "http://upper:2", "https_proxy": "http://lower:2"], "https://a.test/",
            "http://lower:2"
        ),
        (["all_proxy": "socks5://three:3"], "http://a.test/", "socks5h://three:3"),
        (["ALL_PROXY": "socks5h://three:3"], "https://a.test/", "socks5h://three:3"),
        (
            ["ALL_PROXY": "socks5h://upper:3", "all_proxy": "socks4a://lower:3"], "http://a.test/",
            "socks4a://lower:3"
        ),
        (one.merging(["all_proxy": "http://three:3"]) { $1 }, "http://a.test/", "http://one:1"),
        (["http_proxy": "", "all_proxy": "http://three:3"], "http://a.test/", "http://three:3"),
        (["http_proxy": "one:1"], "http://a.test/", "http://one:1"),
        (["http_proxy": "one"], "http://a.test/", "http://one:80"),
        (["http_proxy": "HTTP://One:1/"], "http://a.test/", "http://one:1"),
        (["https_proxy": "https://u%40:p%3A@two"], "https://a.test/", "https://two:443"),
        (["all_proxy": "socks5h://[::1]"], "https://a.test/", "socks5h://[::1]:1080"),
        // The exceptions.
        (except("*"), "http://a.test/", nil),
        (except("b.test, *"), "http://a.test/", nil),
        (except("a.test"), "http://a.test/", nil),
        (except("a.test"), "https://A.TEST:8443/", nil),
        (except("a.test"), "http://sub.a.test/", nil),
        (except(".a.test"), "http://a.test/", nil),
        (except(".a.test"), "http://sub.a.test/", nil),
        (except("*.a.test"), "http://sub.a.test/", nil),
        (except("a.test."), "http://a.test/", nil),
        (except("a.test"), "http://a.test./", nil),
        (except("a.test"), "http://ba.test/", "http://one:1"),
        (except("a.test"), "http://a.test.b/", "http://one:1"),
        (except("A.Test"), "http://a.test/", nil),
        (except("test"), "http://a.test/", nil),
        (except("b.test,a.test"), "http://a.test/", nil),
        (except("b.test a.test"), "http://a.test/", nil),
        (except(" , b.test ,\ta.test ,"), "http://a.test/", nil),
        (except("a.test:80"), "http://a.test/", nil),
        (except("a.test:81"), "http://a.test/", "http://one:1"),
        (except("a.test:443"), "https://a.test/", nil),
        (except("localhost,127.0.0.1"), "http://127.0.0.1/", nil),
        (except("127.0.0.1,localhost"), "http://127.0.0.1:8080/", nil),
        (except("127.0.0.1:8080"), "http://127.0.0.1:8080/", nil),
        (except("127.0.0.1:8080"), "http://127.0.0.1/", "http://one:1"),
        (except("127.0.0.0/8"), "http://127.9.8.7/", nil),
        (except("127.0.0.0/8"), "http://128.0.0.1/", "http://one:1"),
        (except("10.0.0.0/9"), "http://10.127.255.255/", nil),
        (except("10.0.0.0/9"), "http://10.128.0.0/", "http://one:1"),
        (except("0.0.0.0/0"), "http://1.2.3.4/", nil),
        (except("127.0.0.1"), "http://127.1/", nil),
        (except("127.0.0.1"), "http://0x7f000001/", nil),
        (except("0.0.1"), "http://127.0.0.1/", "http://one:1"),
        (except("127.0.0.1"), "http://localhost/", "http://one:1"),
        (except("::1"), "http://[::1]/", nil),
        (except("[::1]"), "http://[::1]:8080/", nil),
        (except("::1"), "http://[0:0:0:0:0:0:0:1]/", nil),
        (except("[::1]:8080"), "http://[::1]:8080/", nil),
        (except("[::1]:8080"), "http://[::1]/", "http://one:1"),
        (except("::1/64"), "http://[::2]/", nil),
        (except("fd00::/8"), "http://[fdff::1]/", nil),
        (except("fd00::/8"), "http://[fc00::1]/", "http://one:1"),
        (except("10.0.0.1"), "http://[::ffff:10.0.0.1]/", nil),
        (except("::ffff:10.0.0.0/104"), "http://10.1.2.3/", nil),
        // Entries that are nothing match nothing.
        (except("10.0.0.0/33,a.*,:,[,http://a.test,/8,10.0.0.0/,-"), "http://a.test/", "http://one:1"),
        (except(""), "http://a.test/", "http://one:1"),
        (one.merging(["NO_PROXY": "a.test"]) { $1 }, "http://a.test/", nil),
        (one.merging(["NO_PROXY": "a.test", "no_proxy": "b.test"]) { $1 }, "http://a.test/", "http://one:1"),
    ]

    @Test(arguments: table.indices)
    func theVariablesChooseTheProxy(index: Int) throws {
        let row = Self.table[index]
        let proxy = try ProxyEnvironment(row.variables).proxy(for: HTTPRequest.Target(row.url))
        #expect(proxy?.description == row.proxy, "\(row)")
    }

    @Test func credentialsAreDecoded() throws {
        let environment = ProxyEnvironment(["https_proxy": "https://u%40:p%3A:@two"])
        let proxy = try environment.proxy(for: HTTPRequest.Target("https://a.test"))
        #expect(proxy?.user == "u@")
        #expect(proxy?.password?.text == "p::")
    }

    @Test(arguments: [
        "ftp://user:hunter2@one", "http://user:hunter2@", "http://user:hunter2@one:x",
        "http://%zzhunter2@one",
    ])
    func aVariableThatNamesNoProxyFailsOnlyItsRequests(value: String) throws {
        let environment = ProxyEnvironment(["http_proxy": value])
        let error = try #require(throws: NetworkError.self) {
            try environment.proxy(for: HTTPRequest.Target("http://a.test"))
        }
        #expect(error.code == .invalidRequest)
        #expect(error.message.contains("http_proxy"))
        #expect(!error.description.contains("hunter2"))
        #expect(try environment.proxy(for: HTTPRequest.Target("https://a.test")) == nil)
    }

    @Test func aLibcurlThatReadsTheVariablesItselfIsTrustedOnlyWhereAllVersionsAgree() throws {
        let target = try HTTPRequest.Target("http://127.0.0.1/")
        for list in ["*", "127.0.0.1", "localhost, 127.0.0.1"] {
            #expect(ProxyEnvironment(Self.except(list)).variableOfLibcurl(for: target) == nil)
        }
        for list in ["", "a.test", "127.0.0.0/8", "a.test,*", "127.0.0.1:80"] {
            #expect(ProxyEnvironment(Self.except(list)).variableOfLibcurl(for: target) == "http_proxy")
        }
        #expect(ProxyEnvironment([:]).variableOfLibcurl(for: target) == nil)
    }
}
