import Testing

@testable import CurlewTransport

/// Every byte against the grammars.
struct ASCIITests {
    private static let letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
    private static let digits = "0123456789"

    private func expect(_ property: (UInt8) -> Bool, toHoldFor characters: String) {
        let members = Set(characters.utf8)
        for byte in UInt8.min...UInt8.max { #expect(property(byte) == members.contains(byte), "\(byte)") }
    }

    @Test func knowsTheClasses() {
        expect(\.isASCIILetter, toHoldFor: Self.letters)
        expect(\.isASCIIDigit, toHoldFor: Self.digits)
        expect(\.isTokenCharacter, toHoldFor: Self.letters + Self.digits + "!#$%&'*+-.^_`|~")
        expect(\.isUnreserved, toHoldFor: Self.letters + Self.digits + "-._~")
        expect(\.isSubDelimiter, toHoldFor: "!$&'()*+,;=")
        expect(\.isOptionalWhitespace, toHoldFor: " \t")
        expect({ $0.hexDigitValue != nil }, toHoldFor: Self.digits + "abcdefABCDEF")
    }

    @Test func aFieldHoldsNoControlCharacterExceptTab() {
        let refused = (UInt8.min...UInt8.max).filter { !$0.isFieldContent }
        #expect(refused == Array(0...8) + Array(10...31) + [127])
    }

    @Test func readsHexadecimalDigits() {
        #expect(Array("09afAF".utf8).map(\.hexDigitValue) == [0, 9, 10, 15, 10, 15])
    }

    @Test func lowersOnlyLetters() {
        for byte in UInt8.min...UInt8.max {
            let expected = (0x41...0x5A).contains(byte) ? byte + 32 : byte
            #expect(byte.asciiLowercased == expected)
        }
    }

    @Test(arguments: [("", ""), (" ", ""), ("\t a b \t", "a b"), ("a", "a"), ("\u{A0}a", "\u{A0}a")])
    func trims(text: String, trimmed: String) {
        #expect(Array(text.utf8)[...].trimmingOptionalWhitespace().elementsEqual(trimmed.utf8))
    }
}
