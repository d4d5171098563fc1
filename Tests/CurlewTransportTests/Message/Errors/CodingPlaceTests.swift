import Foundation
import Testing

@testable import CurlewTransport

struct CodingPlaceTests {
    private struct Page: Codable {
        struct User: Codable { var id: Int, name: String }
        struct Item: Codable { var user: User }
        var items: [Item]
    }

    private func suffix(_ text: String) -> String {
        do {
            _ = try JSONDecoder().decode(Page.self, from: Data(text.utf8))
            return "decoded"
        } catch {
            return CodingPlace.suffix(of: error)
        }
    }

    private static let first = #"{"user":{"id":1,"name":"Ada"}}"#

    @Test(arguments: [
        (#"{"items":[\#(first),{"user":{"name":"Bob"}}]}"#, " (no value for items[1].user.id)"),
        (
            #"{"items":[\#(first),{"user":{"id":2,"name":null}}]}"#,
            " (null at items[1].user.name, expected String)"
        ),
        (#"{"items":[{"user":{"id":"s3cret","name":"Ada"}}]}"#, " (expected Int at items[0].user.id)"),
        (#"{"items":[{"user":{"id":1.5,"name":"Ada"}}]}"#, " (invalid data)"),
        ("{}", " (no value for items)"),
        ("[", " (invalid data)"), ("[]", " (expected Dictionary<String, Any> at the top level)"),
    ])
    func namesWhatIsWrongAndWhere(text: String, suffix: String) {
        #expect(self.suffix(text) == suffix)
    }

    @Test func anArrayAtTheTopBeginsWithItsIndex() {
        let error = #expect(throws: DecodingError.self) {
            try JSONDecoder().decode([Page.User].self, from: Data(#"[{"id":1}]"#.utf8))
        }
        #expect(error.map(CodingPlace.suffix) == " (no value for [0].name)")
    }

    @Test func saysWhyAValueCannotBeEncodedWithoutItsKeys() {
        let error = #expect(throws: EncodingError.self) {
            try JSONEncoder().encode(["rates": [1, Double.infinity]])
        }
        #expect(error.map(CodingPlace.suffix) == " (a number is not finite)")
    }

    @Test func showsNothingOfAnErrorOfTheValueItself() {
        let context = EncodingError.Context(codingPath: [], debugDescription: "s3cret")
        #expect(CodingPlace.suffix(of: EncodingError.invalidValue("s3cret", context)) == " (invalid value)")
    }

    @Test func anotherErrorHasNoPlace() {
        #expect(CodingPlace.suffix(of: NetworkError.cancelled).isEmpty)
    }
}
