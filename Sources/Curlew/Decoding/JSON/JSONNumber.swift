#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// A JSON number that keeps its digits as written (RFC 8259 §6).
///
/// No Swift type can hold every JSON number: 18446744073709551616 exceeds `UInt64`, 0.1 has no exact `Double`, and
/// 1.0 is written differently from 1. Two numbers are equal if they have the same text.
public struct JSONNumber: Sendable, Hashable {
    /// The digits, such as `-1.50e3`.
    public let text: String

    /// Takes digits; nil if they are not a JSON number.
    public init?(_ text: String) {
        var parser = JSONParser(Array(text.utf8))
        guard let number = parser.number(), parser.isAtEnd else { return nil }
        self = number
    }

    init(checked text: String) {
        self.text = text
    }

    /// Takes a whole number.
    public init(_ number: some BinaryInteger) {
        text = "\(number)"
    }

    /// Takes a number with the fewest digits that identify it; one that is not finite cannot be encoded.
    public init(_ number: Double) {
        text = "\(number)"
    }

    /// Takes a decimal number; NaN cannot be encoded.
    public init(_ number: Decimal) {
        text = "\(number)"
    }

    /// The whole number, also of `1.0` and `1e3`; nil for any fraction, and outside the range of `Int`.
    public var intValue: Int? {
        if let number = Int(text) { return number }
        return isFinite ? wholeNumber : nil
    }

    /// Computed from the digits, since a Double is not exact.
    private var wholeNumber: Int? {
        let parts = text.utf8.split { $0.asciiLowercased == UInt8(ascii: "e") }
        let mantissa = parts[0].drop { $0 == UInt8(ascii: "-") }
        let fraction = mantissa.drop { $0 != UInt8(ascii: ".") }.dropFirst()
        let digits = mantissa.filter(\.isASCIIDigit)
        guard let last = digits.lastIndex(where: { $0 != UInt8(ascii: "0") }) else { return 0 }
        // No text is long enough to be a whole number with an exponent beyond Int32.
        guard let exponent = parts.count > 1 ? Int32(Substring(parts[1])) : 0 else { return nil }
        let zeros = Int(exponent) - fraction.count + (digits.count - 1 - last)
        guard (0..<19).contains(zeros) else { return nil }
        let sign = text.hasPrefix("-") ? "-" : ""
        let significant = String(decoding: digits[...last], as: UTF8.self)
        return Int(sign + significant + String(repeating: "0", count: zeros))
    }

    /// The nearest `Double`; nil outside its range.
    public var doubleValue: Double? {
        guard let number = Double(text), number.isFinite else { return nil }
        return number
    }

    /// The decimal number, rounded to 38 digits; nil outside its range.
    public var decimalValue: Decimal? { Decimal(string: text) }

    /// Whether JSON can represent it.
    var isFinite: Bool { text.utf8.last?.isASCIIDigit == true }
}

extension JSONNumber: CustomStringConvertible, ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral {
    /// The digits.
    public var description: String { text }

    /// Makes a whole number.
    public init(integerLiteral value: Int64) { self.init(value) }

    /// Makes a number.
    public init(floatLiteral value: Double) { self.init(value) }
}

// Through decoders and encoders, which do not give access to the digits.
extension JSONNumber {
    init(from container: any SingleValueDecodingContainer) throws {
        if let number = try? container.decode(Int64.self) {
            self.init(number)
        } else {
            self = try Self.fraction(container)
        }
    }

    /// Decimal keeps more digits than Double, which has the larger range.
    private static func fraction(_ container: any SingleValueDecodingContainer) throws -> Self {
        let number = try container.decode(Double.self)
        if number >= 0x1p63, let whole = try? container.decode(UInt64.self) { return Self(whole) }
        let double = Self(number)
        guard let decimal = try? container.decode(Decimal.self), decimal != double.decimalValue else {
            return double
        }
        return Self(decimal)
    }

    func encode(to container: inout any SingleValueEncodingContainer) throws {
        if let number = Int64(text) { return try container.encode(number) }
        if let number = UInt64(text) { return try container.encode(number) }
        guard isFinite, let double = Double(text) else {
            throw EncodingError.invalidValue(
                text, .init(codingPath: container.codingPath, debugDescription: "JSON has no number \(text)"))
        }
        if let decimal = decimalValue, !decimal.isNaN, Self(double).decimalValue != decimal {
            return try container.encode(decimal)
        }
        try container.encode(double)
    }
}
