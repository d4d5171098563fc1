import Testing

@testable import CurlewProbe

struct ProbeInputTests {
    @Test(arguments: [
        ("http://a/", "http://a/"), ("  http://a/ \r", "http://a/"), ("http://a/#b", "http://a/#b"),
        ("", nil), (" \t", nil), ("# http://a/", nil), ("  #x", nil),
    ])
    func aLineIsAURLOrNothing(line: String, url: String?) {
        #expect(Input.url(in: line) == url)
    }

    @Test(arguments: [
        ("http://a/b?c@d", "http://a/b?c@d"), ("http://u:p@a/", "http://<redacted>@a/"),
        ("http://u:p@q@a", "http://<redacted>@a"), ("u:p@a", "<redacted>@a"), ("", ""),
    ])
    func aURLIsShownWithoutItsPassword(url: String, shown: String) {
        #expect(Report.Line.redacted(url) == shown)
    }
}
