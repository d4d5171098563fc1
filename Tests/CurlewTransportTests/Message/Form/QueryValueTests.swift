import Foundation
import Testing

@testable import CurlewTransport

struct QueryValueTests {
    private enum State: String, QueryValue { case open = "OPEN" }
    private enum Level: Int, QueryValue { case high = 3 }

    private struct Version: QueryValue, LosslessStringConvertible {
        var description: String
        init(_ text: String) { description = text }
    }

    private struct Tag: QueryValue, RawRepresentable, LosslessStringConvertible {
        var rawValue: Int
        var description: String { "tag \(rawValue)" }
        init(rawValue: Int) { self.rawValue = rawValue }
        init?(_ text: String) { nil }
    }

    @Test func textsAreThoseOfTheValues() throws {
        let url = try #require(URL(string: "http://h/a?b"))
        let uuid = try #require(UUID(uuidString: "0a0b0c0d-0000-0000-0000-000000000001"))
        let values: [any QueryValue] = [
            "a", "ab".dropFirst(), true, -1, Int8.min, UInt64.max, 1.5, Float(0.25), url, uuid, State.open,
            Level.high, Version("1.2"), Tag(rawValue: 7),
        ]
        #expect(
            values.map(\.queryText) == [
                "a", "b", "true", "-1", "-128", "18446744073709551615", "1.5", "0.25", "http://h/a?b",
                "0A0B0C0D-0000-0000-0000-000000000001", "OPEN", "3", "1.2", "7",
            ])
    }

    /// These do not compile as the value of a query item.
    @Test func valuesWithoutOneTextAreNone() {
        let values: [Any] = [Date(), Data(), [1], ["a": 1], 1..<2, Optional<Date>.none as Any]
        #expect(!values.contains { $0 is any QueryValue })
    }
}
