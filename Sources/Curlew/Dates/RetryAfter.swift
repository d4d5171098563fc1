#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Reads the Retry-After field (RFC 9110 §10.2.3).
enum RetryAfter {
    /// How long a response with these fields asks to wait; nil if it does not.
    ///
    /// A date is relative to the response's own `Date`, since the two clocks may differ.
    ///
    /// - Parameter now: replaces a missing `Date`.
    static func delay(in fields: HTTPFields, now: Date) -> Duration? {
        let sent = first(.date, in: fields) { HTTPDate.parse($0, now: now) }
        return first(.retryAfter, in: fields) { delay($0, now: sent ?? now) }
    }

    /// Whether a response with these fields asks to wait, even for no time.
    static func isValid(in fields: HTTPFields) -> Bool {
        delay(in: fields, now: Date(timeIntervalSince1970: 0)) != nil
    }

    /// The first value of a field that can be read.
    ///
    /// URLSession joins the values of repeated fields with commas, and most dates have a comma of their own.
    private static func first<Value>(
        _ name: HTTPField.Name, in fields: HTTPFields, _ read: (String) -> Value?
    ) -> Value? {
        for value in fields[values: name] {
            let parts = value.split(separator: ",", omittingEmptySubsequences: false)
            for index in parts.indices {
                for length in [2, 1] {
                    let text = parts[index...].prefix(length).joined(separator: ",")
                    if let value = read(trimmed(text)) { return value }
                }
            }
        }
        return nil
    }

    private static func trimmed(_ text: String) -> String {
        String(Substring(text[...].utf8.trimmingOptionalWhitespace()))
    }

    /// How long the server asks to wait: a number of seconds, or the time until a date, zero if it has passed.
    ///
    /// Nil for anything else; a number that is too large becomes the largest.
    static func delay(_ text: String, now: Date) -> Duration? {
        if !text.isEmpty, text.utf8.allSatisfy(\.isASCIIDigit) {
            return .seconds(Int64(text).map { min($0, longestDelay) } ?? longestDelay)
        }
        guard let date = HTTPDate.parse(text, now: now) else { return nil }
        // Rounded up: half a second too early is too early.
        return max(.zero, .seconds(date.timeIntervalSince(now).rounded(.up)))
    }

    /// A thousand years in seconds, which every clock can add.
    private static let longestDelay: Int64 = 31_556_952_000
}
