import TestSupport
import Testing

@testable import Curlew

/// RFC 8288 §3 and appendix B.2.
struct LinkParserTests {
    private func links(_ value: String) -> [LinkParser.Link] { LinkParser(value.utf8).links }

    private func next(_ value: String) -> String? {
        let link = links(value).first { $0.relations.contains("next") }
        return link.map { String(decoding: $0.target, as: UTF8.self) }
    }

    @Test(arguments: [
        ("<http://example.com/2>; rel=\"next\"", "http://example.com/2"), ("</a>;rel=next", "/a"),
        ("<a>; rel=\"prev\", <b>; rel=\"next\"", "b"), ("<a>;rel=prev,<b>;rel=next", "b"),
        ("  <b> ; title=\"x, y; rel=prev\" ; rel = \"next\" ", "b"), ("<b>; REL=NEXT", "b"),
        ("<b>; rel=\"last next\"", "b"), ("<b>; rel=\"last\tnext\"", "b"),
        ("<>; rel=next", ""), ("<?page=2&q=a,b>; rel=next", "?page=2&q=a,b"),
        ("<b>; title=\"a\\\"b\"; rel=next", "b"),
        (",,, <b>; rel=next ,,", "b"), ("<b>; foo; rel=next", "b"), ("<b>;; rel=next", "b"),
        ("<b>; rel*=next; rel=next", "b"), ("nonsense, <b>; rel=next", "b"),
    ])
    func findsTheNextPage(value: String, target: String) {
        #expect(next(value) == target)
    }

    @Test(arguments: [
        ("<b>; rel='next'", "b"), ("<b>; rel='last next'", "b"), ("<b>; rel='next', <c>; rel='prev'", "b"),
        ("<b>; rel=last next", "b"), ("<b>; rel=\"next", "b"), ("<b>; rel=next\"", "b"),
        ("<b>; rel=\"next'", "b"), ("<b>; title=don't; rel=next", "b"), ("<b>; title='a; rel=next", "b"),
        ("<b>; title=\"; rel=next", "b"), ("<b; rel=next", "b"), ("b>; rel=next", "b"),
        ("/b?c=1,2; rel=next", "/b?c=1,2"), ("'/b'; rel=next", "/b"), ("</a; rel=prev, </b; rel=next", "/b"),
        ("a; rel=prev, b; rel=next", "b"), ("<b> rel=\"next\"", "b"), ("<b>rel=next", "b"),
        ("<b>; rel=\"next\" title=\"x\"", "b"), ("<b> ;;; , ; rel=prev, <c>;rel=next;", "c"),
        ("<b>; 'rel'='next'", "b"), ("<b>; rel=\"'next'\"", "b"), ("<b>; rel=\"\"; rel=next", "b"),
        ("<b>; rel=; rel=next", "b"), ("<b>; rel=\"prev, next\"", "b"), ("< b\t>; rel=\"next\"", "b"),
        ("< b ; rel=next", "b"),
    ])
    func findsTheNextPageInSlightlyMalformedLinks(value: String, target: String) {
        #expect(next(value) == target)
    }

    @Test(arguments: [
        "", "<b>", "<b>; rel=prev; rel=next", "<b>; rel=nextpage", "<b>; rel", "<b>; rel=\"", "<b>; rel=\"\"",
        ",", ",,", "<b>; title=\"<c>; rel=next\"", "<b>; foo=1; bar",
    ])
    func findsNoneIfThereIsNone(value: String) {
        #expect(next(value) == nil)
        #expect(!LinkParser(value.utf8).hasUnreadableLink)
    }

    @Test(arguments: [
        "; rel=next", "<b>, rel=next", "<", ">", ";", "\"", "b", "<b>; rel: next", "<b>; =next",
        "<b>; rel=\u{201C}next\u{201D}", "<b; rel=prev>", "<b>; title=\"a, <c>; rel=\"next\"",
        "<b>; \"next\"",
        // Not a relation of RFC 8288 §3.3.
        "<b>; rel==next", "<b>; rel=\"prev,next\"", "<b>; rel=\"prev;next\"", "<b>; rel=&quot;next&quot;",
        "<b>; rel=%22next%22", "<b>; rel=[next]", "<b>; rel=(next)", "<b>; rel=next/prev",
        "<b>; rel=next+prev", "<b>; rel=next!", "<b>; rel=#next", "<b>; rel=:next", "<b>; rel=a:b<c",
        // Not a parameter name.
        "<b>|rel=\"next\"", "<b>;+rel=next", "<b>;!rel=next", "<b>; rel*=UTF-8''next", "<b>; rel*=\"next\"",
        "<b>; re'l=next", "<b>; title+=\"a, b\"; rev=next", "<b>; rel~=next", "<b>; ''=next",
        // Two URLs: it is unclear which one is meant.
        "garbage; <b>; rel=\"next\"", "garbage <b>; rel=next", "<a>; <b>; rel=next", "<a> <b>; rel=next",
        "rel=next; <b>",
    ])
    func namesTheUnreadableFile(value: String) throws {
        #expect(next(value) == nil)
        #expect(LinkParser(value.utf8).hasUnreadableLink)
        let page = try HTTPRequest.Target("http://h/")
        let error = #expect(throws: NetworkError.self) {
            try LinkParser.link("next", in: [.link: value], of: page)
        }
        #expect(error?.code == .protocolViolation)
        let both: HTTPFields = [.link: value, .link: "<n>; rel=next"]
        #expect(try LinkParser.link("next", in: both, of: page)?.target == Array("n".utf8))
    }

    @Test(arguments: ["", "/list?page=1", "?page=1", "http://h/list?page=1", "HTTP://H:80/list?page=1", " "])
    func aLinkWhoseAnchorIsThePageIsFollowed(anchor: String) throws {
        let page = try HTTPRequest.Target("http://h/list?page=1")
        let fields: HTTPFields = [.link: "</x>; rel=next; anchor=\"\(anchor)\""]
        #expect(try LinkParser.link("next", in: fields, of: page)?.target == Array("/x".utf8))
    }

    @Test(arguments: [
        "#foo", "/list", "/list?page=2", "http://other/list?page=1", "/list?page=1#foo", "http://[",
    ])
    func aLinkOfAnotherResourceDoesNotLeadOn(anchor: String) throws {
        let page = try HTTPRequest.Target("http://h/list?page=1")
        let fields: HTTPFields = [.link: "</x>; rel=next; anchor=\"\(anchor)\""]
        #expect(try LinkParser.link("next", in: fields, of: page) == nil)
    }

    @Test(arguments: [
        "<b>; rel=prev; title*=UTF-8''%20", "<b>; rel=\"http://example.com/rel~1/(x)?a=1,2\"",
        "<b>; rel=item-1.x_y; http-equiv=x; hreflang=de", "<b>; rel=2; x.y=\"a, b\"",
    ])
    func readsOtherRelationsAndParameters(value: String) {
        #expect(next(value) == nil)
        #expect(!LinkParser(value.utf8).hasUnreadableLink)
    }

    @Test func readsABrokenValueUpToAnyByte() {
        let value = "<https://a/?b=1,2>; rel=\"prev\"; title=\"a\\\"b, <c>\", <https://é/2>; rel=next; x"
        let bytes = Array(value.utf8)
        for cut in 0...bytes.count {
            let found = LinkParser(bytes[..<cut]).links
            #expect(found.count <= 2)
            #expect(found.first.map { $0.target == Array("https://a/?b=1,2".utf8) } ?? true)
        }
        #expect(next(value) == "https://é/2")
    }

    @Test(.timeLimit(.minutes(5)))
    func aMillionOpenBracketsAreReadInOneGo() {
        for text in ["<,", "<", "<a;x=\"", ",<a>;rel='", "a;rel=\"\\"] {
            let found = links("<b>; rel=next, " + String(repeating: text, count: 300_000))
            #expect(found.first?.target == Array("b".utf8))
        }
    }

    @Test func survivesAnyText() {
        var random = SplitMix(state: 3)
        let parts = ["<", ">", ";", ",", "=", "\"", "'", "\\", "rel", "next", " ", "\t", "é", "\u{FEFF}"]
        for _ in 0..<2000 {
            let value = (0..<30).map { _ in parts.randomElement(using: &random) ?? "" }.joined()
            #expect(links(value).count <= 30)
        }
        #expect(links(String(repeating: "<a>;x=\"", count: 20_000)).isEmpty)
        #expect(links(String(repeating: "<a>,", count: 20_000)).count == 20_000)
    }
}
