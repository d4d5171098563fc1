import Testing

@testable import CurlewTransport

struct HTTPRequestMethodTests {
    @Test(arguments: ["GET", "HEAD", "PUT", "DELETE", "OPTIONS", "TRACE"])
    func knowsIdempotentMethods(name: String) {
        #expect(HTTPRequest.Method(rawValue: name).isIdempotent)
    }

    @Test(arguments: ["POST", "PATCH", "CONNECT", "get", "PURGE", ""])
    func treatsOtherMethodsAsNotIdempotent(name: String) {
        #expect(!HTTPRequest.Method(rawValue: name).isIdempotent)
    }

    @Test func isCaseSensitive() {
        #expect(HTTPRequest.Method("get") != .get)
        #expect("\(HTTPRequest.Method.patch)" == "PATCH")
    }

    @Test func anticipatesABodyOfThreeMethods() {
        #expect(HTTPRequest.Method.post.anticipatesBody)
        #expect(HTTPRequest.Method.put.anticipatesBody)
        #expect(HTTPRequest.Method.patch.anticipatesBody)
        #expect(!HTTPRequest.Method.get.anticipatesBody)
        #expect(!HTTPRequest.Method.delete.anticipatesBody)
    }
}
