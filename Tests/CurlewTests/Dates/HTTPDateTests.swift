import Foundation
import Testing

@testable import Curlew

struct HTTPDateTests {
    private let now = Date(timeIntervalSince1970: 1_700_000_000)
    private let example = Date(timeIntervalSince1970: 784_111_777)

    @Test(arguments: [
        "Sun, 06 Nov 1994 08:49:37 GMT", "Sunday, 06-Nov-94 08:49:37 GMT", "Sun Nov  6 08:49:37 1994",
    ])
    func readsTheThreeForms(text: String) {
        #expect(HTTPDate.parse(text, now: now) == example)
    }

    @Test func writesThePreferredForm() {
        #expect(HTTPDate.text(of: example) == "Sun, 06 Nov 1994 08:49:37 GMT")
        #expect(HTTPDate.text(of: example + 0.999) == "Sun, 06 Nov 1994 08:49:37 GMT")
        #expect(HTTPDate.text(of: example - 0.001) == "Sun, 06 Nov 1994 08:49:36 GMT")
        #expect(HTTPDate.text(of: Date(timeIntervalSince1970: -1)) == "Wed, 31 Dec 1969 23:59:59 GMT")
        #expect(
            HTTPDate.text(of: Date(timeIntervalSince1970: 951_782_400)) == "Tue, 29 Feb 2000 00:00:00 GMT")
    }

    @Test func readsWhatItWrites() throws {
        // From year 0 to 9999, in steps that meet every day of the week and of the year.
        for seconds in stride(from: -62_167_219_200.0, through: 253_402_300_799, by: 86_399 * 97) {
            let date = Date(timeIntervalSince1970: seconds)
            let text = try #require(HTTPDate.text(of: date))
            #expect(HTTPDate.parse(text, now: now) == date, "\(text)")
        }
    }

    @Test(arguments: [-62_167_219_200.5, 253_402_300_800, .infinity, -.infinity, .nan, 1e300])
    func aDateOutsideFourDigitYearsHasNoText(seconds: Double) {
        #expect(HTTPDate.text(of: Date(timeIntervalSince1970: seconds)) == nil)
    }

    @Test func readsADayOfTwoDigitsInAsctime() {
        #expect(
            HTTPDate.parse("Wed Nov 16 08:49:37 1994", now: now) == example.addingTimeInterval(10 * 86_400))
    }

    @Test(arguments: [
        ("23", 2023), ("73", 2073), ("74", 1974), ("94", 1994), ("00", 2000), ("99", 1999),
    ])
    func aYearOfTwoDigitsIsAtMostFiftyYearsAhead(digits: String, year: Int) throws {
        let date = try #require(HTTPDate.parse("Sunday, 01-Jan-\(digits) 00:00:00 GMT", now: now))
        #expect(Calendar(identifier: .gregorian).dateComponents(in: .gmt, from: date).year == year)
    }

    @Test func aLeapDayOfTwoDigitsIsOfAYearThatHasIt() throws {
        let now = Date(timeIntervalSince1970: 2_600_000_000)
        let date = try #require(HTTPDate.parse("Tuesday, 29-Feb-00 00:00:00 GMT", now: now))
        #expect(date == Date(timeIntervalSince1970: 951_782_400))
    }

    @Test(arguments: [
        "Sun, 06 Nov 1994 08:49:37 GMT", "Sunday, 06-Nov-94 08:49:37 GMT", "Sun Nov  6 08:49:37 1994",
    ])
    func isNoDateWhenCutAnywhere(text: String) {
        for length in 0..<text.utf8.count {
            #expect(HTTPDate.parse(String(text.prefix(length)), now: now) == nil, "\(length)")
            #expect(HTTPDate.parse(String(text.dropFirst(length + 1)), now: now) == nil, "\(length)")
        }
    }

    @Test(arguments: [
        "", " ", ",", "0", "Sun, 31 Feb 1994 08:49:37 GMT", "Sun, 06 Nov 1994 24:00:00 GMT",
        "Sun, 06 Nov 1994 08:60:00 GMT", "Sun, 06 Nov 1994 08:49:61 GMT", "Sun, 00 Nov 1994 08:49:37 GMT",
        "Sun, 06 Nov 1994 08:49:37 UTC", "Sun, 06 Nov 1994 08:49:37 +0000", "Sun, 6 Nov 1994 08:49:37 GMT",
        "Sun, 06 Nov 94 08:49:37 GMT", "Sun, 06 Nov 19940 08:49:37 GMT", "Sun, 06 Nov 1994 8:49:37 GMT",
        "Sun, 06 Nov 1994 08:49 GMT", "Sun, 06 Nov 1994 08:49:37:00 GMT", "Xyz, 06 Nov 1994 08:49:37 GMT",
        "Sun, 06 Foo 1994 08:49:37 GMT", "Sun, 06 November 1994 08:49:37 GMT",
        "Sun, ٠٦ Nov 1994 08:49:37 GMT", "Sun, +6 Nov 1994 08:49:37 GMT", "Sun, -6 Nov 1994 08:49:37 GMT",
        "Sun,  06 Nov 1994 08:49:37 GMT", "Sun Nov 106 08:49:37 1994", "Sun Nov  6  08:49:37 1994",
        "Sunday, 06-Nov-1994 08:49:37 GMT", "Sunday, 06-Nov 08:49:37 GMT", "Sun, 06-Nov-94 08:49:37 GMT",
        "Sun, 06 Nov 1994 08:49:37 GMT\u{301}", "Sun,\u{301} 06 Nov 1994 08:49:37 GMT",
        "Wed, 29 Feb 2100 00:00:00 GMT",
    ])
    func isNoDate(text: String) {
        #expect(HTTPDate.parse(text, now: now) == nil)
    }

    @Test func aLongTextIsNotADate() {
        let isDate = HTTPDate.parse(String(repeating: "Sun, ", count: 1_000_000), now: now) != nil
        #expect(!isDate)
    }

    @Test func everyDayFrom1600To2400IsTheCalendars() {
        let calendar = Calendar(identifier: .gregorian)
        var day = Date(timeIntervalSince1970: -11_676_096_000)
        var wrong = 0
        for _ in 0..<4_200 {
            let parts = calendar.dateComponents(in: .gmt, from: day)
            let time = CivilTime(
                year: parts.year ?? 0, month: parts.month ?? 0, day: parts.day ?? 0, hour: 0, minute: 0,
                second: 0)
            if time.date != day { wrong += 1 }
            day += 71 * 86_400
        }
        #expect(wrong == 0)
    }
}

struct RetryAfterTests {
    private let now = Date(timeIntervalSince1970: 784_111_777)

    @Test(arguments: [
        ("0", Duration.zero), ("120", .seconds(120)), ("0007", .seconds(7)),
        ("Sun, 06 Nov 1994 08:50:37 GMT", .seconds(60)), ("Sunday, 06-Nov-94 08:49:47 GMT", .seconds(10)),
        ("Sun Nov  6 08:49:38 1994", .seconds(1)), ("Sun, 06 Nov 1994 08:49:36 GMT", .zero),
        ("Thu, 01 Jan 1970 00:00:00 GMT", .zero),
    ])
    func isATimeToWait(text: String, delay: Duration) {
        #expect(RetryAfter.delay(text, now: now) == delay)
    }

    @Test func isNeverOverBeforeTheDate() {
        let text = "Sun, 06 Nov 1994 08:50:37 GMT"
        #expect(RetryAfter.delay(text, now: now + 0.75) == .seconds(60))
        #expect(RetryAfter.delay(text, now: now + 59.75) == .seconds(1))
        #expect(RetryAfter.delay(text, now: now + 60.75) == .zero)
    }

    @Test(arguments: ["18446744073709551616", "9223372036854775807", String(repeating: "9", count: 10_000)])
    func aNumberTooLargeIsAThousandYears(text: String) {
        #expect(RetryAfter.delay(text, now: now) == .seconds(31_556_952_000))
    }

    @Test(arguments: [
        "", " ", "-1", "+1", "1.5", "1e3", "0x10", "1 ", "1, 2", "soon", "٣", "1\u{301}", "NaN",
    ])
    func isIgnored(text: String) {
        #expect(RetryAfter.delay(text, now: now) == nil)
    }

    @Test(arguments: [
        ["Sun, 06 Nov 1994 08:49:37 GMT", "Sun, 06 Nov 1994 08:49:38 GMT"],
        ["Sun, 06 Nov 1994 08:49:37 GMT, Sun, 06 Nov 1994 08:49:38 GMT"],
        ["Sun Nov  6 08:49:37 1994,Sunday, 06-Nov-94 08:49:38 GMT"],
        ["never", "Sunday, 06-Nov-94 08:49:37 GMT"], ["never, Sun, 06 Nov 1994 08:49:37 GMT"],
    ])
    func theFirstDateOfSeveralIsTheResponses(dates: [String]) {
        var fields: HTTPFields = [.retryAfter: "Sun, 06 Nov 1994 08:49:47 GMT"]
        for date in dates { fields.append(HTTPField(name: .date, value: date)) }
        #expect(RetryAfter.delay(in: fields, now: now + 1000) == .seconds(10))
    }

    @Test(arguments: [
        ("7, 9", Duration.seconds(7)), ("soon, 9", .seconds(9)), ("soon, later", nil), (",", nil),
    ])
    func theFirstOfSeveralDelaysApplies(text: String, delay: Duration?) {
        #expect(RetryAfter.delay(in: [.retryAfter: text], now: now) == delay)
    }

    @Test func aDateThatIsCutIsIgnored() {
        let text = "Sun, 06 Nov 1994 08:50:37 GMT"
        for length in 0..<text.utf8.count {
            #expect(RetryAfter.delay(String(text.prefix(length)), now: now) == nil)
        }
    }
}
