import TestSupport
import Testing

@testable import CurlewTransport

struct URLReferenceTests {
    private func resolve(_ reference: String, at base: String) throws(NetworkError) -> String {
        try HTTPRequest.Target(base).resolving(reference).url
    }

    /// RFC 3986 §5.4.1 and §5.4.2 (for strict parsers), without the fragments, which are not sent.
    @Test(arguments: [
        ("g", "http://a/b/c/g"), ("./g", "http://a/b/c/g"), ("g/", "http://a/b/c/g/"), ("/g", "http://a/g"),
        ("//g", "http://g/"), ("?y", "http://a/b/c/d;p?y"), ("g?y", "http://a/b/c/g?y"),
        ("#s", "http://a/b/c/d;p?q"), ("g#s", "http://a/b/c/g"), ("g?y#s", "http://a/b/c/g?y"),
        (";x", "http://a/b/c/;x"), ("g;x", "http://a/b/c/g;x"), ("g;x?y#s", "http://a/b/c/g;x?y"),
        ("", "http://a/b/c/d;p?q"), (".", "http://a/b/c/"), ("./", "http://a/b/c/"), ("..", "http://a/b/"),
        ("../", "http://a/b/"), ("../g", "http://a/b/g"), ("../..", "http://a/"), ("../../", "http://a/"),
        ("../../g", "http://a/g"), ("../../../g", "http://a/g"), ("../../../../g", "http://a/g"),
        ("/./g", "http://a/g"), ("/../g", "http://a/g"), ("g.", "http://a/b/c/g."),
        (".g", "http://a/b/c/.g"), ("g..", "http://a/b/c/g.."), ("..g", "http://a/b/c/..g"),
        ("./../g", "http://a/b/g"), ("./g/.", "http://a/b/c/g/"), ("g/./h", "http://a/b/c/g/h"),
        ("g/../h", "http://a/b/c/h"), ("g;x=1/./y", "http://a/b/c/g;x=1/y"),
        ("g;x=1/../y", "http://a/b/c/y"), ("g?y/./x", "http://a/b/c/g?y/./x"),
        ("g?y/../x", "http://a/b/c/g?y/../x"), ("g#s/./x", "http://a/b/c/g"),
        ("g#s/../x", "http://a/b/c/g"),
    ])
    func resolvesTheExamplesOfTheStandard(reference: String, url: String) throws {
        #expect(try resolve(reference, at: "http://a/b/c/d;p?q") == url)
    }

    @Test(arguments: [
        ("http://h", "x", "http://h/x"), ("http://h", "?x", "http://h/?x"),
        ("http://h/a?b", "", "http://h/a?b"),
        ("http://h/a?", "", "http://h/a?"), ("http://h/a/b", "c?", "http://h/a/c?"),
        ("https://h:8443/a", "//[::1]:1/b", "https://[::1]:1/b"),
        ("http://h/a", "HTTPS://H2/", "https://h2/"),
        ("http://h/a", "http://h2", "http://h2/"), ("http://h/a", "http://h2?x", "http://h2/?x"),
        ("http://h/a", "/x y?é", "http://h/x%20y?%C3%A9"), ("http://h/a", "b:c", nil),
        ("http://h/a", "./b:c", "http://h/b:c"), ("http://h/a", "/b:c", "http://h/b:c"),
        ("http://h/a", "1b:c", "http://h/1b:c"), ("http://h/a", "//", nil), ("http://h/a", "///x", nil),
        ("http://h/a", "////x", nil), ("http://h/a/", "b//c/../d", "http://h/a/b//d"),
        ("http://h/a", "\\\\evil/x", "http://h/%5C%5Cevil/x"), ("http://h/a", "//h2\\@evil/", nil),
        ("http://h/a", "/%2e%2E/b", "http://h/%2e%2E/b"), ("http://h/f/x", "/\u{301}x", "http://h/%CC%81x"),
        ("http://h/", "/a/\u{301}b/../c", "http://h/a/c"), ("http://h/a/\u{301}b", "c", "http://h/a/c"),
    ])
    func resolves(base: String, reference: String, url: String?) throws {
        if let url {
            #expect(try resolve(reference, at: base) == url)
        } else {
            let error = #expect(throws: NetworkError.self) { try resolve(reference, at: base) }
            #expect(error?.code == .invalidURL)
        }
    }

    @Test(arguments: [
        "g:h", "http:g", "http:", "http:/g", "file:///etc/hostname", "ftp://h/x", "javascript:alert(1)",
        "data:,x",
        "mailto:a@b", "//user@h/", "http://user:secret@h/", "//h:99999/", "//h:x/", "/%zz", "/%", "/a\r\nb",
        "/\u{0}",
        "//bücher.example/", "//h x/", "//[::1/", "//[fe80::1%25eth0]/", "\u{7F}",
    ])
    func refusesAnInvalidTarget(reference: String) {
        let error = #expect(throws: NetworkError.self) { try resolve(reference, at: "http://h/a?token=t") }
        #expect(error?.code == .invalidURL)
        #expect(error?.description.contains("secret") == false)
    }

    @Test func whatAServerSentIsRepaired() throws {
        let base = try HTTPRequest.Target("http://h/a/b")
        let octets = Array("c%?%zz=".utf8) + [0xE9]
        #expect(try base.resolving(octets: octets).url == "http://h/a/c%25?%25zz=%E9")
        #expect(throws: NetworkError.self) { try base.resolving(octets: Array("//h%zz/".utf8)) }
    }

    @Test func takesAReferenceThatIsCutAnywhere() {
        let reference = "HTTP://User:pw@[::1]:8080/a/../b;c/./d%C3%A9?x=1/../2&y=%2B#frag/../ment"
        for length in 0...reference.utf8.count {
            let cut = String(decoding: Array(reference.utf8.prefix(length)), as: UTF8.self)
            guard let url = try? resolve(cut, at: "https://h/base/?q") else { continue }
            // Cut within the name, it is another host; with a user name, it is invalid.
            #expect(url.hasPrefix("https://h/base/") || "http://user/".hasPrefix(url.dropLast()))
            #expect((try? HTTPRequest.Target(url).url) == url)
        }
    }

    @Test func whateverTheBytesTheResultIsATargetOrAnError() throws {
        var random = SplitMix(state: 7)
        let alphabet = Array("/.:?#@[]%\\a1 -é\r\n\u{0}".utf8)
        let base = try HTTPRequest.Target("https://h/a/b?c")
        for _ in 0..<20_000 {
            let count = Int.random(in: 0...12, using: &random)
            let bytes = (0..<count).compactMap { _ in alphabet.randomElement(using: &random) }
            let reference = String(decoding: bytes, as: UTF8.self)
            guard let target = try? base.resolving(reference) else { continue }
            let isStable = (try? HTTPRequest.Target(target.url)) == target
            #expect(isStable, "\(bytes)")
            #expect(target.path.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F }, "\(bytes)")
            #expect(!target.path.prefix { $0 != "?" }.split(separator: "/").contains(".."), "\(bytes)")
        }
    }

    @Test(.timeLimit(.minutes(5))) func manyDotSegmentsTakeNoLongTime() throws {
        let reference = String(repeating: "a/../", count: 50_000)
        #expect(try resolve(reference, at: "http://h/b/") == "http://h/b/")
    }
}
