import Testing

@testable import Curlew

struct URLPathTests {
    private func problem(_ path: URLPath, sourceLocation: SourceLocation = #_sourceLocation) -> String {
        let error = #expect(throws: NetworkError.self, sourceLocation: sourceLocation) { try path.checked() }
        #expect(error?.code == .invalidURL, sourceLocation: sourceLocation)
        return error?.message ?? ""
    }

    @Test(arguments: [
        ("ada", "ada"), ("a/b", "a%2Fb"), ("../admin", "..%2Fadmin"), ("a?b#c", "a%3Fb%23c"),
        ("%2e%2e", "%252e%252e"), ("%2F", "%252F"), ("é", "%C3%A9"), ("a b+c", "a%20b%2Bc"),
        ("a\r\nb", "a%0D%0Ab"), ("\u{0}", "%00"), ("\\", "%5C"), ("...", "..."), (".a", ".a"),
        ("a;b=c", "a%3Bb%3Dc"),
        ("x:y@z", "x%3Ay%40z"), ("\u{301}", "%CC%81"),
    ])
    func aValueIsOneSegmentAndCannotChangeThePath(value: String, segment: String) throws {
        let path: URLPath = "/users/\(value)/repos"
        #expect(try path.checked() == "/users/\(segment)/repos")
    }

    @Test func aPathThatIsEncodedAlreadyShowsInNoName() {
        let name = Endpoint<Void>.get(URLPath(encoded: "/f/4711?sig=SECRET")).description
        #expect(name == "GET {}")
        #expect(Endpoint<Void>.get("/f/\(4711)").description == "GET /f/{}")
    }

    @Test(arguments: ["", ".", ".."])
    func refusesAValueThatIsNotASegment(value: String) {
        #expect(problem("/users/\(value)").contains("value"))
        #expect(problem("/users/\(value)/repos").contains("value"))
        #expect(problem("\(value)").contains("value"))
        #expect(problem("/users/x\(value)y").contains("value"))
    }

    @Test func refusesAValueThatCompletesADotSegment() throws {
        let (one, two) = (".", "%2e")
        #expect(problem("/a/.\(one)").contains("."))
        #expect(problem("/a/%2E\(one)/b").contains("."))
        #expect(problem("/a/%2e%2e/\("x")").contains("."))
        #expect(try ("/a/.\(two)" as URLPath).checked() == "/a/.%252e")
        #expect(try ("/a/x.\("x.")" as URLPath).checked() == "/a/x.x.")
        #expect(try ("/a/.\("well-known")" as URLPath).checked() == "/a/.well-known")
    }

    @Test(arguments: [
        ("src/a b.swift", "src/a%20b.swift"), ("a", "a"), ("a?b/c#d", "a%3Fb/c%23d"),
        ("%2F/é", "%252F/%C3%A9"),
        ("...", "..."), ("\u{301}a/\u{301}b", "%CC%81a/%CC%81b"),
    ])
    func aValueCanBeSeveralSegments(value: String, segments: String) throws {
        let path: URLPath = "/contents/\(segments: value)/raw"
        #expect(try path.checked() == "/contents/\(segments)/raw")
        #expect(path.template == "/contents/{}/raw")
    }

    @Test(arguments: ["", "/", "/a", "a/", "a//b", ".", "..", "a/..", "../a", "a/./b"])
    func refusesASegmentThatIsEmptyOrDots(value: String) {
        #expect(problem("/contents/\(segments: value)").contains("value"))
    }

    @Test func printsWhatIsSent() {
        let value = "s3cret"
        #expect("\("/users/\("a b")/x" as URLPath)" == "/users/a%20b/x")
        #expect("\("/users/\(value)?x" as URLPath)" == "/users/{}?x")
        #expect("\(URLPath(encoded: "/f?sig=\(value)"))" == "{}")
    }

    @Test func takesEveryQueryValue() throws {
        #expect(try ("/a/\(1)/\(-2.5)/\(true)/\(Substring("s"))" as URLPath).checked() == "/a/1/-2.5/true/s")
    }

    @Test(arguments: [
        ("/a/%41%2f", "/a/%41%2f"), ("/a b", "/a%20b"), ("/café", "/caf%C3%A9"), ("/a;b=c,d", "/a;b=c,d"),
        ("/sub:path@x", "/sub:path@x"), ("", ""), ("/", "/"), ("/a/../b", "/a/../b"),
        (
            "/<>\"{}|\\^`",
            "/%3C%3E%22%7B%7D%7C%5C%5E%60"
        ),
    ])
    func repairsALiteral(literal: String, encoded: String) throws {
        #expect(try URLPath(encoded: literal).checked() == encoded)
        #expect(try URLPath(stringLiteral: literal).checked() == encoded)
    }

    @Test(arguments: [
        "/a?b", "/a#b", "?", "#", "/%", "/%zz", "/%4", "/\r\n", "/\u{0}", "/\u{7F}", "/?\u{301}",
    ])
    func refusesALiteral(literal: String) {
        #expect(problem(URLPath(encoded: literal)).contains("path"))
    }

    @Test func aBrokenEscapeCannotBeCompletedByAValue() {
        #expect(problem("/a%\("41")").contains("%"))
        #expect(problem("/a%4\("1")").contains("%"))
    }

    @Test func theTemplateIsTheSameForEveryValue() {
        #expect(("/users/\("ada")/repos/\(1)" as URLPath).template == "/users/{}/repos/{}")
        #expect(("/users" as URLPath).template == "/users")
    }

    @Test func doesNotPrintTheValueInItsError() {
        #expect(!problem("/a?\("s3cret")").contains("s3cret"))
    }
}
