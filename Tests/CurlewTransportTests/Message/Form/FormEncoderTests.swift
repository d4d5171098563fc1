import Foundation
import Testing

@testable import CurlewTransport

struct FormEncoderTests {
    private func text(_ value: some Encodable, _ style: FormStyle = FormStyle()) throws -> String {
        try FormEncoder.items(of: value, style: style).text { $0 }
    }

    private struct Filter: Encodable {
        enum State: String, Encodable { case open = "OPEN" }
        struct Range: Encodable {
            var from: Int
            var to: Int?
        }

        var state: State? = .open
        var text: String?
        var labels: [String] = ["bug", "ui"]
        var size = Range(from: 1)
        var ratio = 0.5
        var isFork = false
    }

    @Test func membersAreItemsInOrder() throws {
        #expect(
            try text(Filter())
                == "state=OPEN&labels=bug&labels=ui&size[from]=1&ratio=0.5&isFork=false")
    }

    @Test func namesFollowTheStyle() throws {
        let dots = FormStyle(keys: .snakeCase, arrays: .brackets, nested: .dots)
        #expect(
            try text(Filter(), dots)
                == "state=OPEN&labels[]=bug&labels[]=ui&size.from=1&ratio=0.5&is_fork=false")
        #expect(
            try text(Filter(text: "a,b"), FormStyle(arrays: .comma))
                == "state=OPEN&text=a,b&labels=bug,ui&size[from]=1&ratio=0.5&isFork=false")
    }

    @Test func aCommaInAnElementIsEncoded() throws {
        let items = try FormEncoder.items(of: ["a": ["b,c", "d"]], style: FormStyle(arrays: .comma))
        #expect(items.text { PercentEncoding.encodeValue($0) } == "a=b%2Cc,d")
    }

    @Test(arguments: [
        ("perPage", "per_page"), ("htmlURL", "html_url"), ("URLOfPage", "url_of_page"), ("id", "id"),
        ("already_snake", "already_snake"), ("_private", "_private"), ("page2Size", "page2_size"),
        ("A", "a"), ("aB", "a_b"), ("straßeÄnderung", "straße_änderung"), ("", ""),
    ])
    func spellsKeysInSnakeCase(key: String, spelling: String) {
        #expect(FormStyle(keys: .snakeCase).spelling(of: key) == spelling)
        #expect(FormStyle().spelling(of: key) == key)
    }

    private struct Values: Encodable {
        var date = Date(timeIntervalSince1970: 1_796_040_000)
        var data = Data([0xFF, 0xFE])
        var decimal: Decimal = 0.1
        var url = URL(string: "http://h/a")
        var uuid = UUID(uuidString: "00000000-0000-0000-0000-000000000001")
    }

    @Test func datesFollowTheStyle() throws {
        let rest = "data=//4=&decimal=0.1&url=http://h/a&uuid=00000000-0000-0000-0000-000000000001"
        #expect(try text(Values()) == "date=2026-11-30T12:00:00Z&\(rest)")
        let seconds = FormStyle(dates: .seconds)
        #expect(try text(Values(), seconds) == "date=1796040000&\(rest)")
        #expect(try text(["at": Date(timeIntervalSince1970: 1.5)], seconds) == "at=1.5")
        #expect(try text(["at": Date(timeIntervalSince1970: 1e300)], seconds) == "at=1e+300")
    }

    @Test func theKeysOfADictionaryAreKeptAndSorted() throws {
        let value = ["xY": ["bC": 1, "aB": 2], "a": ["k": 3]]
        #expect(try text(value, FormStyle(keys: .snakeCase)) == "a[k]=3&xY[aB]=2&xY[bC]=1")
    }

    private enum Color: String, CodingKeyRepresentable, Encodable { case lightRed, darkBlue }

    private struct Wrapper: Encodable { var perColor: [Color: Int]? = [.lightRed: 1, .darkBlue: 2] }

    @Test func theKeysOfADictionaryAreKeptWhateverTheirType() throws {
        let style = FormStyle(keys: .snakeCase)
        #expect(try text([Color.lightRed: 1, .darkBlue: 2], style) == "darkBlue=2&lightRed=1")
        #expect(try text(Wrapper(), style) == "per_color[darkBlue]=2&per_color[lightRed]=1")
        #expect(try text(["f": [10: "b", 2: "a", -1: "c"]], style) == "f[-1]=c&f[2]=a&f[10]=b")
    }

    private enum Stock: Encodable { case any, inStock, at(least: Int?) }

    private struct Silent: Encodable {
        func encode(to encoder: any Encoder) throws {}
    }

    private struct OnlyAsksForAContainer: Encodable {
        func encode(to encoder: any Encoder) throws { _ = encoder.singleValueContainer() }
    }

    @Test(
        arguments: [
            Stock.any, ["a": Stock.inStock], ["a": [Stock.any]], ["a": Stock?.some(.any)],
            ["a": Stock.at(least: nil)], Silent(), ["a": Silent()], ["a": [OnlyAsksForAContainer()]],
        ] as [any Encodable & Sendable])
    func aValueThatWouldVanishIsRefused(value: any Encodable & Sendable) {
        #expect(throws: EncodingError.self) { try text(value) }
        #expect(throws: EncodingError.self) { try text(value, FormStyle(arrays: .comma)) }
    }

    @Test func aCaseWithAValueIsAMember() throws {
        #expect(try text(["a": Stock.at(least: 2)]) == "a[at][least]=2")
    }

    private struct Nothing: Encodable {
        enum Choice: Encodable {
            case unknown

            func encode(to encoder: any Encoder) throws {
                var container = encoder.singleValueContainer()
                try container.encodeNil()
            }
        }
        struct Range: Encodable { var from: Int?, to: Int? }

        var choice = Choice.unknown, range = Range(), colors: [Color: Int] = [:]
    }

    @Test func aValueThatSaysThatItIsNothingIsOmitted() throws {
        #expect(try text(Nothing()) == "")
    }

    private struct Wide: Encodable {
        var large = Int128.max, all = [UInt128.max, 1], none: Int128?
    }

    @Test func integersOf128BitsAreWrittenInFull() throws {
        #expect(
            try text(Wide())
                == "large=170141183460469231731687303715884105727"
                + "&all=340282366920938463463374607431768211455&all=1")
        #expect(try text(["a": Optional(Int128.min)]) == "a=-170141183460469231731687303715884105728")
    }

    private static let noName =
        "a value without names, such as a number or an array, cannot be a query or form"

    @Test(
        arguments: [
            (1, noName), (["s3cret"], noName), (Date(), noName),
            (["s3cret": Double.nan], "a number is not finite"),
            (["s3cret": Decimal.nan], "a number is not finite"),
            (["s3cret": Date(timeIntervalSince1970: .infinity)], "a number is not finite"),
            (["s3cret": Silent()], "a value encodes nothing"),
            (["s3cret": Stock.any], "a case of an enumeration has no raw value"),
        ] as [(any Encodable & Sendable, String)])
    func theErrorOfABodySaysWhy(value: any Encodable & Sendable, reason: String) {
        let error = #expect(throws: NetworkError.self) {
            try RequestBody.form(encoding: value).encoded(by: JSONEncoder())
        }
        #expect(error?.code == .encodingFailed)
        #expect(error?.message == "the request's value could not be encoded (\(reason))")
    }

    @Test func nilIsOmittedEverywhere() throws {
        #expect(try text(["a": nil, "b": 1] as [String: Int?]) == "b=1")
        #expect(try text(["a": [1, nil, 2] as [Int?]]) == "a=1&a=2")
        #expect(try text(Filter?.none) == "")
    }

    @Test func emptyContainersHaveNoItems() throws {
        #expect(try text(["a": [Int]()]) == "")
        #expect(try text([String: Int]()) == "")
        #expect(try text(["a": [[Int]](), "b": [[]]] as [String: [[Int]]]) == "")
    }

    @Test(arguments: [
        (FormStyle(), "a[0]=1&a[0]=2&a[2]=3"), (FormStyle(arrays: .brackets), "a[0][]=1&a[0][]=2&a[2][]=3"),
        (FormStyle(arrays: .comma, nested: .dots), "a.0=1,2&a.2=3"),
    ])
    func anArrayInAnArrayIsNamedByItsIndex(style: FormStyle, expected: String) throws {
        #expect(try text(["a": [[1, 2], [], [3]]], style) == expected)
    }

    @Test func anObjectInAnArrayIsNamedByItsIndex() throws {
        #expect(try text(["a": [["x": 1], ["x": 2]]]) == "a[0][x]=1&a[1][x]=2")
    }

    /// Uses every method of an encoder.
    private final class Everything: Encodable {
        private enum Key: String, CodingKey { case plain, object, array, parent }

        func encode(to encoder: any Encoder) throws {
            var top = encoder.container(keyedBy: Key.self)
            try top.encodeNil(forKey: .plain)
            try top.encode(UInt8(1), forKey: .plain)
            var object = top.nestedContainer(keyedBy: Key.self, forKey: .object)
            try object.encode("o", forKey: .plain)
            try [1].encode(to: top.superEncoder(forKey: .parent))
            try ["s": 2].encode(to: top.superEncoder())
            var array = top.nestedUnkeyedContainer(forKey: .array)
            try array.encodeNil()
            try array.encode(true)
            var inner = array.nestedContainer(keyedBy: Key.self)
            try inner.encode(3, forKey: .plain)
            var list = array.nestedUnkeyedContainer()
            try list.encode(contentsOf: [4, 5])
            try "six".encode(to: array.superEncoder())
            try object.encode("late", forKey: .array)
        }
    }

    @Test func everyContainerIsNamedByItsPlace() throws {
        #expect(
            try text(Everything())
                == "plain=1&object[plain]=o&parent=1&super[s]=2&array=true&array[2][plain]=3"
                + "&array[3]=4&array[3]=5&array=six&object[array]=late")
    }

    @Test(arguments: [1, "a", [1, 2], [["x": 1]], Date(), [Int]()] as [any Encodable & Sendable])
    func aValueWithoutNamesIsRefused(value: any Encodable & Sendable) {
        #expect(throws: EncodingError.self) { try text(value) }
    }

    @Test(arguments: [Double.nan, .infinity, -.infinity])
    func aNumberThatIsNotFiniteIsRefusedWithItsPlace(number: Double) {
        let error = #expect(throws: EncodingError.self) { try text(["a": [["b": [0, number]]]]) }
        guard case .invalidValue(_, let context)? = error else { return }
        #expect(context.codingPath.map(\.stringValue) == ["a", "0", "b", "1"])
        #expect(context.codingPath.map(\.intValue) == [nil, 0, nil, 1])
    }

    @Test func aBodyIsEncodedAsAnHTMLForm() throws {
        let body = try RequestBody.form(encoding: Filter(text: "a+b c"), style: FormStyle(keys: .snakeCase))
            .encoded(by: JSONEncoder())
        #expect(body.contentType == "application/x-www-form-urlencoded")
        #expect(
            body.data
                == Data(
                    ("state=OPEN&text=a%2Bb+c&labels=bug&labels=ui&size%5Bfrom%5D=1&ratio=0.5"
                        + "&is_fork=false").utf8))
    }

    @Test func aBodyWithoutNamesIsEncodingFailed() {
        let error = #expect(throws: NetworkError.self) {
            try RequestBody.form(encoding: [1]).encoded(by: JSONEncoder())
        }
        #expect(error?.code == .encodingFailed)
        #expect(error?.underlying is EncodingError)
    }
}
