import Foundation
import Testing

@testable import Curlew

struct SetCookieTests {
    private static let full =
        "SID=31d4; Expires=Wed, 09 Jun 2032 10:18:14 GMT; Max-Age=60; Domain=.Example.com; Path=/a; Secure; HttpOnly"

    @Test func readsEveryAttribute() throws {
        let cookie = try #require(SetCookie(Self.full))
        #expect(cookie.name == Array("SID".utf8) && cookie.value == Array("31d4".utf8))
        #expect(cookie.expires == Date(timeIntervalSince1970: 1_970_389_094))
        #expect(cookie.maxAge == 60)
        #expect(cookie.domain == "example.com" && cookie.path == "/a")
        #expect(cookie.isSecure && cookie.isHTTPOnly)
    }

    @Test(arguments: [
        ("B=x=y,z; Path=/", "B", "x=y,z"), (" A = b c \t; x", "A", "b c"), ("A=", "A", ""), ("A=;", "A", ""),
        ("A=\"q\"", "A", "\"q\""), ("A=1;;;", "A", "1"), ("é=ü", "é", "ü"), ("A=\u{301}1", "A", "\u{301}1"),
    ])
    func namesAndValuesAreTaken(text: String, name: String, value: String) {
        let cookie = SetCookie(text)
        #expect(cookie?.name == Array(name.utf8) && cookie?.value == Array(value.utf8))
    }

    @Test func octetsThatAreNotUTF8AreKept() {
        let cookie = SetCookie([0x6E, 0x3D, 0xE9, 0x3B, 0x20, 0x70, 0x3D, 0xFF])
        #expect(cookie?.value == [0xE9])
    }

    @Test(arguments: ["", ";", "A", "A; B=1", "=1", " =1", "A=1\r\nX: 2", "A=\0", "A=1; Path=/\u{7F}"])
    func isNoCookie(text: String) {
        #expect(SetCookie(text) == nil)
    }

    @Test(arguments: [
        ("60", 60), ("0", 0), ("-1", -1), ("99999999999999999999", Int64.max),
        ("-99999999999999999999", .min),
        ("", nil), ("-", nil), ("+1", nil), ("1.5", nil), ("1s", nil), ("٣", nil),
    ])
    func readsMaxAge(text: String, seconds: Int64?) {
        #expect(SetCookie("A=1; Max-Age=\(text)")?.maxAge == seconds)
    }

    @Test func theLastAttributeWins() {
        let cookie = SetCookie(
            "A=1; Path=/a; path=/b; DOMAIN=a.b; domain=c.d; max-age=1; Max-Age=2; max-age=x")
        #expect(cookie?.path == "/b" && cookie?.domain == "c.d" && cookie?.maxAge == 2)
    }

    @Test(arguments: ["", "a", "a/b", "\"/\""])
    func aPathWithoutALeadingSlashIsIgnored(path: String) {
        #expect(SetCookie("A=1; Path=\(path)")?.path == nil)
    }

    @Test(arguments: [("", nil), (".", nil), ("..a", ".a"), ("A.B", "a.b")])
    func readsDomains(text: String, domain: String?) {
        #expect(SetCookie("A=1; Domain=\(text)")?.domain == domain)
    }

    @Test func aTooLongValueIsRefused() {
        let isKept = { (length: Int) in SetCookie("A=" + String(repeating: "x", count: length)) != nil }
        #expect(isKept(4095) && !isKept(4096) && !isKept(10_000_000))
        #expect(SetCookie("A=1; Path=/" + String(repeating: "x", count: 1024))?.path == nil)
    }

    @Test func isReadWithoutHarmWhenCutAnywhere() {
        for length in 0..<Self.full.utf8.count {
            let cookie = SetCookie(String(Self.full.prefix(length)))
            #expect((cookie == nil) == (length < 4), "\(length)")
            if let cookie, length > 8 { #expect(cookie.value == Array("31d4".utf8)) }
        }
    }
}

struct CookieDateTests {
    @Test(arguments: [
        "Wed, 09 Jun 2032 10:18:14 GMT", "Wednesday, 09-Jun-32 10:18:14 GMT", "Wed Jun  9 10:18:14 2032",
        "09 jun 2032 10:18:14", "10:18:14 2032 JUNE 9", "Wed, 9-Jun-2032 10:18:14 +0200",
        "x 9 Juniper 2032 10:18:14x;", "9th jun 2032y 10:18:14", "\t9/jun/32/10:18:14",
    ])
    func readsManyForms(text: String) {
        #expect(CookieDate.parse(text[...]) == Date(timeIntervalSince1970: 1_970_389_094))
    }

    @Test(arguments: [("69", 2069), ("70", 1970), ("99", 1999), ("00", 2000), ("1601", 1601)])
    func readsYears(text: String, year: Int) throws {
        let date = try #require(CookieDate.parse("1 Jan \(text) 00:00:00"))
        #expect(Calendar(identifier: .gregorian).dateComponents(in: .gmt, from: date).year == year)
    }

    @Test(arguments: [
        "", "Wed", "9 Jun 2032", "10:18:14", "9 Jun 1600 10:18:14", "31 Jun 2032 10:18:14",
        "0 Jun 2032 10:18:14", "32 Jun 2032 10:18:14", "9 Jun 2032 24:18:14", "9 Jun 2032 10:60:14",
        "9 Jun 2032 10:18:60", "9 Jun 20322 10:18:14", "9 Jun 2032 10:18", "9 Jun 2032 110:18:14",
        "9 Jun 2032 10:18:114", "29 Feb 2031 10:18:14", "9 Xyz 2032 10:18:14", "9 Jun 2032 10::14",
    ])
    func isNoDate(text: String) {
        #expect(CookieDate.parse(text[...]) == nil)
    }

    @Test func isNoDateWhenCutBeforeItsSeconds() {
        let text = "Wed, 09 Jun 2032 10:18:14 GMT"
        for length in 0...text.utf8.count {
            let isDate = CookieDate.parse(text.prefix(length)) != nil
            #expect(isDate == (length >= 24), "\(length)")
        }
    }
}
