import Testing

@testable import CurlewCLI

struct FileNameTests {
    @Test(arguments: [
        ("http://h/a/b.iso", "b.iso"), ("http://h/a/b.iso?x=/y#z/w", "b.iso"), ("http://h/b.iso#f", "b.iso"),
        ("http://h/Gr%C3%BC%C3%9Fe.txt", "Grüße.txt"), ("http://h/a%20b", "a b"), ("http://h/%ff", "%ff"),
        ("http://h/%zz", "%zz"), ("http://h", "download"), ("http://h/", "download"),
        ("http://h/a/", "download"),
        ("http://h/..", "download"), ("http://h/.bashrc", "bashrc"),
        ("http://h/%2e%2e%2fetc%2fpasswd", "passwd"),
        ("http://h/..%5c..%5cx.exe", "x.exe"), ("http://h/-rf", "rf"), ("http://h/a%00b", "ab"),
        ("http://h/%1b%5b2Jx", "[2Jx"), ("http://h/a%E2%80%AEtxt.exe", "atxt.exe"),
        ("http://h/%0a", "download"),
        ("http://h/a.curlew-part", "a.curlew-part_"), ("http://h/a.Curlew-Part.JSON", "a.Curlew-Part.JSON_"),
        ("http://h/a.curlew-part%0a", "a.curlew-part_"), ("http://h/a.curlew-part.txt", "a.curlew-part.txt"),
        ("http://h/a%2F%CC%81b", "\u{301}b"),
        ("http://h/%2F", "download"), ("h", "download"), ("", "download"),
    ]) func aURLGivesAnHarmlessName(url: String, name: String) {
        #expect(FileName.ofURL(url) == name)
    }

    @Test func aNameThatIsCutIsStillNoneOfAnUnfinishedDownload() {
        let name = String(repeating: "n", count: 188) + ".curlew-part"
        #expect(FileName.sanitized(name + "s") == name + "_")
    }

    @Test func aLongNameIsCutBetweenCharacters() {
        let name = FileName.sanitized(String(repeating: "é", count: 300))
        #expect(name == String(repeating: "é", count: 100))
    }

    @Test(arguments: [
        ("attachment; filename=a.txt", "a.txt"), ("attachment; filename=a.txt \t; x=y", "a.txt"),
        ("attachment; filename*=UTF-8''a%20 ", "a "), ("attachment; FileName = \"a b.txt\" ; x=y", "a b.txt"),
        (#"attachment; filename="a\"b\\c""#, #"a"b\c"#), ("attachment; filename=\"a;b\"; filename=c", "a;b"),
        ("attachment; filename=x; filename*=UTF-8''%e2%82%ac%20r", "€ r"),
        ("attachment; filename*=utf-8'de'a'b; filename=x", "a'b"),
        ("attachment; filename*=iso-8859-1''%e9; filename=x", "x"),
        ("attachment; filename*=UTF-8''%ff; filename=x", "x"),
        ("inline;;; filename=x", "x"), ("attachment; filename=\"never ended", "never ended"),
        ("attachment; filename=\"\\", "\\"), (#"attachment; filename="a\"b\x.txt""#, #"a"b\x.txt"#),
        // Without a type, or with one that is not separated.
        ("filename=set-1.7z", "set-1.7z"), ("filename=\"a b.7z\"; size=1", "a b.7z"),
        ("filename*=UTF-8''%e2%82%ac.7z", "€.7z"), (" FILENAME = x", "x"), (";filename=x", "x"),
        ("attachment filename=x", "x"), ("attachment; size=1; x; filename=y", "y"),
        // Other characters as quotes, and spaces without quotes.
        ("attachment; filename='a b.txt'", "a b.txt"), ("attachment; filename='a;b' ; x=y", "a;b"),
        ("attachment; filename='tis.txt", "'tis.txt"), ("attachment; filename=it's.txt", "it's.txt"),
        ("attachment; filename='a'b", "'a'b"), ("attachment; filename=a b.txt", "a b.txt"),
        // The extended form in any position.
        ("attachment; filename*=UTF-8''a; filename=b", "a"),
        ("attachment; filename=b; filename*=UTF-8''a", "a"),
        ("attachment; filename*=\"UTF-8''a%20b\"", "a b"), ("attachment; filename*=UTF-8''; filename=b", "b"),
        ("attachment; filename*=a; filename=b", "b"), ("attachment; filename*=UTF-8''%zz; filename=b", "b"),
        ("attachment; filename*=ISO-8859-1''caf%e9", "café"), ("attachment; filename=%41.txt", "%41.txt"),
    ]) func contentDispositionNamesAFile(value: String, name: String) {
        #expect(ContentDisposition(value).fileName == name)
    }

    @Test(arguments: [
        #""C:\dir\x.txt""#, #""C:\\dir\\x.txt""#, #""dir\x.txt""#, #""\\server\share\x.txt""#,
        #"C:\dir\x.txt"#, #"'C:\dir\x.txt'"#, #""C:/dir\x.txt""#, "\"x.txt\"",
    ]) func aPathOfWindowsNamesItsLastPart(value: String) {
        let name = ContentDisposition("attachment; filename=\(value)").fileName
        #expect(name.flatMap(FileName.sanitized) == "x.txt")
    }

    @Test(arguments: [
        "", "attachment", "attachment; ", "attachment; filename", ";=", "attachment; name=x", "name=x",
        "filename=", "filename=\"\"", "attachment; filename=''", "filename*=x", "filename*=utf-16''x",
        "xfilename=y",
    ])
    func contentDispositionWithoutANameNamesNone(value: String) {
        #expect(ContentDisposition(value).fileName == nil)
    }

    @Test(arguments: ["..", "/", ".", "-", "a/", "\u{202E}", " ", "\\"])
    func aNameWithoutUsableCharactersIsNil(name: String) {
        #expect(FileName.sanitized(name) == (name == "a/" ? "a" : nil))
    }

    @Test func contentDispositionCutAnywhereIsReadToItsEnd() {
        let value = #"attachment; filename="a \"b\" c"; filename*=UTF-8''%e2%82%ac"#
        for end in value.indices {
            let name = ContentDisposition(String(value[..<end])).fileName
            #expect(name.map { $0.count <= 7 } ?? true)
        }
    }
}
