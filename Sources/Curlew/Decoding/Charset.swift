#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The meaning of a charset parameter: the charsets that FoundationEssentials knows, and windows-1252.
///
/// Foundation's own functions accept truncated UTF-16, know UTF-32 only with a byte order mark, and misread
/// macintosh.
enum Charset: Equatable {
    case utf8
    case ascii
    /// Nil if only a byte order mark can name the order.
    case utf16(ByteOrder?)
    case utf32(ByteOrder?)
    case iso8859_1
    case windows1252

    enum ByteOrder: Equatable {
        case bigEndian
        case littleEndian
    }

    /// Returns nil for an unknown charset; the label must be in lower case.
    init?(label: String) {
        switch label {
        case "utf-8", "utf8": self = .utf8
        case "us-ascii", "ascii": self = .ascii
        case "utf-16", "utf16": self = .utf16(nil)
        case "utf-16le", "utf16le": self = .utf16(.littleEndian)
        case "utf-16be", "utf16be": self = .utf16(.bigEndian)
        case "utf-32", "utf32": self = .utf32(nil)
        case "utf-32le", "utf32le": self = .utf32(.littleEndian)
        case "utf-32be", "utf32be": self = .utf32(.bigEndian)
        case "iso-8859-1", "iso8859-1", "iso_8859-1", "latin1", "l1": self = .iso8859_1
        case "windows-1252", "cp1252", "x-cp1252": self = .windows1252
        default: return nil
        }
    }

    /// The name in messages.
    var name: String {
        switch self {
        case .utf8: "UTF-8"
        case .ascii: "US-ASCII"
        case .utf16: "UTF-16"
        case .utf32: "UTF-32"
        case .iso8859_1: "ISO-8859-1"
        case .windows1252: "windows-1252"
        }
    }

    /// Decodes bytes; nil if they are not text of this charset.
    func text(of bytes: Data) -> String? {
        switch self {
        // Every ASCII text is UTF-8, and text labelled ASCII is often UTF-8.
        case .utf8, .ascii: Self.utf8Text(of: bytes)
        case .utf16(let order): Self.text(of: bytes, in: UTF16.self, order)
        case .utf32(let order): Self.text(of: bytes, in: UTF32.self, order)
        case .iso8859_1: Self.text(of: bytes) { Unicode.Scalar($0) }
        case .windows1252: Self.text(of: bytes, by: Self.windowsScalar)
        }
    }

    private static func utf8Text(of bytes: Data) -> String? {
        let mark = "\u{FEFF}".utf8
        let text = bytes.starts(with: mark) ? bytes.dropFirst(mark.count) : bytes
        return String(validating: text, as: UTF8.self)
    }

    private static func text(of bytes: Data, by scalar: (UInt8) -> Unicode.Scalar) -> String {
        String(String.UnicodeScalarView(bytes.lazy.map(scalar)))
    }

    private static func text<Encoding: Unicode.Encoding>(
        of bytes: Data, in encoding: Encoding.Type, _ order: ByteOrder?
    ) -> String? where Encoding.CodeUnit: FixedWidthInteger {
        typealias Unit = Encoding.CodeUnit
        let (width, octets) = (Unit.bitWidth / 8, Array(bytes))
        guard octets.count.isMultiple(of: width) else { return nil }
        let units = stride(from: 0, to: octets.count, by: width).map { start in
            (start..<start + width).reduce(Unit.zero) { $0 << 8 | Unit(truncatingIfNeeded: octets[$1]) }
        }
        // A byte order mark that reads swapped means that all units are; it overrides the charset's name.
        let mark: Unit = 0xFEFF
        let isSwapped =
            units.first == mark.byteSwapped || units.first != mark && order != .bigEndian
        let ordered = isSwapped ? units.map(\.byteSwapped) : units
        return String(validating: ordered.first == mark ? ordered.dropFirst() : ordered[...], as: encoding)
    }

    /// WHATWG Encoding, index windows-1252: ISO-8859-1 except for 0x80 to 0x9F.
    private static func windowsScalar(_ byte: UInt8) -> Unicode.Scalar {
        guard (0x80...0x9F).contains(byte) else { return Unicode.Scalar(byte) }
        return windowsScalars[Int(byte) - 0x80]
    }

    private static let windowsScalars: [Unicode.Scalar] = [
        "\u{20AC}", "\u{81}", "\u{201A}", "\u{0192}", "\u{201E}", "\u{2026}", "\u{2020}", "\u{2021}",
        "\u{02C6}", "\u{2030}", "\u{0160}", "\u{2039}", "\u{0152}", "\u{8D}", "\u{017D}", "\u{8F}",
        "\u{90}", "\u{2018}", "\u{2019}", "\u{201C}", "\u{201D}", "\u{2022}", "\u{2013}", "\u{2014}",
        "\u{02DC}", "\u{2122}", "\u{0161}", "\u{203A}", "\u{0153}", "\u{9D}", "\u{017E}", "\u{0178}",
    ]
}
