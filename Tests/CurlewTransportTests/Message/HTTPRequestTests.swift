import Foundation
import Testing

@testable import CurlewTransport

struct HTTPRequestTests {
    @Test func takesAURLAsTextOrURL() throws {
        let url = try #require(URL(string: "https://h:1/a?b"))
        let request = try HTTPRequest(method: .put, url: url)
        #expect(request.target == (try HTTPRequest(url: "https://h:1/a?b").target))
        #expect(request.scheme == "https")
        #expect(request.authority == "h:1")
        #expect(request.path == "/a?b")
        #expect(request.url == url)
        #expect(request.method == .put)
    }

    @Test func refusesAURLWithoutAHost() throws {
        let url = try #require(URL(string: "/path"))
        let error = #expect(throws: NetworkError.self) { try HTTPRequest(url: url) }
        #expect(error?.code == .invalidURL)
    }

    @Test func isBareByDefault() throws {
        let request = try HTTPRequest(url: "http://h/")
        #expect(request.method == .get)
        #expect(request.body == nil)
        #expect(request.options.decoding == .raw)
        #expect(request.options.delivery == .collected)
        #expect(request.options.httpVersion == .automatic)
        #expect(!request.options.expectContinue)
        #expect(request.timeouts == Timeouts())
    }

    @Test(arguments: ["http://ada:s3cret@h/", "s3cret\u{1B}[2J", ""])
    func textsHideAnInvalidMethod(method: String) throws {
        let request = try HTTPRequest(method: HTTPRequest.Method(rawValue: method), url: "http://h/")
        #expect("\(request)" == "<not a method> http://h/")
    }

    @Test func textsHideFieldsQueryAndBody() throws {
        let request = try HTTPRequest(
            method: .post, url: "http://h/a?s3cret", fields: ["X": "s3cret"], body: .data(Data("s3cret".utf8))
        )
        #expect("\(request)" == "POST http://h/a?<redacted>")
        #expect(String(reflecting: request) == "POST http://h/a?<redacted>")
    }
}
