import Foundation
import Testing

@testable import Curlew

struct CharsetTests {
    private func text(_ label: String, _ bytes: [UInt8]) throws -> String? {
        try #require(Charset(label: label)).text(of: Data(bytes))
    }

    @Test(
        arguments: [
            ("utf-8", [0x68, 0xC3, 0xA9], "hé"), ("us-ascii", [0x68], "h"),
            ("us-ascii", [0xC3, 0xA9], "é"), ("utf-8", [0xEF, 0xBB, 0xBF, 0x68], "h"), ("utf-8", [], ""),
            ("us-ascii", [0xEF, 0xBB, 0xBF], ""),
            ("utf-8", [0xEF, 0xBB, 0xBF, 0xEF, 0xBB, 0xBF], "\u{FEFF}"),
            ("utf-8", [0x68, 0xEF, 0xBB, 0xBF], "h\u{FEFF}"),
            ("iso-8859-1", [0xEF, 0xBB, 0xBF], "ï»¿"),
            ("utf-16le", [0x68, 0, 0x69, 0], "hi"), ("utf-16be", [0, 0x68, 0, 0x69], "hi"),
            ("utf-16", [0x68, 0], "h"), ("utf-16", [0xFF, 0xFE, 0x68, 0], "h"),
            ("utf-16", [0xFE, 0xFF, 0, 0x68], "h"), ("utf-16le", [0xFE, 0xFF, 0, 0x68], "h"),
            ("utf-16be", [0xFE, 0xFF, 0, 0x68], "h"), ("utf-16le", [0xFF, 0xFE, 0x68, 0], "h"),
            ("utf-16le", [0x3D, 0xD8, 0x00, 0xDE], "😀"),
            ("utf-32le", [0, 0xF6, 1, 0], "\u{1F600}"), ("utf-32be", [0, 1, 0xF6, 0], "\u{1F600}"),
            ("utf-32", [0, 0, 0xFE, 0xFF, 0, 0, 0, 0x68], "h"),
            ("iso-8859-1", [0x80, 0xE9], "\u{80}é"), ("windows-1252", [0x80, 0x9F, 0xE9, 0x81], "€Ÿé\u{81}"),
            ("utf-16le", [], ""), ("utf-32", [], ""),
        ] as [(String, [UInt8], String)])
    func reads(label: String, bytes: [UInt8], expected: String) throws {
        #expect(try text(label, bytes) == expected)
    }

    @Test(
        arguments: [
            ("utf-8", [0xE9]), ("utf-8", [0xEF, 0xBB]), ("us-ascii", [0xE9]), ("utf-16le", [0x68]),
            ("utf-16", [0x68, 0, 0x69]),
            ("utf-16le", [0x3D, 0xD8]), ("utf-16le", [0x00, 0xDE, 0x3D, 0xD8]), ("utf-32le", [0x68, 0, 0]),
            ("utf-32le", [0, 0xD8, 0, 0]), ("utf-32le", [0, 0, 0x11, 0]),
        ] as [(String, [UInt8])])
    func refusesBytesThatAreNoText(label: String, bytes: [UInt8]) throws {
        #expect(try text(label, bytes) == nil)
    }

    @Test(arguments: ["", "big5", "utf-7", "x-user-defined", "iso-8859-2", "macintosh", "utf-16 le"])
    func knowsNoOther(label: String) {
        #expect(Charset(label: label) == nil)
    }

    @Test func agreesWithFoundationOnEveryByte() throws {
        let bytes = (0...255).map { UInt8($0) }
        #expect(
            try text("windows-1252", bytes.filter { ![0x81, 0x8D, 0x8F, 0x90, 0x9D].contains($0) })
                == String(
                    bytes: bytes.filter { ![0x81, 0x8D, 0x8F, 0x90, 0x9D].contains($0) },
                    encoding: .windowsCP1252))
        #expect(try text("iso-8859-1", bytes) == String(bytes: bytes, encoding: .isoLatin1))
    }
}
