import Foundation
import TestSupport
import Testing

@testable import CurlewTransport

struct HTTPRequestPreparationTests {
    private func request(
        method: HTTPRequest.Method = .post, _ fields: HTTPFields = [:], body: RequestBody? = nil,
        timeouts: Timeouts = Timeouts()
    ) throws -> HTTPRequest {
        try HTTPRequest(method: method, url: "http://h/", fields: fields, body: body, timeouts: timeouts)
    }

    private func expectInvalid(
        _ request: HTTPRequest, mentioning text: String = "",
        sourceLocation: SourceLocation = #_sourceLocation
    ) {
        let error = #expect(throws: NetworkError.self, sourceLocation: sourceLocation) {
            try request.prepared()
        }
        #expect(error?.code == .invalidRequest, sourceLocation: sourceLocation)
        #expect(error?.description.contains(text) == true || text.isEmpty, sourceLocation: sourceLocation)
        #expect(error?.description.contains("s3cret") != true, sourceLocation: sourceLocation)
    }

    @Test(arguments: [
        "s3cret\r\nX-Injected: 2", "s3cret\n", "\r", "s3cret\u{0}", "\u{7F}", "\u{1}", "a\u{8}", "\r\n x",
    ])
    func refusesControlCharactersInAValue(value: String) throws {
        expectInvalid(try request(["X-A": value]), mentioning: "X-A")
        expectInvalid(try request([.userAgent: value]), mentioning: "User-Agent")
        expectInvalid(try request([.authorization: value]), mentioning: "Authorization")
        expectInvalid(try request(["X": "fine", "X-A": value, "Y": "fine"]), mentioning: "X-A")
    }

    @Test(arguments: ["X A", "X:A", "", "X\r\nY", "X\u{0}", "Xé", "(x)", "X\t", " X", "\"X\"", "X/Y", "{}"])
    func refusesANameThatIsNotAToken(name: String) throws {
        expectInvalid(try request([HTTPField.Name(name): "s3cret"]), mentioning: "name")
    }

    @Test(arguments: ["", "v", "a\tb", "é", "a, b;c=\"d\"", " x "])
    func takesOtherValues(value: String) throws {
        #expect(try request(["X-A": value]).prepared().fields["X-A"] == value)
    }

    @Test func refusesAHeadBeyondTheLimitAndNamesTheLargestField() throws {
        let own = try request(["X-A": ""]).target.url.utf8.count + "POST".utf8.count + "X-A".utf8.count + 8
        let largest = String(repeating: "s3cret", count: HTTPRequest.headLimit).prefix(
            HTTPRequest.headLimit - own)
        #expect(try request(["X-A": String(largest)]).prepared().fields.count == 1)
        expectInvalid(try request(["X-A": largest + "s"]), mentioning: "X-A")
        expectInvalid(try request(["X-A": String(largest), "X-B": "1"]), mentioning: "X-A")
    }

    @Test func aHeadOf64KiBDoesNotFitHTTP2() throws {
        let fits = { (size: Int) in
            try request(["X-A": String(repeating: "a", count: size)]).fitsHTTP2
        }
        #expect(try fits(64_900))
        #expect(try !fits(65_000))
        var fields = HTTPFields()
        for _ in 0..<4700 { fields.append(HTTPField(name: "A", value: "1")) }
        #expect(try !request(fields).fitsHTTP2)
    }

    @Test func refusesAURLBeyondTheLimit() throws {
        let path = String(repeating: "a", count: HTTPRequest.headLimit)
        let error = #expect(throws: NetworkError.self) { try HTTPRequest(url: "http://h/\(path)").prepared() }
        #expect(error?.code == .invalidRequest)
        #expect((error?.description.utf8.count).map { $0 < 1000 } == true)
        #expect(error?.message.contains("the URL alone 900009") == true)
    }

    @Test func namesTheURLWhereItIsTheLargestPartOfAHeadBeyondTheLimit() throws {
        let query = String(repeating: "s3cret", count: HTTPRequest.headLimit / 6)
        let request = try HTTPRequest(url: "http://h/?\(query)", fields: ["Accept-Encoding": "gzip"])
        expectInvalid(request, mentioning: "the URL alone")
    }

    @Test func takesBytesThatAreNotUTF8() throws {
        var fields = HTTPFields()
        fields.append(HTTPField(name: "X", bytes: [0x80, 0xFF]))
        #expect(try request(fields).prepared().fields == fields)
    }

    @Test(arguments: ["", "GE T", "GET\r\n", "G\u{0}", "GÉT", "GET/", "CONNECT"])
    func refusesAMethod(name: String) throws {
        expectInvalid(try request(method: HTTPRequest.Method(rawValue: name)))
    }

    @Test(arguments: ["GET", "get", "PURGE", "M-SEARCH", "X!#$%&'*+-.^_`|~"])
    func takesAnyTokenAsMethod(name: String) throws {
        #expect(try request(method: HTTPRequest.Method(rawValue: name)).prepared().method.rawValue == name)
    }

    @Test func refusesABodyOnTrace() throws {
        expectInvalid(try request(method: .trace, body: .data(Data())))
        #expect(throws: Never.self) { try request(method: .trace).prepared() }
    }

    @Test func refusesABodyWhoseContentTypeWouldInjectAField() throws {
        let body = RequestBody.data(Data(), contentType: "text/plain\r\nX-Injected: s3cret")
        expectInvalid(try request(body: body), mentioning: "Content-Type")
    }

    @Test func refusesAnEncoderWhoseContentTypeWouldInjectAField() throws {
        struct Rogue: BodyEncoder {
            let contentType = "a/b\r\nX-Injected: s3cret"
            func encode<Value: Encodable>(_ value: Value) throws -> Data { Data() }
        }
        expectInvalid(try request(body: .encoded(1, by: Rogue())), mentioning: "Content-Type")
    }

    @Test func setsTheBodysContentTypeIfThereIsNone() throws {
        let body = RequestBody.data(Data(), contentType: "text/csv")
        #expect(try request(body: body).prepared().fields == [.contentType: "text/csv"])
        #expect(try request(["content-type": "a/b"], body: body).prepared().fields[.contentType] == "a/b")
        #expect(try request(body: .data(Data())).prepared().fields.isEmpty)
        #expect(try request().prepared().fields.isEmpty)
    }

    @Test func encodesAValue() throws {
        let prepared = try request(body: .json(["a": 1])).prepared()
        #expect(prepared.body?.data == Data("{\"a\":1}".utf8))
        #expect(prepared.fields == [.contentType: "application/json"])
    }

    @Test func reportsAnEncoderThatFails() throws {
        let request = try request(body: .json(Double.infinity))
        let error = #expect(throws: NetworkError.self) { try request.prepared() }
        #expect(error?.code == .encodingFailed)
        #expect(error?.underlying is EncodingError)
    }

    // Framing (RFC 9112 §6.1, §6.2).

    @Test func takesOverAContentLengthThatSaysTheSame() throws {
        let prepared = try request([.contentLength: "3"], body: .data(Data("abc".utf8))).prepared()
        #expect(!prepared.fields.contains(.contentLength))
        #expect(prepared.body?.length == 3)
        #expect(try request([.contentLength: "0"]).prepared().fields.isEmpty)
        #expect(try request([.contentLength: "7"], body: .json(["a": 1])).prepared().body?.length == 7)
    }

    @Test func givesAStreamTheLengthThatTheCallerSet() throws {
        let chunks = AsyncStream<Data> { $0.finish() }
        let unknown = try request([.contentLength: "5"], body: .stream(chunks)).prepared()
        #expect(unknown.body?.length == 5)
        #expect(!unknown.fields.contains(.contentLength))
        #expect(unknown.fields[.contentType] == "application/octet-stream")
        #expect(
            try request([.contentLength: "5"], body: .stream(chunks, length: 5)).prepared().body?.length == 5)
        expectInvalid(try request([.contentLength: "5"], body: .stream(chunks, length: 6)))
    }

    @Test func checksTheLengthOfAFile() throws {
        try withTemporaryFile(Data("12345".utf8)) { path in
            #expect(throws: Never.self) {
                try request([.contentLength: "5"], body: .file(path)).prepared()
            }
            expectInvalid(try request([.contentLength: "6"], body: .file(path)))
        }
    }

    @Test(arguments: ["4", "", "-3", "+3", "3.0", "0x3", "3, 3", "3 3", "99999999999999999999", "three"])
    func refusesAContentLengthThatContradictsTheBody(text: String) throws {
        expectInvalid(try request([.contentLength: text], body: .data(Data("abc".utf8))))
        expectInvalid(try request([.contentLength: text]))
    }

    @Test func refusesTwoContentLengths() throws {
        let body = RequestBody.data(Data("abc".utf8))
        expectInvalid(try request([.contentLength: "3", .contentLength: "3"], body: body))
        expectInvalid(try request([.contentLength: "3", "content-length": "4"], body: body))
    }

    @Test func refusesTheTransportsOwnFields() throws {
        expectInvalid(try request([.transferEncoding: "chunked"]), mentioning: "Transfer-Encoding")
        expectInvalid(try request(["expect": "100-continue"]), mentioning: "Expect")
    }

    @Test func refusesTwoHosts() throws {
        expectInvalid(try request([.host: "a.test", "host": "b.test"]), mentioning: "Host")
    }

    @Test func refusesAStreamOfNegativeLength() throws {
        let chunks = AsyncStream<Data> { $0.finish() }
        expectInvalid(try request(body: .stream(chunks, length: -1)))
    }

    @Test(arguments: [Duration.zero, .seconds(-1), .nanoseconds(-1), .seconds(Int64.min)])
    func refusesTimeoutsThatAreNotPositive(limit: Duration) throws {
        expectInvalid(try request(timeouts: Timeouts(connect: limit)), mentioning: "connect")
        expectInvalid(try request(timeouts: Timeouts(head: limit)), mentioning: "head")
        expectInvalid(try request(timeouts: Timeouts(idle: limit)), mentioning: "idle")
        expectInvalid(try request(timeouts: Timeouts(total: limit)), mentioning: "total")
    }

    @Test(arguments: [Duration.microseconds(400), .seconds(1e18), .seconds(Int64.max), .nanoseconds(1)])
    func takesAnyPositiveTimeout(limit: Duration) throws {
        #expect(throws: Never.self) { try request(timeouts: .total(limit)).prepared() }
    }

    @Test func preparingTwiceChangesNothingMore() throws {
        let once = try request(["X": "1", .contentLength: "7"], body: .json(["a": 1])).prepared()
        let twice = try once.prepared()
        #expect(twice.fields == once.fields)
        #expect(twice.body?.data == once.body?.data)
    }
}
