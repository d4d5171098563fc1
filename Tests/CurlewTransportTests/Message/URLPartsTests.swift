import Testing

@testable import CurlewTransport

struct URLPartsTests {
    @Test func takesAURLApart() throws {
        let parts = try URLParts("HTTP://user:pw@Example.COM:8080/a/b?x=1&y#top")
        #expect(parts.scheme == "http")
        #expect(parts.userinfo == "user:pw")
        #expect(parts.authority == "example.com:8080")
        #expect(parts.path == "/a/b")
        #expect(parts.query == "x=1&y")
    }

    @Test func distinguishesAnEmptyQueryFromNone() throws {
        #expect(try URLParts("http://h").query == nil)
        #expect(try URLParts("http://h?").query == "")
        #expect(try URLParts("http://h").path == "")
    }

    @Test(
        arguments: [
            ("http://h?a/b", "", "a/b"), ("http://h/a?b?c", "/a", "b?c"), ("http://h/a#b?c", "/a", nil),
            ("http://h/a@b:c", "/a@b:c", nil), ("http://h?@", "", "@"), ("http://h/\u{301}", "/%CC%81", nil),
            ("http://h?\u{301}", "", "%CC%81"), ("http://h/#\u{301}", "/", nil),
            ("http://h/a\\b", "/a%5Cb", nil), ("http://h/a b?c d", "/a%20b", "c%20d"),
            ("http://h/%41%zz".replacing("%zz", with: "%7e"), "/%41%7e", nil),
        ] as [(String, String, String?)])
    func splitsPathAndQuery(url: String, path: String, query: String?) throws {
        let parts = try URLParts(url)
        #expect(parts.path == path)
        #expect(parts.query == query)
    }

    @Test(
        arguments: [
            ("http://u@h", "u"), ("http://u:p@h", "u:p"), ("http://a@b@h", "a@b"), ("http://:p@h", ":p"),
            ("http://@h", nil), ("http://h", nil), ("http://h/@", nil), ("http://u%40x:p@h", "u%40x:p"),
        ] as [(String, String?)])
    func findsUserinfo(url: String, userinfo: String?) throws {
        let parts = try URLParts(url)
        #expect(parts.userinfo == userinfo)
        #expect(parts.authority == "h")
    }

    @Test(arguments: [
        ("http://h", "h"), ("http://h:", "h"), ("http://h:1", "h:1"), ("http://h:65535", "h:65535"),
        ("http://h:00080", "h:80"), ("http://1.2.3.4:5", "1.2.3.4:5"), ("http://a_b.c-d.e~f", "a_b.c-d.e~f"),
        ("https://xn--bcher-kva.example", "xn--bcher-kva.example"), ("http://H.", "h."),
        ("http://[::1]", "[::1]"), ("http://[::1]:8080/x", "[::1]:8080"), ("http://[::]", "[::]"),
        ("http://[1:2:3:4:5:6:7:8]", "[1:2:3:4:5:6:7:8]"), ("http://[FE80::A]", "[fe80::a]"),
        ("http://[1::8]", "[1::8]"), ("http://[1:2:3:4:5:6:7::]", "[1:2:3:4:5:6:7::]"),
        ("http://[::2:3:4:5:6:7:8]", "[::2:3:4:5:6:7:8]"), ("http://[::ffff:1.2.3.4]", "[::ffff:1.2.3.4]"),
        ("http://[1:2:3:4:5:6:1.2.3.4]", "[1:2:3:4:5:6:1.2.3.4]"), ("http://[::1.2.3.4]", "[::1.2.3.4]"),
        ("http://[1::1.2.3.4]", "[1::1.2.3.4]"), ("http://[0000:1:22:333:4444::]", "[0000:1:22:333:4444::]"),
    ])
    func acceptsHostsAndPorts(url: String, authority: String) throws {
        #expect(try URLParts(url).authority == authority)
    }

    @Test(arguments: [
        "", "http", "http:", "http:/", "http:/h", "//h", "/path", "h/path", "h:80", "ftp://h",
        "file:///etc/x",
        "ws://h", "javascript://h", " http://h", "http ://h", "ht\ttp://h", "httpß://h", "://h",
        "http://", "http:///path", "http://?q", "http://#f", "http://:80", "http://u@", "http://u@:80",
        "http://h:0", "http://h:65536", "http://h:99999", "http://h:-1", "http://h:+1", "http://h:8o",
        "http://h:80:80", "http://h: 80", "http://h:１", "http://h:999999999999999999999",
        "http://a b", "http://h\u{0}", "http://h\u{0}.example/", "http://h\r\n", "http://h\\@evil",
        "http://h\\",
        "http://h%20x", "http://h%41", "http://h<", "http://h|", "http://h^", "http://h,h2", "http://h`",
        "http://bücher.example", "http://h\u{301}", "http://例え.jp", "http://h\u{AD}x", "http://ｈ",
        "http://[", "http://[]", "http://[::1", "http://::1", "http://[::1]x", "http://[::1]80",
        "http://[::1]:0",
        "http://[:]", "http://[:::]", "http://[1]", "http://[1:2:3:4:5:6:7]", "http://[1:2:3:4:5:6:7:8:9]",
        "http://[1::2::3]", "http://[12345::]", "http://[g::]", "http://[::1%25eth0]",
        "http://[fe80::1%eth0]",
        "http://[1:2:3:4:5:6:7::8]", "http://[::1.2.3]", "http://[::1.2.3.256]", "http://[::1.2.3.4.5]",
        "http://[::01.2.3.4]", "http://[1.2.3.4::]", "http://[1.2.3.4]", "http://[::1.2.3.4:5]",
        "http://[::1.2.3.4:1.2.3.4]", "http://[v1.x]", "http://[:1::]", "http://[::1:]", "http://[1:::2]",
        "http://h/%", "http://h/%zz", "http://h/%4", "http://h/?%zz", "http://h/?a=%", "http://h/\u{0}",
        "http://h/a\r\nb", "http://h/\n", "http://h/?\t", "http://h/\u{7F}", "http://h/?\u{0}",
    ])
    func refuses(url: String) {
        let error = #expect(throws: NetworkError.self) { try URLParts(url) }
        #expect(error?.code == .invalidURL)
    }

    @Test(arguments: [
        "http://s3cret:s3cret@h:0/", "http://s3cret@[/", "http://s3cret@bücher/", "http://h/?s3cret=%zz",
        "http://s3cret@h/%zz?s3cret", "http://h:1/?s3cret\u{0}", "ftp://s3cret@h/?s3cret",
    ])
    func neverPrintsUserinfoOrQuery(url: String) {
        let error = #expect(throws: NetworkError.self) { try URLParts(url) }
        #expect(error?.description.contains("s3cret") == false)
    }

    @Test func saysHowToPassAHostThatIsNotASCII() {
        let error = #expect(throws: NetworkError.self) { try URLParts("https://bücher.example") }
        #expect(error?.message.contains("xn--") == true)
    }
}
