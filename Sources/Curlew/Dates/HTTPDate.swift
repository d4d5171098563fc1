#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Reads the dates of HTTP fields in all three forms (RFC 9110 §5.6.7).
enum HTTPDate {
    /// The moment that a text names; nil if it is not a date.
    ///
    /// - Parameter now: decides the century of a year of two digits.
    static func parse(_ text: String, now: Date) -> Date? {
        guard text.utf8.count <= longestLength else { return nil }
        let words = text.split(separator: " ", omittingEmptySubsequences: false)
        switch words.count {
        case 6 where words[0].hasSuffix(","): return fixed(words)
        case 4: return rfc850(words, now: now)
        case 5: return asctime(words)
        // A day of one digit follows two spaces.
        case 6 where words[2].isEmpty: return asctime(words.filter { !$0.isEmpty })
        default: return nil
        }
    }

    /// A moment in the preferred form, in whole seconds, rounded down; nil outside the years 0 to 9999.
    static func text(of date: Date) -> String? {
        guard let time = CivilTime(date) else { return nil }
        let clock = [time.hour, time.minute, time.second].map { digits($0, 2) }.joined(separator: ":")
        let day = "\(time.dayName), \(digits(time.day, 2)) \(time.monthName) \(digits(time.year, 4))"
        return "\(day) \(clock) GMT"
    }

    private static func digits(_ number: Int, _ count: Int) -> String {
        let text = "\(number)"
        return String(repeating: "0", count: max(0, count - text.count)) + text
    }

    /// `Wednesday, 09-Nov-94 08:49:37 GMT` has 34 bytes.
    private static let longestLength = 40
    private static let dayNames: Set<Substring> = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"]
    private static let longDayNames: Set<Substring> = [
        "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday",
    ]

    /// The preferred form, `Sun, 06 Nov 1994 08:49:37 GMT`.
    private static func fixed(_ words: [Substring]) -> Date? {
        guard dayNames.contains(words[0].dropLast()), words[5] == "GMT",
            let day = number(words[1], digits: 2), let month = month(words[2]),
            let year = number(words[3], digits: 4)
        else { return nil }
        return time(words[4], year, month, day)?.date
    }

    /// The form of RFC 850, `Sunday, 06-Nov-94 08:49:37 GMT`.
    private static func rfc850(_ words: [Substring], now: Date) -> Date? {
        let parts = words[1].split(separator: "-", omittingEmptySubsequences: false)
        guard words[0].hasSuffix(","), longDayNames.contains(words[0].dropLast()), words[3] == "GMT",
            parts.count == 3, let day = number(parts[0], digits: 2), let month = month(parts[1]),
            let year = number(parts[2], digits: 2)
        else { return nil }
        return closest(year, to: now) { time(words[2], $0, month, day)?.date }
    }

    /// The form of asctime, `Sun Nov  6 08:49:37 1994`.
    private static func asctime(_ words: [Substring]) -> Date? {
        guard words.count == 5, dayNames.contains(words[0]), let month = month(words[1]),
            let day = number(words[2], digits: words[2].utf8.count), words[2].utf8.count <= 2,
            let year = number(words[4], digits: 4)
        else { return nil }
        return time(words[3], year, month, day)?.date
    }

    /// The latest year with these two last digits that is not more than 50 years ahead.
    private static func closest(_ year: Int, to now: Date, _ date: (Int) -> Date?) -> Date? {
        let latest = now.addingTimeInterval(50 * 365.2425 * 86_400)
        let thisYear = 1970 + Int(now.timeIntervalSince1970 / (365.2425 * 86_400))
        let century = thisYear / 100 * 100
        for start in [century + 100, century] {
            if let found = date(start + year), found <= latest { return found }
        }
        return date(century - 100 + year)
    }

    private static func time(_ text: Substring, _ year: Int, _ month: Int, _ day: Int) -> CivilTime? {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count == 3, let hour = number(parts[0], digits: 2),
            let minute = number(parts[1], digits: 2), let second = number(parts[2], digits: 2)
        else { return nil }
        return CivilTime(year: year, month: month, day: day, hour: hour, minute: minute, second: second)
    }

    private static func month(_ name: Substring) -> Int? {
        name.utf8.count == 3 ? CivilTime.month(name) : nil
    }

    private static func number(_ text: Substring, digits: Int) -> Int? {
        text.utf8.count == digits && text.utf8.allSatisfy(\.isASCIIDigit) ? Int(text) : nil
    }
}
