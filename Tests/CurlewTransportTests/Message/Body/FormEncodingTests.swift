import Testing

@testable import CurlewTransport

/// WHATWG URL §5.2.
struct FormEncodingTests {
    @Test func everyByte() {
        let kept = Set("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789*-._".utf8)
        let digits = Array("0123456789ABCDEF")
        for byte in UInt8(0)..<0x80 {
            let expected =
                byte == 0x20
                ? "+"
                : kept.contains(byte)
                    ? String(decoding: [byte], as: UTF8.self)
                    : "%\(digits[Int(byte >> 4)])\(digits[Int(byte & 15)])"
            #expect(FormEncoding.encode(String(decoding: [byte], as: UTF8.self)) == expected)
        }
    }

    @Test(arguments: [
        ("", ""), ("a b", "a+b"), ("  ", "++"), ("a+b", "a%2Bb"), ("%20", "%2520"), ("%2A*", "%252A*"),
        ("~", "%7E"),
        ("é€😀", "%C3%A9%E2%82%AC%F0%9F%98%80"), (" \u{301}", "+%CC%81"), ("a\r\nb", "a%0D%0Ab"),
        ("&=", "%26%3D"),
    ])
    func text(text: String, encoded: String) {
        #expect(FormEncoding.encode(text) == encoded)
    }
}
