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
        ("http://a/b?s3cret@d", "http://a/b?<redacted>"), ("http://u:s3cret@a/", "http://<redacted>@a/"),
        ("http://u:s3cret@a/b?s3cret", "http://<redacted>@a/b?<redacted>"),
        ("http://u:s3cret@q@a", "http://<redacted>@a/"), ("u:s3cret@a", "<redacted>@a"),
        ("http:/u:s3cret@a:x/?s3cret#s3cret", "<redacted>@a:x/?<redacted>"), ("http://a/b", "http://a/b"),
        ("ftp://a/#s3cret", "ftp://a/?<redacted>"), ("a\u{1B}[2Jb\u{0}", "a\\u{1b}[2Jb\\u{0}"), ("", ""),
    ])
    func aURLIsShownWithoutSecretsAndControlCharacters(url: String, shown: String) {
        #expect(RedactedURL.text(of: url) == shown)
    }
}
