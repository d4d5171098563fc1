import Testing

@testable import Curlew

struct HTTPFieldTests {
    @Test func sendsTextAsUTF8() {
        #expect(HTTPField(name: "X", value: "é").bytes == [0xC3, 0xA9])
        var field = HTTPField(name: "X", value: "")
        field.value = "ü"
        #expect(field.bytes == [0xC3, 0xBC])
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

    @Test func foldsOnlyLetters() {
        #expect(HTTPField.Name("@") != HTTPField.Name("`"))
        #expect(HTTPField.Name("[") != HTTPField.Name("{"))
    }

    @Test func keepsItsSpelling() {
        #expect(HTTPField.Name("eTAG").rawName == "eTAG")
        #expect(HTTPField.Name("eTAG").canonicalName == "etag")
        #expect("\(HTTPField.Name("eTAG"))" == "eTAG")
    }

    @Test(arguments: ["authorization", "Proxy-Authorization", "COOKIE", "Set-Cookie", "x-api-key"])
    func knowsTheNamesThatCarrySecrets(name: String) {
        #expect(HTTPField.Name(name).carriesSecret)
    }

    @Test func doesNotHideOrdinaryNames() {
        #expect(!HTTPField.Name.accept.carriesSecret)
        #expect(!HTTPField.Name.contentType.carriesSecret)
    }
}
