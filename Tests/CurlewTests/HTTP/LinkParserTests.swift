import Testing

@testable import Curlew

/// RFC 8288 §3 and appendix B.2.
struct LinkParserTests {
    private func links(_ value: String) -> [LinkParser.Link] { LinkParser.links(in: value) }

    private func next(_ value: String) -> String? {
        links(value).first { $0.relations.contains("next") }?.target
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
        "", "<b>", "<b>; rel=prev; rel=next", "<b; rel=next", "b>; rel=next", "; rel=next", "<b>, rel=next",
        "<b>; rel=nextpage", "<b>; title=\"; rel=next", "<b>; rel", "<b>; rel=\"", "<", ">", ",", ";", "\"",
    ])
    func findsNoneWhereThereIsNone(value: String) {
        #expect(next(value) == nil)
    }

    @Test func knowsAnAnchor() {
        #expect(links("</x>; rel=next; anchor=\"#foo\"").map(\.hasAnchor) == [true])
    }

    @Test func readsABrokenValueUpToAnyByte() {
        let value = "<https://a/?b=1,2>; rel=\"prev\"; title=\"a\\\"b, <c>\", <https://é/2>; rel=next; x"
        let bytes = Array(value.utf8)
        for cut in 0...bytes.count {
            let found = links(String(decoding: bytes[..<cut], as: UTF8.self))
            #expect(found.count <= 2)
            #expect(found.first.map { $0.target == "https://a/?b=1,2" } ?? true)
        }
        #expect(next(value) == "https://é/2")
    }

    @Test(.timeLimit(.minutes(1)))
    func aMillionOpenBracketsAreReadInOneGo() {
        #expect(links("<b>; rel=next, " + String(repeating: "<,", count: 500_000)).map(\.target) == ["b"])
    }

    @Test func survivesAnyText() {
        var random = SplitMix(state: 3)
        let pieces = ["<", ">", ";", ",", "=", "\"", "\\", "rel", "next", " ", "\t", "é", "\u{FEFF}"]
        for _ in 0..<2000 {
            let value = (0..<30).map { _ in pieces.randomElement(using: &random) ?? "" }.joined()
            #expect(links(value).count <= 30)
        }
        #expect(links(String(repeating: "<a>;x=\"", count: 20_000)).count == 1)
        #expect(links(String(repeating: "<a>,", count: 20_000)).count == 20_000)
    }
}
