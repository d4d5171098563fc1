import Testing

@testable import Curlew

struct QueryTests {
    @Test func encodesEverythingButUnreservedCharacters() {
        let query: Query = [
            "sig": "a+b/c=", "phone": "+4930", "t": "x y&z=#é", "empty": "", "flag": nil,
        ]
        #expect(query.encoded == "sig=a%2Bb%2Fc%3D&phone=%2B4930&t=x%20y%26z%3D%23%C3%A9&empty=&flag")
    }

    @Test func keepsOrderAndRepeats() {
        let query: Query = ["b": 2, "a": 1, "b": 3]
        #expect(query.encoded == "b=2&a=1&b=3")
    }

    @Test func encodesNames() {
        #expect((["a[]": 1, "x y": nil, "é=": "&"] as Query).encoded == "a%5B%5D=1&x%20y&%C3%A9%3D=%26")
    }

    @Test func takesAnyValueThatHasAText() {
        #expect((["a": 1.5, "b": true, "c": Substring("s")] as Query).encoded == "a=1.5&b=true&c=s")
    }

    @Test func growsItemByItem() {
        var query = Query()
        #expect(query.encoded == "")
        query.append("a", "1")
        query.append("b", nil)
        #expect(query == ["a": "1", "b": nil])
    }

    @Test func isMadeOfItemsThatAreNotKnownBefore() {
        let items: [(String, String?)] = [("a", "1+1"), ("b", nil), ("a", "")]
        #expect(Query(items).encoded == "a=1%2B1&b&a=")
        #expect(Query([(String, String?)]()) == [:])
    }

    @Test func appendsAnotherQuery() {
        var query: Query = ["a": 1]
        query.append(contentsOf: [:])
        query.append(contentsOf: ["b": nil, "c": 2])
        #expect(query.encoded == "a=1&b&c=2")
        var empty = Query()
        empty.append(contentsOf: query)
        #expect(empty == query)
    }

    @Test func textsHideValues() {
        let query: Query = ["token": "s3cret", "flag": nil]
        #expect("\(query)" == "token=<redacted>&flag")
        #expect(!String(reflecting: query).contains("s3cret"))
    }
}
