import Testing

@testable import CurlewTransport

struct PercentEncodingTests {
    private static let unreserved = Set(
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._~".unicodeScalars)
    private static let allASCII = (UInt8(0)..<0x80).map { Unicode.Scalar($0) }

    private func hex(_ scalar: Unicode.Scalar) -> String {
        let digits = Array("0123456789ABCDEF")
        return "%\(digits[Int(scalar.value >> 4)])\(digits[Int(scalar.value & 15)])"
    }

    @Test func encodesAllButUnreservedInAValue() {
        for scalar in Self.allASCII {
            let expected = Self.unreserved.contains(scalar) ? String(scalar) : hex(scalar)
            #expect(PercentEncoding.encodeValue(String(scalar)) == expected)
        }
        #expect(PercentEncoding.encodeValue("é€😀") == "%C3%A9%E2%82%AC%F0%9F%98%80")
    }

    @Test func everyValueDecodesToItself() throws {
        for scalar in (0..<0x3000).compactMap({ Unicode.Scalar(UInt32($0)) }) {
            let text = "a\(scalar)b"
            #expect(try PercentEncoding.decode(PercentEncoding.encodeValue(text)) == Array(text.utf8))
        }
    }

    @Test func repairsAPathByteByByte() {
        let kept = Self.unreserved.union("!$&'()*+,;=:@/".unicodeScalars)
        for scalar in Self.allASCII {
            let repaired = try? PercentEncoding.repairPath(String(scalar))
            if scalar.value < 0x20 || scalar.value == 0x7F || scalar == "%" {
                #expect(repaired == nil)
            } else {
                #expect(repaired == (kept.contains(scalar) ? String(scalar) : hex(scalar)))
            }
        }
    }

    @Test func repairsAQueryByteByByte() {
        let kept = Self.unreserved.union("!$&'()*+,;=:@/?".unicodeScalars)
        for scalar in Self.allASCII where scalar.value >= 0x20 && scalar.value != 0x7F && scalar != "%" {
            let expected = kept.contains(scalar) ? String(scalar) : hex(scalar)
            #expect((try? PercentEncoding.repairQuery(String(scalar))) == expected)
        }
    }

    @Test(arguments: ["%41", "%zZ".replacing("zZ", with: "aF"), "a%20b%C3%A9", "%25zz", "%00"])
    func keepsValidEscapes(text: String) throws {
        #expect(try PercentEncoding.repairPath(text) == text)
        #expect(try PercentEncoding.repairQuery(text) == text)
    }

    @Test(arguments: ["%", "%4", "%zz", "%4z", "a%", "a%2", "%%41", "%41%", "%é1"])
    func refusesBadEscapes(text: String) {
        #expect(throws: PercentEncoding.Problem.badEscape) { try PercentEncoding.repairPath(text) }
        #expect(throws: PercentEncoding.Problem.badEscape) { try PercentEncoding.repairQuery(text) }
        #expect(throws: PercentEncoding.Problem.badEscape) { try PercentEncoding.decode(text) }
    }

    @Test(arguments: ["\u{0}", "a\nb", "\r", "\t", "\u{7F}", "\r\n"])
    func refusesControlCharacters(text: String) {
        #expect(throws: PercentEncoding.Problem.controlCharacter) { try PercentEncoding.repairPath(text) }
        #expect(throws: PercentEncoding.Problem.controlCharacter) { try PercentEncoding.repairQuery(text) }
    }

    @Test(arguments: [
        ("/r?x=%zz", "/r?x=%25zz"), ("%", "%25"), ("%4", "%254"), ("a%41%", "a%41%25"), ("%%41", "%25%41"),
        ("/caf\u{E9}", "/caf%C3%A9"), ("/a b?c#d", "/a b?c#d"), ("", ""),
    ])
    func repairsWhatAServerSent(reference: String, repaired: String) {
        #expect(PercentEncoding.repairReference(reference.utf8) == repaired)
    }

    @Test func decodesBytes() throws {
        #expect(try PercentEncoding.decode("a%2fB%FF+") == Array("a/B".utf8) + [0xFF] + Array("+".utf8))
        #expect(try PercentEncoding.decode("") == [])
    }
}
