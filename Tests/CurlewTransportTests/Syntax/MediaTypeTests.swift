import Testing

@testable import CurlewTransport

struct MediaTypeTests {
    @Test(arguments: [
        ("application/json", "application/json"),
        ("Application/JSON; charset=utf-8", "application/json"),
        (" text/html ;charset=\"a;b\"", "text/html"),
        ("text/html,text/plain", "text/html"),
        ("application/problem+json", "application/problem+json"),
        ("text/x.y-z", "text/x.y-z"),
    ])
    func readsTypeAndSubtype(value: String, essence: String) {
        #expect(MediaType(value)?.essence == essence)
    }

    @Test(arguments: [
        "", "json", "/", "a/", "/b", "a/b/c", "a b/c", "text/ht ml", ";", "téxt/html", "a/b\u{0}",
    ])
    func isNilForAnInvalidMediaType(value: String) {
        #expect(MediaType(value) == nil)
    }

    @Test(arguments: [
        ("text/plain; charset=UTF-8", "utf-8"), ("text/plain;a=\"x;charset=y\" ; Charset = \"a\\b\"", "ab"),
        ("text/plain; charset='utf-8'", "utf-8"), ("text/plain; charset=utf-16, text/html", "utf-16"),
        ("text/plain; charset", nil), ("text/plain; charset=", nil), ("text/plain; charset=\"", nil),
        ("text/plain", nil), ("", nil), (";;charset=a;charset=b", "a"), ("text/plain; charset=\"a", "a"),
    ])
    func readsTheCharset(value: String, charset: String?) {
        #expect(MediaType.charset(of: value) == charset)
    }

    @Test(arguments: [
        ("application/json", true), ("text/json", true), ("application/vnd.api+json", true),
        ("application/JSON", true), ("application/jsonp", false), ("application/json-seq", false),
        ("text/plain", false), ("application/x+json+xml", false),
    ])
    func knowsJSON(value: String, isJSON: Bool) {
        #expect(MediaType(value)?.isJSON == isJSON)
    }
}
