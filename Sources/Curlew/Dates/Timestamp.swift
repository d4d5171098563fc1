#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Reads a moment such as `2026-11-30T12:00:00.5+01:00` (RFC 3339 §5.6).
enum Timestamp {
    /// Nil for anything else.
    static func parse(_ text: String) -> Date? {
        let bytes = Array(text.utf8)
        guard bytes.count >= 20, isSeparated(bytes),
            let year = number(bytes[0..<4]), let month = number(bytes[5..<7]),
            let day = number(bytes[8..<10]),
            let hour = number(bytes[11..<13]), let minute = number(bytes[14..<16]),
            let second = number(bytes[17..<19])
        else { return nil }
        let time = CivilTime(
            year: year, month: month, day: day, hour: hour, minute: minute, second: second)
        var rest = bytes[19...]
        guard let date = time.date, let fraction = fraction(&rest), let offset = offset(rest) else {
            return nil
        }
        return date.addingTimeInterval(fraction - offset)
    }

    private static func isSeparated(_ bytes: [UInt8]) -> Bool {
        let separators = [4, 7, 10, 13, 16].map { bytes[$0] }
        return ["--T::", "--t::", "-- ::"].contains { separators == Array($0.utf8) }
    }

    /// The number that the bytes spell out; nil unless all are digits, or without any.
    private static func number(_ digits: ArraySlice<UInt8>) -> Int? {
        guard digits.allSatisfy(\.isASCIIDigit) else { return nil }
        return Int(String(decoding: digits, as: UTF8.self))
    }

    /// Takes the fraction of a second; 0 without one, nil for one without digits.
    private static func fraction(_ rest: inout ArraySlice<UInt8>) -> Double? {
        guard rest.first == UInt8(ascii: ".") || rest.first == UInt8(ascii: ",") else { return 0 }
        let digits = rest.dropFirst().prefix(while: \.isASCIIDigit)
        rest = rest[digits.endIndex...]
        return digits.isEmpty ? nil : Double("0." + String(decoding: digits, as: UTF8.self))
    }

    /// The seconds by which the local time is ahead of UTC; nil if it is not an offset.
    private static func offset(_ text: ArraySlice<UInt8>) -> Double? {
        guard let sign = text.first else { return nil }
        if text.count == 1, sign | 0x20 == UInt8(ascii: "z") { return 0 }
        let digits = text.dropFirst().filter { $0 != UInt8(ascii: ":") }
        guard digits.count == 4, text.count == 5 || text.dropFirst(3).first == UInt8(ascii: ":"),
            text.count <= 6, sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-"),
            let hours = number(digits[0..<2]), let minutes = number(digits[2..<4]), hours < 24, minutes < 60
        else { return nil }
        return Double((hours * 60 + minutes) * 60) * (sign == UInt8(ascii: "+") ? 1 : -1)
    }
}
