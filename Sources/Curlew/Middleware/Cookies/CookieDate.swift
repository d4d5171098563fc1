#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Reads the dates of Expires attributes, which come in many forms (RFC 6265 §5.1.1).
struct CookieDate {
    private var time: (hour: Int, minute: Int, second: Int)?
    private var day: Int?
    private var month: Int?
    private var year: Int?

    /// The moment that a text names; nil if it is not a date.
    static func parse(_ text: Substring) -> Date? {
        var parts = CookieDate()
        for token in text.utf8.split(whereSeparator: isDelimiter) { parts.take(Substring(token)) }
        return parts.date
    }

    private var date: Date? {
        guard let time, let day, let month, let year, year >= 1601, time.second <= 59 else { return nil }
        return CivilTime(
            year: year, month: month, day: day, hour: time.hour, minute: time.minute, second: time.second
        ).date
    }

    /// Assigns a token to the first component that is missing and that it matches.
    private mutating func take(_ token: Substring) {
        if time == nil, let found = Self.time(token) {
            time = found
        } else if day == nil, let found = Self.number(token, digits: 1...2) {
            day = found
        } else if month == nil, let found = CivilTime.month(token) {
            month = found
        } else if year == nil, let found = Self.number(token, digits: 2...4) {
            year = Self.fullYear(found)
        }
    }

    private static func fullYear(_ year: Int) -> Int {
        switch year {
        case 70...99: year + 1900
        case 0...69: year + 2000
        default: year
        }
    }

    /// `8:49:37`, followed by anything except a digit.
    private static func time(_ token: Substring) -> (hour: Int, minute: Int, second: Int)? {
        let parts = token.split(separator: ":", maxSplits: 2, omittingEmptySubsequences: false)
        guard parts.count == 3, let hour = wholeNumber(parts[0]), let minute = wholeNumber(parts[1]),
            let second = number(parts[2], digits: 1...2)
        else { return nil }
        return (hour, minute, second)
    }

    private static func wholeNumber(_ text: Substring) -> Int? {
        text.utf8.allSatisfy(\.isASCIIDigit) ? number(text, digits: 1...2) : nil
    }

    /// The number at the start of a token, if it has this many digits.
    private static func number(_ token: Substring, digits: ClosedRange<Int>) -> Int? {
        let start = token.utf8.prefix { $0.isASCIIDigit }
        return digits.contains(start.count) ? Int(Substring(start)) : nil
    }

    private static func isDelimiter(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x09, 0x20...0x2F, 0x3B...0x40, 0x5B...0x60, 0x7B...0x7E: true
        default: false
        }
    }
}
