/// The character classes of RFC 9110 and RFC 3986, on bytes.
extension UInt8 {
    package var asciiLowercased: UInt8 { self >= 0x41 && self <= 0x5A ? self | 0x20 : self }

    package var isASCIIDigit: Bool { self >= 0x30 && self <= 0x39 }

    package var isASCIILetter: Bool { asciiLowercased >= 0x61 && asciiLowercased <= 0x7A }

    /// RFC 9110 §5.6.2 `tchar`.
    package var isTokenCharacter: Bool {
        if isASCIIDigit || isASCIILetter { return true }
        switch self {
        case UInt8(ascii: "!"), UInt8(ascii: "#"), UInt8(ascii: "$"), UInt8(ascii: "%"), UInt8(ascii: "&"),
            UInt8(ascii: "'"), UInt8(ascii: "*"), UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "."),
            UInt8(ascii: "^"), UInt8(ascii: "_"), UInt8(ascii: "`"), UInt8(ascii: "|"), UInt8(ascii: "~"):
            return true
        default: return false
        }
    }

    /// RFC 3986 §2.3 `unreserved`.
    package var isUnreserved: Bool {
        isASCIIDigit || isASCIILetter || self == UInt8(ascii: "-") || self == UInt8(ascii: ".")
            || self == UInt8(ascii: "_") || self == UInt8(ascii: "~")
    }

    /// RFC 3986 §2.2 `sub-delims`.
    package var isSubDelimiter: Bool {
        switch self {
        case UInt8(ascii: "!"), UInt8(ascii: "$"), UInt8(ascii: "&"), UInt8(ascii: "'"), UInt8(ascii: "("),
            UInt8(ascii: ")"), UInt8(ascii: "*"), UInt8(ascii: "+"), UInt8(ascii: ","), UInt8(ascii: ";"),
            UInt8(ascii: "="):
            return true
        default: return false
        }
    }

    /// The value of a hexadecimal digit, nil for any other byte.
    package var hexDigitValue: UInt8? {
        if isASCIIDigit { return self - 0x30 }
        let letter = asciiLowercased
        return letter >= 0x61 && letter <= 0x66 ? letter - 0x61 + 10 : nil
    }

    /// RFC 9110 §5.5: what a field's value may contain, blanks included; no control character except the tab.
    package var isFieldContent: Bool { self >= 0x20 && self != 0x7F || self == 0x09 }

    /// RFC 9110 §5.6.3 `OWS`.
    package var isOptionalWhitespace: Bool { self == 0x20 || self == 0x09 }
}

extension Sequence<UInt8> {
    package func equalsIgnoringCase(_ other: some Sequence<UInt8>) -> Bool {
        elementsEqual(other) { $0.asciiLowercased == $1.asciiLowercased }
    }
}

extension BidirectionalCollection<UInt8> where SubSequence == Self {
    /// Without optional white space at both ends.
    package func trimmingOptionalWhitespace() -> Self {
        var rest = drop { $0.isOptionalWhitespace }
        while let last = rest.last, last.isOptionalWhitespace { rest = rest.dropLast() }
        return rest
    }
}
