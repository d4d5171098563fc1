import Testing

@testable import Curlew

struct HTTPRequestTargetQueryTests {
    @Test(arguments: [
        ("/a", "/a?page=2"), ("/a?", "/a?page=2"), ("/a?page=1", "/a?page=2"),
        ("/a?x=1&page=1&y", "/a?x=1&y&page=2"),
        ("/a?page&page=3&pages=1", "/a?pages=1&page=2"), ("/a?x=?page=1", "/a?x=?page=1&page=2"),
    ])
    func takesThePlaceOfTheItemOfThatName(path: String, expected: String) throws {
        let target = try HTTPRequest.Target("http://example.com\(path)")
        #expect(target.settingQuery("page", to: "2").path == expected)
    }

    @Test(arguments: ["$skip", "%24skip", "%24s%6Bip"])
    func anItemIsFoundInAnySpelling(name: String) throws {
        let target = try HTTPRequest.Target("http://example.com/?\(name)=0&x=%25")
        #expect(target.settingQuery("$skip", to: "2").path == "/?x=%25&%24skip=2")
    }

    @Test func encodesNameAndValue() throws {
        let target = try HTTPRequest.Target("http://example.com/?a%20b=1")
        #expect(target.settingQuery("a b", to: "+&é").path == "/?a%20b=%2B%26%C3%A9")
    }
}
