import Testing

@testable import CurlewTransport

struct HTTPFieldTests {
    @Test func sendsTextAsUTF8() {
        #expect(HTTPField(name: "X", value: "é").bytes == [0xC3, 0xA9])
        var field = HTTPField(name: "X", value: "")
        field.value = "ü"
        #expect(field.bytes == [0xC3, 0xBC])
    }

    @Test(arguments: [
        ("Location", "/a?token=1#b", "/a?<redacted>"), ("Location", "/a#access_token=1", "/a#<redacted>"),
        ("content-location", "https://u:p@h:1/a", "https://<redacted>@h:1/a"),
        ("Refresh", "5; url=//u@h/?t=1", "5; url=//<redacted>@h/?<redacted>"),
        ("Referer", "https://h/a@b", "https://h/a@b"),
        ("Location", "https://a@b@h?c", "https://<redacted>@h?<redacted>"),
        (
            "Link", "</?c=1>; rel=next, <https://u@h/#x>; rel=last",
            "</?<redacted>>; rel=next, <https://<redacted>@h/#<redacted>>; rel=last"
        ),
        ("Server", "what?", "what?"),
    ])
    func redactsWhatMayBeASecretInAURL(name: String, value: String, shown: String) {
        let field = HTTPField(name: HTTPField.Name(name), value: value)
        #expect("\(field)" == "\(name): \(shown)")
        let fields: HTTPFields = [HTTPField.Name(name): value]
        #expect(fields.redacted[HTTPField.Name(name)] == shown)
        #expect(field.value == value)
    }

    @Test func redactsByNameAndByMark() {
        #expect(HTTPField(name: "set-cookie", value: "a=1").description == "set-cookie: <redacted>")
        #expect(HTTPField(name: "X", value: "1", isSensitive: true).description == "X: <redacted>")
        #expect(HTTPField(name: "X", value: "1").description == "X: 1")
        #expect(HTTPField(name: "X", value: "1").debugDescription == "X: 1")
    }
}

struct HTTPFieldNameTests {
    @Test func comparesWithoutCaseAndHashesAlike() {
        let names: Set<HTTPField.Name> = ["Content-Type", "content-type", "CONTENT-TYPE", "Content-Typ"]
        #expect(names.count == 2)
        #expect(HTTPField.Name("ETag") == .eTag)
        #expect(HTTPField.Name("É") != HTTPField.Name("é"))
    }

    @Test func hasTheNamesInUse() {
        let names: [HTTPField.Name] = [
            .ifNoneMatch, .ifMatch, .cacheControl, .contentDisposition, .vary, .origin, .referer, .allow,
            .acceptLanguage, .te, .traceparent, .eTag, .wwwAuthenticate,
        ]
        #expect(
            names.map(\.rawName) == [
                "If-None-Match", "If-Match", "Cache-Control", "Content-Disposition", "Vary", "Origin",
                "Referer",
                "Allow", "Accept-Language", "TE", "traceparent", "ETag", "WWW-Authenticate",
            ])
    }

    @Test func foldsOnlyLetters() {
        #expect(HTTPField.Name("@") != HTTPField.Name("`"))
        #expect(HTTPField.Name("[") != HTTPField.Name("{"))
    }

    @Test func keepsItsSpelling() {
        #expect(HTTPField.Name("eTAG").rawName == "eTAG")
        #expect(HTTPField.Name("eTAG").canonicalName == "etag")
        #expect("\(HTTPField.Name("eTAG"))" == "eTAG")
    }

    @Test(arguments: [
        "authorization", "Proxy-Authorization", "COOKIE", "Set-Cookie", "x-api-key", "Private-Token",
        "x-amz-security-token",
    ])
    func knowsTheNamesThatCarrySecrets(name: String) {
        #expect(HTTPField.Name(name).carriesSecret)
    }

    @Test func doesNotHideOrdinaryNames() {
        #expect(!HTTPField.Name.accept.carriesSecret)
        #expect(!HTTPField.Name.contentType.carriesSecret)
    }
}
