import Foundation
import Testing

@testable import Curlew

struct TimestampTests {
    @Test(arguments: [
        ("2026-11-30T12:00:00Z", 1_796_040_000.0), ("2026-11-30t12:00:00z", 1_796_040_000),
        ("2026-11-30 12:00:00Z", 1_796_040_000), ("2026-11-30T12:00:00.5Z", 1_796_040_000.5),
        ("2026-11-30T12:00:00,25Z", 1_796_040_000.25), ("2026-11-30T12:00:00.125000000Z", 1_796_040_000.125),
        ("2026-11-30T13:00:00+01:00", 1_796_040_000), ("2026-11-30T13:00:00+0100", 1_796_040_000),
        ("2026-11-30T06:30:00.5-05:30", 1_796_040_000.5), ("1969-12-31T23:59:59Z", -1),
        ("2026-11-30T12:00:00-00:00", 1_796_040_000), ("2016-12-31T23:59:60Z", 1_483_228_800),
    ])
    func readsEachForm(text: String, seconds: Double) {
        #expect(Timestamp.parse(text)?.timeIntervalSince1970 == seconds)
    }

    @Test(arguments: [
        "", "2026-11-30", "2026-11-30T12:00:00", "2026-11-30T12:00:00.Z", "2026-11-30T12:00:00.5",
        "2026-11-31T12:00:00Z", "2026-13-30T12:00:00Z", "2026-11-30T24:00:00Z", "2026-11-30T12:00:00ZZ",
        "2026-11-30T12:00:00+1:00", "2026-11-30T12:00:00+01:000", "2026-11-30T12:00:00+24:00",
        "2026-11-30T12:00:00+01:60", "2026-11-30T12:00:00*01:00", "2026-11-30T12:00:00+::0100",
        "2026-1130T12:00:00Z.", "+026-11-30T12:00:00Z", "2026-11-30T12:00:0\u{661}Z", "1796040000",
        "2026-11-30T12:00:00+01:0é",
    ])
    func anythingElseIsNoDate(text: String) {
        #expect(Timestamp.parse(text) == nil)
    }

    private func decode(_ json: String) throws -> [Date] {
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .iso8601OrSeconds
        return try decoder.decode([Date].self, from: Data(json.utf8))
    }

    @Test func theStrategyReadsTextAndNumbers() throws {
        let dates = try decode(
            #"["2026-11-30T12:00:00Z", "2026-11-30T12:00:00.5Z", 1796040000, 1796040000.5]"#)
        #expect(
            dates.map(\.timeIntervalSince1970) == [
                1_796_040_000, 1_796_040_000.5, 1_796_040_000, 1_796_040_000.5,
            ])
    }

    @Test(arguments: [#"["yesterday"]"#, "[true]", "[{}]", "[null]"]) func anythingElseIsADecodingError(
        json: String
    ) {
        #expect(throws: DecodingError.self) { try decode(json) }
    }
}
