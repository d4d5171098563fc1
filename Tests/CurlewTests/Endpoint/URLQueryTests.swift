import Foundation
import Testing

@testable import Curlew

struct URLQueryTests {
    @Test func encodesEverythingButUnreservedCharacters() {
        let query: URLQuery = [
            "sig": "a+b/c=", "phone": "+4930", "t": "x y&z=#é", "empty": "", "flag": .flag,
        ]
        #expect(query.encoded == "sig=a%2Bb%2Fc%3D&phone=%2B4930&t=x%20y%26z%3D%23%C3%A9&empty=&flag")
    }

    @Test func keepsOrderAndRepeats() {
        let query: URLQuery = ["b": 2, "a": 1, "b": 3]
        #expect(query.encoded == "b=2&a=1&b=3")
    }

    @Test func encodesNames() {
        #expect((["a[]": 1, "x y": .flag, "é=": "&"] as URLQuery).encoded == "a%5B%5D=1&x%20y&%C3%A9%3D=%26")
    }

    private enum State: String, QueryValue { case open = "OPEN" }

    @Test func takesEveryQueryValue() {
        let query: URLQuery = ["a": 1.5, "b": true, "c": Substring("s"), "d": State.open, "e": Optional(3)]
        #expect(query.encoded == "a=1.5&b=true&c=s&d=OPEN&e=3")
    }

    @Test func omitsANilValue() {
        let (limit, state): (Int?, State?) = (nil, nil)
        let query: URLQuery = ["a": nil, "limit": limit, "q": "x", "state": state]
        #expect(query.encoded == "q=x")
    }

    @Test func growsItemByItem() {
        var query = URLQuery()
        #expect(query.encoded == "")
        query.append("a", "1")
        query.append("b", nil)
        query.append("c", .flag)
        #expect(query.encoded == "a=1&c")
        #expect(query == ["a": "1", "c": .flag])
    }

    @Test func isMadeOfItemsThatAreNotKnownBefore() {
        let items: [(String, String?)] = [("a", "1+1"), ("b", nil), ("a", "")]
        #expect(URLQuery(items).encoded == "a=1%2B1&a=")
        #expect(URLQuery([(String, String?)]()) == [:])
    }

    @Test func isMadeOfADictionarySortedByName() {
        let texts: [String: String] = ["b": "2", "a": "1+1", "c": ""]
        #expect(URLQuery(texts).encoded == "a=1%2B1&b=2&c=")
        let optionals: [String: String?] = ["b": nil, "a": "1"]
        #expect(URLQuery(optionals).encoded == "a=1")
        let numbers: [String: Int] = ["b": 2, "a": 1]
        #expect(URLQuery(numbers).encoded == "a=1&b=2")
        let values: [String: any QueryValue] = ["b": true, "a": 1.5]
        #expect(URLQuery(values).encoded == "a=1.5&b=true")
    }

    @Test func isMadeOfPairsOfAnyValue() {
        let texts: [(String, String)] = [("b", "2"), ("a", "1")]
        #expect(URLQuery(texts).encoded == "b=2&a=1")
        let numbers: [(String, Int?)] = [("b", 2), ("a", nil)]
        #expect(URLQuery(numbers).encoded == "b=2")
        #expect(URLQuery([("b", true), ("a", false)]).encoded == "b=true&a=false")
    }

    @Test func aLiteralInParenthesesKeepsOrderAndRepeats() {
        #expect(URLQuery(["b": 2, "a": nil, "b": 1, "c": .flag]).encoded == "b=2&b=1&c")
    }

    private enum Stock: Encodable { case any }

    @Test func theErrorOfAValueSaysWhy() {
        let error = #expect(throws: NetworkError.self) {
            try URLQuery(encoding: ["s3cret": Stock.any]).checked()
        }
        #expect(
            error?.message
                == "the query's value could not be encoded (a case of an enumeration has no raw value)")
    }

    @Test func appendsAnotherQuery() {
        var query: URLQuery = ["a": 1]
        query.append(contentsOf: [:])
        query.append(contentsOf: ["b": .flag, "c": 2])
        #expect(query.encoded == "a=1&b&c=2")
        var empty = URLQuery()
        empty.append(contentsOf: query)
        #expect(empty == query)
    }

    private struct Filter: Encodable {
        var state: String? = "open"
        var since: Date?
        var perPage = 20
        var labels = ["bug", "a&b"]
    }

    @Test func encodesTheMembersOfAValue() throws {
        let query = URLQuery(encoding: Filter(), style: FormStyle(keys: .snakeCase, arrays: .brackets))
        #expect(try query.checked() == "state=open&per_page=20&labels%5B%5D=bug&labels%5B%5D=a%26b")
        var longer = URLQuery(encoding: Filter(labels: []))
        longer.append("x", 1)
        #expect(try longer.checked() == "state=open&perPage=20&x=1")
    }

    @Test func aValueThatCannotBeEncodedFailsTheSend() {
        var query: URLQuery = ["a": 1]
        query.append(contentsOf: URLQuery(encoding: ["size": ["width": Double.nan]]))
        let error = #expect(throws: NetworkError.self) { try query.checked() }
        #expect(error?.code == .encodingFailed)
        guard case .invalidValue(_, let context)? = error?.underlying as? EncodingError else {
            Issue.record("not an EncodingError: \(String(describing: error?.underlying))")
            return
        }
        #expect(context.codingPath.map(\.stringValue) == ["size", "width"])
        #expect(query != ["a": 1])
    }

    @Test func textsHideValues() {
        let query: URLQuery = ["token": "s3cret", "flag": .flag]
        #expect("\(query)" == "token=<redacted>&flag")
        #expect(!String(reflecting: query).contains("s3cret"))
    }
}
