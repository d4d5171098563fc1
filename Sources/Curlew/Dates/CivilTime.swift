#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// A day and a time of day in UTC, as HTTP dates spell them out.
struct CivilTime: Sendable, Equatable {
    var year: Int
    /// From 1.
    var month: Int
    /// From 1.
    var day: Int
    var hour: Int
    var minute: Int
    var second: Int

    /// The moment; nil for a day or a time of day that does not exist.
    ///
    /// A leap second is the same as the second after it, as in POSIX.
    var date: Date? {
        guard (0...9999).contains(year), (1...12).contains(month), (1...daysInMonth).contains(day),
            (0...23).contains(hour), (0...59).contains(minute), (0...60).contains(second)
        else { return nil }
        let seconds = daysSince1970 * 86_400 + hour * 3600 + minute * 60 + second
        return Date(timeIntervalSince1970: Double(seconds))
    }

    private var isLeapYear: Bool { year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) }

    private var daysInMonth: Int {
        switch month {
        case 2: isLeapYear ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }

    /// In the proleptic Gregorian calendar; a year begins in March here, so that a leap day is its last.
    private var daysSince1970: Int {
        let marchYear = month > 2 ? year : year - 1
        let monthsSinceMarch = (month + 9) % 12
        let leapDays = marchYear.quotient(by: 4) - marchYear.quotient(by: 100) + marchYear.quotient(by: 400)
        let dayOfYear = (153 * monthsSinceMarch + 2) / 5 + day - 1
        return marchYear * 365 + leapDays + dayOfYear - 719_468
    }

    /// The name of the day of the week, in three letters.
    var dayName: String { Self.dayNames[(daysSince1970 % 7 + 11) % 7] }

    /// The name of the month, in three letters.
    var monthName: String { Self.monthNames[month - 1] }

    private static let dayNames = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]

    /// The number of a month whose name begins with these three letters, in any case; nil for other names.
    static func month(_ name: some StringProtocol) -> Int? {
        let letters = name.utf8.prefix(3)
        return monthNames.firstIndex { $0.utf8.equalsIgnoringCase(letters) }.map { $0 + 1 }
    }

    private static let monthNames = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]
}

extension CivilTime {
    private static let secondsOf9999Years = -62_167_219_200.0..<253_402_300_800.0

    /// The time of a moment, rounded down to a second; nil outside the years 0 to 9999.
    init?(_ date: Date) {
        let moment = date.timeIntervalSince1970
        guard Self.secondsOf9999Years.contains(moment) else { return nil }
        let seconds = Int(moment.rounded(.down))
        let days = seconds.quotient(by: 86_400)
        let second = seconds - days * 86_400
        // A year of 365.2425 days, which begins in March; an era has 400 of them.
        let daysSinceMarch0 = days + 719_468
        let era = daysSinceMarch0.quotient(by: 146_097)
        let dayOfEra = daysSinceMarch0 - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let monthsSinceMarch = (5 * dayOfYear + 2) / 153
        let month = (monthsSinceMarch + 2) % 12 + 1
        self.init(
            year: era * 400 + yearOfEra + (month <= 2 ? 1 : 0), month: month,
            day: dayOfYear - (153 * monthsSinceMarch + 2) / 5 + 1, hour: second / 3600,
            minute: second / 60 % 60, second: second % 60)
    }
}

extension Int {
    /// Rounded down, also below zero.
    fileprivate func quotient(by divisor: Int) -> Int {
        (self - (self % divisor + divisor) % divisor) / divisor
    }
}
