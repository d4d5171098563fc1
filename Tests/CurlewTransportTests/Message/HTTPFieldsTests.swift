import TestSupport
import Testing

@testable import CurlewTransport

struct HTTPFieldsTests {
    @Test func keepsOrderAndRepeats() {
        let fields: HTTPFields = ["X-Multi": "a", "ETag": "\"x\"", "x-multi": "b"]
        #expect(fields.count == 3)
        #expect(fields.map(\.value) == ["a", "\"x\"", "b"])
        #expect(fields.map(\.name.rawName) == ["X-Multi", "ETag", "x-multi"])
    }

    @Test func comparesNamesWithoutCase() {
        let fields: HTTPFields = ["content-type": "application/json", "X-Multi": "a", "x-multi": "b"]
        #expect(fields[.contentType] == "application/json")
        #expect(fields["X-MULTI"] == "a, b")
        #expect(fields[values: "x-MULTI"] == ["a", "b"])
        #expect(fields.contains("CONTENT-TYPE"))
        #expect(!fields.contains("content-typ"))
        #expect(!fields.contains("content-type2"))
    }

    @Test func givesTheBytesOfAName() {
        var fields: HTTPFields = ["B": "x"]
        fields.append(HTTPField(name: "A", bytes: [0xFF, 0x80]))
        #expect(fields[bytes: "a"] == [0xFF, 0x80])
        #expect(fields[bytes: "C"] == nil)
        fields.append(HTTPField(name: "a", bytes: [0xFE]))
        #expect(fields[bytes: "A"] == [0xFF, 0x80, 0x2C, 0x20, 0xFE])
        #expect(HTTPFields(dictionaryLiteral: ("D", ""))[bytes: "D"] == [])
    }

    @Test func givesPairsOfNameAndValue() {
        let fields: HTTPFields = ["A": "1", "b": "2", "a": "3"]
        var texts: [String] = []
        for (name, value) in fields.pairs { texts.append("\(name)=\(value)") }
        #expect(texts == ["A=1", "b=2", "a=3"])
    }

    @Test func isNilForAMissingName() {
        let fields: HTTPFields = [:]
        #expect(fields[.accept] == nil)
        #expect(fields[values: .accept].isEmpty)
        #expect(fields.isEmpty)
    }

    @Test func distinguishesAnEmptyValueFromNone() {
        let fields: HTTPFields = ["A": "", "B": "b"]
        #expect(fields["A"] == "")
        #expect(fields["B"] == "b")
        #expect(fields["C"] == nil)
    }

    @Test func settingReplacesEveryFieldOfThatName() {
        var fields: HTTPFields = ["A": "1", "B": "2", "a": "3"]
        fields["A"] = "4"
        #expect(fields == ["B": "2", "A": "4"])
        fields["b"] = nil
        #expect(fields == ["A": "4"])
        fields[values: "A"] = ["5", "6"]
        #expect(fields == ["A": "5", "A": "6"])
        fields[values: "A"] = []
        #expect(fields.isEmpty)
    }

    @Test func appendsAnotherList() {
        var fields: HTTPFields = ["A": "1"]
        fields.append(contentsOf: ["A": "2", "B": "3"])
        fields.append(contentsOf: [:])
        #expect(fields == ["A": "1", "A": "2", "B": "3"])
        let isField = fields.append(line: Array(" more".utf8)[...])
        #expect(isField)
        #expect(fields["B"] == "3 more")
    }

    @Test func mergeReplacesByName() {
        var fields: HTTPFields = ["A": "1", "B": "2", "A": "3"]
        fields.merge(["a": "4", "a": "5", "C": "6"])
        #expect(fields == ["B": "2", "A": "4", "A": "5", "C": "6"])
        fields.merge([:])
        #expect(fields.count == 4)
    }

    @Test func removesWhereTheClosureSaysSo() {
        var fields: HTTPFields = ["A": "1", "B": "2", "C": "1"]
        fields.removeAll { $0.value == "1" }
        #expect(fields == ["B": "2"])
    }

    @Test func equalityLooksAtOrderValuesAndSensitivityButNotAtCase() {
        let fields: HTTPFields = ["A": "1", "B": "2"]
        #expect(fields == ["a": "1", "b": "2"])
        #expect(fields.hashValue == (["a": "1", "b": "2"] as HTTPFields).hashValue)
        #expect(fields != ["B": "2", "A": "1"])
        #expect(fields != ["A": "1"])
        var sensitive: HTTPFields = ["A": "1"]
        sensitive.append(HTTPField(name: "B", value: "2", isSensitive: true))
        #expect(fields != sensitive)
    }

    @Test func keepsSensitivity() {
        var fields: HTTPFields = ["A": "1"]
        fields.append(HTTPField(name: "X-Key", value: "secret", isSensitive: true))
        fields.append(contentsOf: ["B": "2"])
        #expect(fields.map(\.isSensitive) == [false, true, false])
        fields.removeAll("A")
        #expect(fields.map(\.isSensitive) == [true, false])
    }

    @Test func descriptionsHideSecrets() {
        var fields: HTTPFields = ["Accept": "*/*", "authorization": "Bearer s3cret", "Cookie": "a=s3cret"]
        fields.append(HTTPField(name: "X-Mine", value: "s3cret", isSensitive: true))
        fields["X-API-KEY"] = "s3cret"
        for text in ["\(fields)", String(reflecting: fields), fields.map { String(reflecting: $0) }.joined()]
        {
            #expect(!text.contains("s3cret"))
            #expect(text.contains("X-Mine: <redacted>"))
            #expect(text.contains("Accept: */*"))
        }
    }

    @Test func isACollection() {
        let fields: HTTPFields = ["A": "1", "B": "2", "C": "3"]
        #expect(fields[fields.startIndex].value == "1")
        #expect(fields[fields.index(after: fields.startIndex)].value == "2")
        #expect(fields.index(fields.startIndex, offsetBy: 3) == fields.endIndex)
        #expect(fields.dropFirst().map(\.value) == ["2", "3"])
        #expect(fields.startIndex < fields.endIndex)
    }

    @Test func handsOverBytes() {
        let fields: HTTPFields = ["A": "1", "Bee": "22"]
        var seen: [String] = []
        fields.forEachField { seen.append(String(decoding: $0 + $1, as: UTF8.self)) }
        #expect(seen == ["A1", "Bee22"])
    }

    @Test func agreesWithAPlainArrayUnderRandomChanges() {
        var random = SplitMix(state: 42)
        var fields = HTTPFields()
        var model = ModelFields()
        for _ in 0..<3000 {
            let change = Change.random(using: &random)
            change.apply(to: &fields)
            change.apply(to: &model)
            #expect(fields.map { "\($0.name.rawName)=\($0.value)" } == model.items.map { "\($0)=\($1)" })
            #expect(fields.count == model.items.count)
            let name = Change.names.randomElement(using: &random) ?? ""
            let values = model.values(of: name)
            #expect(fields[HTTPField.Name(name)] == (values.isEmpty ? nil : values.joined(separator: ", ")))
            #expect(fields[values: HTTPField.Name(name)] == values)
            #expect(fields.contains(HTTPField.Name(name)) == !values.isEmpty)
        }
    }
}

/// One change, applied to the fields and to a plain array.
private enum Change {
    case append(String, String)
    case set(String, String?)
    case setValues(String, [String])
    case fold(String)
    case merge(String, String)

    static let names = ["A", "a", "Bee", "BEE", "Content-Type", "content-type", "X"]
    private static let values = ["", "1", "two", "é", "a, b", "x y"]

    static func random(using random: inout SplitMix) -> Change {
        let name = names.randomElement(using: &random) ?? ""
        let value = values.randomElement(using: &random) ?? ""
        switch Int.random(in: 0..<10, using: &random) {
        case 0...4: return .append(name, value)
        case 5: return .set(name, value)
        case 6: return .set(name, nil)
        case 7: return .setValues(name, [value, value])
        case 8: return .fold("more")
        default: return .merge(name, value)
        }
    }

    func apply(to fields: inout HTTPFields) {
        switch self {
        case .append(let name, let value): fields.append(HTTPField(name: HTTPField.Name(name), value: value))
        case .set(let name, let value): fields[HTTPField.Name(name)] = value
        case .setValues(let name, let values): fields[values: HTTPField.Name(name)] = values
        case .fold(let text): _ = fields.append(line: Array("\t\(text) ".utf8)[...])
        case .merge(let name, let value):
            var other = HTTPFields()
            other.append(HTTPField(name: HTTPField.Name(name), value: value))
            fields.merge(other)
        }
    }

    func apply(to model: inout ModelFields) {
        switch self {
        case .append(let name, let value): model.items.append((name, value))
        case .set(let name, let value): model.replace(name, value.map { [$0] } ?? [])
        case .setValues(let name, let values): model.replace(name, values)
        case .fold(let text): model.fold(text)
        case .merge(let name, let value): model.replace(name, [value])
        }
    }
}

private struct ModelFields {
    var items: [(String, String)] = []

    func values(of name: String) -> [String] {
        items.filter { $0.0.lowercased() == name.lowercased() }.map(\.1)
    }

    mutating func replace(_ name: String, _ values: [String]) {
        items.removeAll { $0.0.lowercased() == name.lowercased() }
        items += values.map { (name, $0) }
    }

    mutating func fold(_ text: String) {
        guard let (name, value) = items.popLast() else { return }
        items.append((name, value.isEmpty ? text : "\(value) \(text)"))
    }
}
