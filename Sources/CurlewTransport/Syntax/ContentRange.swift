/// The value of Content-Range (RFC 9110 §14.4), in bytes.
package enum ContentRange: Equatable {
    /// The body is this range of `total` bytes; nil if the server does not know the total.
    case part(ClosedRange<Int64>, total: Int64?)
    /// The requested range is outside of the `total` bytes.
    case unsatisfied(total: Int64)

    /// Nil for another unit and for invalid syntax.
    package init?(_ value: String) {
        let words = value.utf8.split(separator: UInt8(ascii: " "), omittingEmptySubsequences: false)
        guard words.count == 2, words[0].equalsIgnoringCase("bytes".utf8) else { return nil }
        let sides = words[1].split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
        guard sides.count == 2 else { return nil }
        if sides[0].elementsEqual("*".utf8) {
            guard let total = Self.number(sides[1]) else { return nil }
            self = .unsatisfied(total: total)
        } else {
            guard let range = Self.range(sides[0]) else { return nil }
            guard !sides[1].elementsEqual("*".utf8) else {
                self = .part(range, total: nil)
                return
            }
            guard let total = Self.number(sides[1]), range.upperBound < total else { return nil }
            self = .part(range, total: total)
        }
    }

    private static func range(_ text: Substring.UTF8View) -> ClosedRange<Int64>? {
        let ends = text.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
        // The offset after the last byte must fit in 64 bits, too.
        guard ends.count == 2, let first = number(ends[0]), let last = number(ends[1]), first <= last,
            last < .max
        else { return nil }
        return first...last
    }

    private static func number(_ text: Substring.UTF8View) -> Int64? {
        text.allSatisfy(\.isASCIIDigit) ? Int64(Substring(text)) : nil
    }
}
