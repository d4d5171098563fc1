import Foundation
import Testing

@testable import Curlew

struct JSONNumberTests {
    private static let texts = [
        "0", "-0", "1", "1.0", "1.10", "0.1", "-2.50E+3", "1e400", "1e-400", "18446744073709551615",
        "18446744073709551616", "-9223372036854775809",
        "0.12345678901234567890123456789012345678901234567890",
    ]

    @Test(arguments: texts) func keepsItsDigits(text: String) throws {
        #expect(JSONNumber(text)?.text == text)
        let value = try JSONValue(json: Data(text.utf8))
        #expect(try value.json() == Data(text.utf8))
        #expect(value.numberValue == JSONNumber(text))
    }

    @Test(arguments: [
        "", "-", "+1", "01", "-01", ".5", "1.", "1.e1", "1e", "1e+", "0x1", "NaN", "Infinity", "inf", "1 ",
        " 1",
        "1,0", "٣", "1_0",
    ])
    func refusesAnInvalidNumber(text: String) {
        #expect(JSONNumber(text) == nil)
    }

    @Test(arguments: [
        ("1", 1), ("1.0", 1), ("1e3", 1000), ("-0", 0), ("9223372036854775807", Int.max), ("1.5", nil),
        ("9223372036854775808", nil), ("1e400", nil), ("1e18", 1_000_000_000_000_000_000), ("1e19", nil),
        ("9223372036854775807.0", Int.max), ("9223372036854775808.0", nil),
        ("-9223372036854775808.0", Int.min), ("-922337203685477580.8E+1", Int.min), ("-1.5e1", -15),
        ("9007199254740993.0", 9_007_199_254_740_993), ("9007199254740992.5", nil),
        ("90071992547409.93e2", 9_007_199_254_740_993), ("90071992547409.931e2", nil), ("1200e-2", 12),
        ("1200e-3", nil), ("0.99999999999999999999", nil), ("1.00000000000000000001", nil), ("1e-400", nil),
        ("0.0", 0), ("-0.0e-5", 0), ("0e99999999999999999999", 0), ("1e99999999999999999999", nil),
        ("1e-99999999999999999999", nil), ("1e-9223372036854775808", nil), ("0.001e3", 1),
    ])
    func isAnIntegerIfItIsWhole(text: String, number: Int?) {
        #expect(JSONNumber(text)?.intValue == number)
    }

    @Test func isNoIntegerIfItIsNoNumber() {
        #expect([Double.nan, .infinity, -.infinity, 0.5].allSatisfy { JSONNumber($0).intValue == nil })
        #expect(JSONNumber(1e18).intValue == 1_000_000_000_000_000_000)
        #expect(JSONNumber("1" + String(repeating: "0", count: 100_000) + "e-100000")?.intValue == 1)
    }

    @Test func hasOtherValues() throws {
        #expect(JSONNumber("0.1")?.doubleValue == 0.1)
        #expect(JSONNumber("1e400")?.doubleValue == nil)
        #expect(JSONNumber("18446744073709551616")?.decimalValue == Decimal(string: "18446744073709551616"))
        #expect(JSONNumber(UInt64.max).text == "18446744073709551615")
        #expect((1.5 as JSONNumber).text == "1.5" && (-3 as JSONNumber).description == "-3")
    }

    private struct Wrapper: Codable {
        var value: JSONValue
    }

    /// The values that `JSONDecoder` and `JSONEncoder` can hold.
    @Test(arguments: [
        ("18446744073709551615", "18446744073709551615"), ("18446744073709551616", "18446744073709551616"),
        ("0.1", "0.1"), ("-9223372036854775808", "-9223372036854775808"), ("1.0", "1"),
        ("0.12345678901234567890123456789", "0.12345678901234567890123456789"), ("1e100", "1e+100"),
        ("1e-200", "1e-200"),
    ])
    func keepsItsValueInsideAnotherType(text: String, written: String) throws {
        let wrapper = try JSONDecoder().decode(Wrapper.self, from: Data("{\"value\":\(text)}".utf8))
        let encoded = try JSONEncoder().encode(wrapper)
        #expect(String(decoding: encoded, as: UTF8.self) == "{\"value\":\(written)}")
    }

    @Test func whatIsBeyondTheEncoderIsAnError() {
        let value = Wrapper(value: .number(JSONNumber(checked: "1e400")))
        #expect(throws: EncodingError.self) { try JSONEncoder().encode(value) }
    }
}
