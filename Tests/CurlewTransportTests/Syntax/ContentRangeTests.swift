import Testing

@testable import CurlewTransport

struct ContentRangeTests {
    @Test func readsEveryForm() {
        #expect(ContentRange("bytes 0-0/1") == .part(0...0, total: 1))
        #expect(ContentRange("bytes 42-1233/1234") == .part(42...1233, total: 1234))
        #expect(ContentRange("BYTES 007-0010/*") == .part(7...10, total: nil))
        #expect(ContentRange("bytes */1234") == .unsatisfied(total: 1234))
        #expect(ContentRange("bytes */0") == .unsatisfied(total: 0))
        #expect(
            ContentRange("bytes 0-9223372036854775806/9223372036854775807")
                == .part(0...(.max - 1), total: .max))
    }

    /// Cut before the slash or right after it, there is no range; each further digit makes a smaller total.
    @Test func aTruncatedValueIsNilOrHasASmallerTotal() {
        for value in ["bytes 42-1233/4567", "bytes 0-1/*", "bytes */1234"] {
            for end in value.indices {
                switch ContentRange(String(value[..<end])) {
                case nil: break
                case .part(let range, let total): #expect(range.upperBound < total ?? 0)
                case .unsatisfied(let total): #expect(total < 1234)
                }
            }
        }
        #expect((0..<18).allSatisfy { ContentRange(String("bytes 42-1233/4567".prefix($0))) == nil })
    }

    @Test(arguments: [
        "", "bytes", "bytes ", "bytes  0-1/2", "bytes\t0-1/2", " bytes 0-1/2", "bytes 0-1/2 ", "bytes=0-1/2",
        "items 0-1/2",
        "bytes 0-1", "bytes 0-1/", "bytes -1/2", "bytes 0-/2", "bytes 1-0/2", "bytes 0-2/2", "bytes 0-1/1",
        "bytes +0-1/2", "bytes 0-+1/2", "bytes 0-1/+2", "bytes -0-1/2", "bytes 0--1/2", "bytes 0-1/-2",
        "bytes 0-1/2/3",
        "bytes 0x0-1/2", "bytes 0.0-1/2", "bytes ٠-١/٢", "bytes 0-1/2\u{301}", "bytes 0-1,3-4/9", "bytes */*",
        "bytes */",
        "bytes *-1/2", "bytes 0-9223372036854775807/*", "bytes 0-9223372036854775807/9223372036854775808",
        "bytes 0-1/99999999999999999999", "bytes 18446744073709551616-18446744073709551617/*",
        "bytes 0-1/2\0",
    ]) func refusesWhatIsMalformed(value: String) {
        #expect(ContentRange(value) == nil)
    }
}
