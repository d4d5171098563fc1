import Foundation
import TestSupport
import Testing

@testable import Curlew

struct JSONValueTests {
    private func decode(_ text: String) throws -> JSONValue {
        try JSONDecoder().decode(JSONValue.self, from: Data(text.utf8))
    }

    private func encode(_ value: JSONValue) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return String(decoding: try encoder.encode(value), as: UTF8.self)
    }

    @Test func isWrittenAsLiterals() throws {
        let name = "Ada"
        let value: JSONValue = [
            "name": "\(name)", "tags": [1, 2.5], "admin": true, "note": nil, "inner": ["a": []],
        ]
        #expect(
            try encode(value)
                == #"{"admin":true,"inner":{"a":[]},"name":"Ada","note":null,"tags":[1,2.5]}"#)
    }

    @Test func aBodyTakesLiteralsOfSeveralTypes() throws {
        let bodies: [RequestBody] = [
            .json(["a": 1, "b": "c"]), .json([1, "a", nil]), .json(["a": 1]), .json(["a"]), .json("a"),
            .json(["n": ["x": [1, true]]]),
        ]
        let texts = try bodies.map { body in
            String(decoding: try body.encoded(by: JSONEncoder()).data ?? Data(), as: UTF8.self)
        }
        #expect(
            texts.dropFirst() == [
                #"[1,"a",null]"#, #"{"a":1}"#, #"["a"]"#, #""a""#, #"{"n":{"x":[1,true]}}"#,
            ])
        #expect(try decode(texts[0]) == ["a": 1, "b": "c"])
    }

    @Test func readsItsParts() throws {
        let value = try decode(#"{"name": "Ada", "tags": [1, 2.5, -3], "admin": true, "note": null}"#)
        #expect(value["name"]?.stringValue == "Ada")
        #expect(value["tags"]?[0]?.intValue == 1)
        #expect(value["tags"]?[1]?.doubleValue == 2.5)
        #expect(value["tags"]?[2]?.doubleValue == -3)
        #expect(value["admin"]?.boolValue == true)
        #expect(value["note"]?.isNull == true)
        #expect(value["tags"]?.arrayValue?.count == 3)
        #expect(value.objectValue?.keys.sorted() == ["admin", "name", "note", "tags"])
        #expect(value.arrayValue == nil && value["name"]?.objectValue == nil)
    }

    @Test func isNilForMissingParts() throws {
        let value = try decode(#"{"name": "Ada", "tags": [1]}"#)
        #expect(value["other"]?.isNull == nil)
        #expect(value["tags"]?[1]?.isNull == nil)
        #expect(value["tags"]?[-1]?.isNull == nil)
        #expect(value["name"]?[0]?.isNull == nil)
        #expect(value["name"]?["x"]?.isNull == nil)
        #expect(value["name"]?.intValue == nil)
        #expect(value["name"]?.boolValue == nil)
        #expect(value["name"]?.doubleValue == nil)
        #expect(value["tags"]?.stringValue == nil)
        #expect(value["tags"]?.isNull == false)
    }

    @Test(
        arguments: [
            ("0", 0), ("-9223372036854775808", .number(JSONNumber(Int64.min))),
            ("9223372036854775807", .number(JSONNumber(Int64.max))),
            ("18446744073709551615", .number(JSONNumber(UInt64.max))), ("1.5", 1.5),
            ("1e300", .number(JSONNumber(1e300))),
            ("true", .bool(true)), ("false", .bool(false)), ("null", .null), ("\"1\"", .string("1")),
            ("\"\"", .string("")), ("[]", .array([])), ("{}", .object([:])),
            ("[[null]]", .array([.array([.null])])),
        ] as [(String, JSONValue)])
    func decodes(text: String, value: JSONValue) throws {
        #expect(try decode(text) == value)
    }

    @Test(arguments: ["", "{", "[1,", "nul", "\"", "1e400", "{\"a\" 1}", "01"])
    func refusesInvalidJSON(text: String) {
        #expect(throws: DecodingError.self) { try decode(text) }
    }

    @Test(arguments: [("[", "]"), (#"{"a":"#, "}")])
    func deepNestingIsRefusedInsteadOfTakingAllTime(start: String, end: String) throws {
        let nested = { (depth: Int) in
            String(repeating: start, count: depth) + "1" + String(repeating: end, count: depth)
        }
        let value = try decode(nested(JSONValue.nestingLimit))
        #expect(try encode(value) == nested(JSONValue.nestingLimit))
        #expect(throws: DecodingError.self) { try decode(nested(JSONValue.nestingLimit + 1)) }
    }

    @Test func doesNotTakeOneForTrue() throws {
        #expect(try decode("[1, 0]") == [1, 0])
        #expect(try decode("1").boolValue == nil)
        #expect(try decode("true").intValue == nil)
    }

    @Test(arguments: [Double.nan, .infinity, -.infinity])
    func doesNotEncodeWhatJSONCannotHold(number: Double) {
        #expect(throws: EncodingError.self) { try encode([.number(JSONNumber(number))]) }
    }

    @Test func isEncodedUpToALimitOfNesting() throws {
        let text = { String(repeating: "[", count: $0) + String(repeating: "]", count: $0) }
        // JSONEncoder's own limit is close to 512.
        #expect(try encode(.nested(500)) == text(500))
        #expect(try JSONValue.nested(512).json() == Data(text(512).utf8))
        for depth in [513, 10_000] {
            #expect(throws: EncodingError.self) { try encode(.nested(depth)) }
            #expect(throws: EncodingError.self) { try encode(.nested(depth, under: "a")) }
            let error = #expect(throws: NetworkError.self) { try JSONValue.nested(depth).json() }
            #expect(error?.code == .encodingFailed)
            #expect(throws: NetworkError.self) { try JSONValue.nested(depth, under: "a").json() }
        }
    }

    @Test func takesTheLastOfTwoEqualNames() {
        #expect((["a": 1, "a": 2] as JSONValue)["a"] == 2)
    }

    @Test func roundTripsRandomValues() throws {
        var random = SplitMix(state: 7)
        for _ in 0..<300 {
            let value = JSONValue.random(depth: 4, using: &random)
            #expect(try decode(encode(value)) == value)
        }
    }
}

extension JSONValue {
    /// Nested arrays, or nested objects with one name.
    static func nested(_ depth: Int, under name: String? = nil) -> JSONValue {
        (1..<depth).reduce(name.map { [$0: []] } ?? []) { value, _ in name.map { [$0: value] } ?? [value] }
    }

    fileprivate static func random(depth: Int, using random: inout SplitMix) -> JSONValue {
        switch Int.random(in: 0..<(depth > 0 ? 7 : 5), using: &random) {
        case 0: .null
        case 1: .bool(.random(using: &random))
        case 2: .number(JSONNumber(Int64(truncatingIfNeeded: random.next())))
        case 3: .number(JSONNumber(Double(Int.random(in: -9999...9999, using: &random)) + 0.5))
        case 4: .string(["", "é\"\\/", "😀\n\u{1}", "a"].randomElement(using: &random) ?? "")
        case 5: .array((0..<3).map { _ in .random(depth: depth - 1, using: &random) })
        default:
            .object(["a": .random(depth: depth - 1, using: &random), "é": .random(depth: 0, using: &random)])
        }
    }
}
