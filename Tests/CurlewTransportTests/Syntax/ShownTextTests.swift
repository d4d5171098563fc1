import Testing

@testable import CurlewTransport

struct ShownTextTests {
    @Test(arguments: [
        "\u{0}", "\n", "\r", "\u{1B}", "\u{7F}", "\u{85}", "\u{9B}", "\u{2028}", "\u{2029}", "\u{61C}",
        "\u{200E}", "\u{200F}", "\u{202A}", "\u{202B}", "\u{202C}", "\u{202D}", "\u{202E}", "\u{2066}",
        "\u{2067}",
        "\u{2068}", "\u{2069}", "\u{200B}", "\u{2060}", "\u{FEFF}", "\u{AD}", "\u{E0041}", "\u{FFF9}",
    ])
    func aScalarThatChangesTheDisplayBecomesASpace(scalar: Unicode.Scalar) {
        #expect("a\(scalar)b".singleLine == "a b")
    }

    @Test(arguments: ["", "plain ~", "é", "שלום", "مي\u{200C}خواهم", "👩\u{200D}💻", "e\u{301}", "日本"])
    func otherTextIsUnchanged(text: String) {
        #expect(Array(text.singleLine.unicodeScalars) == Array(text.unicodeScalars))
    }

    @Test func anErrorIsShownInOneLine() {
        let error = NetworkError(.other, "cannot open a\nb\u{202E}c")
        #expect("\(error)" == "other: cannot open a b c")
        #expect(error.message == "cannot open a\nb\u{202E}c")
    }

    @Test func aReasonPhraseHasNone() {
        let status = HTTPResponse.Status(code: 404, reasonPhrase: "N\u{202E}ot\u{9B} F\u{200B}ound é")
        #expect(status.reasonPhrase == "Not Found é")
    }
}
