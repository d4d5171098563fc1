import Foundation
import Testing

@testable import Curlew

struct RangeValidatorTests {
    private static let modified = "Sun, 06 Nov 1994 08:49:37 GMT"
    private static let later = "Sun, 06 Nov 1994 08:49:38 GMT"

    @Test(arguments: ["\"\"", "\"a\"", "\"xyzzy-1;é\""]) func aStrongEntityTagIsOne(tag: String) throws {
        let validator = try #require(RangeValidator([.eTag: tag]))
        #expect(validator.kind == .entityTag)
        #expect(validator.field == HTTPField(name: .ifRange, value: tag))
        #expect(!validator.isContradicted(by: [.eTag: tag, .lastModified: Self.later]))
        #expect(!validator.isContradicted(by: [:]))
        #expect(validator.isContradicted(by: [.eTag: "W/\(tag)"]))
        #expect(validator.isContradicted(by: [.eTag: "\"other\""]))
    }

    @Test func octetsThatAreNotUTF8GoBackAsTheyCame() throws {
        var fields = HTTPFields()
        fields.append(HTTPField(name: .eTag, bytes: [0x22, 0xE9, 0x22]))
        let validator = try #require(RangeValidator(fields))
        let kept = try JSONDecoder().decode(RangeValidator.self, from: JSONEncoder().encode(validator))
        #expect(kept.field.bytes == [0x22, 0xE9, 0x22])
        #expect(!kept.isContradicted(by: fields))
    }

    /// RFC 9110 §13.1.5: if there is an entity tag, even a weak one, the date must not be used.
    @Test(arguments: [
        "W/\"a\"", "w/\"a\"", "a", "\"", "", "\"a", "a\"", "\"a\"b\"", "\"a b\"", "\"a\u{7F}\"",
    ])
    func aWeakOrMalformedEntityTagLeavesNone(tag: String) {
        #expect(RangeValidator([.eTag: tag, .lastModified: Self.modified, .date: Self.later]) == nil)
    }

    @Test func aDateOlderThanTheResponseIsAValidator() throws {
        let validator = try #require(RangeValidator([.lastModified: Self.modified, .date: Self.later]))
        #expect(validator.kind == .date)
        #expect(validator.value == Self.modified)
        #expect(validator.isContradicted(by: [.lastModified: Self.later]))
        #expect(!validator.isContradicted(by: [.lastModified: Self.modified]))
    }

    @Test func aDateNotOlderThanTheResponseIsNoValidator() {
        #expect(RangeValidator([.lastModified: Self.modified, .date: Self.modified]) == nil)
        #expect(RangeValidator([.lastModified: Self.modified]) == nil)
        #expect(RangeValidator([.lastModified: "yesterday", .date: Self.modified]) == nil)
        #expect(RangeValidator([:]) == nil)
    }
}
