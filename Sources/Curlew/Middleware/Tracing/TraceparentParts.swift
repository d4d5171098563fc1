/// The numbers of a `traceparent` field (W3C Trace Context §3.2).
struct TraceparentParts {
    let traceHigh: UInt64
    let traceLow: UInt64
    let parent: UInt64
    let flags: UInt64

    /// Returns nil for an invalid value: upper case, version ff and zero ids are invalid.
    init?(_ text: String) {
        let bytes = Array(text.utf8.prefix(Self.length + 1))
        guard bytes.count >= Self.length, bytes[2] == Self.dash, bytes[35] == Self.dash,
            bytes[52] == Self.dash,
            let version = Self.number(bytes[0..<2]), let traceHigh = Self.number(bytes[3..<19]),
            let traceLow = Self.number(bytes[19..<35]), let parent = Self.number(bytes[36..<52]),
            let flags = Self.number(bytes[53..<55])
        else { return nil }
        let hasValidEnd = bytes.count == Self.length || version > 0 && bytes[Self.length] == Self.dash
        guard version != 0xFF, hasValidEnd, traceHigh | traceLow != 0, parent != 0 else { return nil }
        self.traceHigh = traceHigh
        self.traceLow = traceLow
        self.parent = parent
        self.flags = flags
    }

    private static let length = 55
    private static let dash = UInt8(ascii: "-")

    private static func number(_ digits: ArraySlice<UInt8>) -> UInt64? {
        var number: UInt64 = 0
        for digit in digits {
            guard digit == digit.asciiLowercased, let value = digit.hexDigitValue else { return nil }
            number = number << 4 | UInt64(value)
        }
        return number
    }
}
