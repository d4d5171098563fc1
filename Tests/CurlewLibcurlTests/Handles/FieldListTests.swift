import CCurl
import CurlewTransport
import Glibc
import Testing

@testable import CurlewLibcurl

struct FieldListTests {
    private func list(
        _ fields: HTTPFields, asksToContinue: Bool = false, suppressing suppressed: FieldList.Suppressed = []
    ) -> [String] {
        FieldList(fields, asksToContinue: asksToContinue, suppressing: suppressed).lines
    }

    @Test func isEmptyWithoutFields() {
        #expect(FieldList().lines.isEmpty)
        #expect(list([:]).isEmpty)
        let list = FieldList([:], asksToContinue: false, suppressing: [])
        #expect(unsafe list.first == nil, "curl takes the missing list for none")
    }

    @Test func keepsTheOrderAndRepeatsOfTheFields() {
        var fields: HTTPFields = ["B": "2", "a": "1"]
        fields.append(HTTPField(name: "B", value: "3"))
        #expect(list(fields) == ["B: 2", "a: 1", "B: 3"])
    }

    @Test func anEmptyValueIsWrittenAsCurlWantsIt() {
        #expect(list(["X-Empty": "", "X-Full": "v", "X-Last": ""]) == ["X-Empty;", "X-Full: v", "X-Last;"])
    }

    @Test(
        arguments: [
            ([.accept], ["Accept:"]), ([.contentType], ["Content-Type:"]), ([.expect], ["Expect:"]),
            ([.accept, .contentType, .expect], ["Accept:", "Content-Type:", "Expect:"]),
        ] as [(FieldList.Suppressed, [String])])
    func suppressesWhatCurlWouldAdd(suppressed: FieldList.Suppressed, lines: [String]) {
        #expect(list([:], suppressing: suppressed) == lines)
        #expect(list(["X": "1"], suppressing: suppressed) == ["X: 1"] + lines)
    }

    @Test func asksToContinueLast() {
        #expect(list([:], asksToContinue: true) == ["Expect: 100-continue"])
        #expect(
            list(["X": "1"], asksToContinue: true, suppressing: [.accept, .contentType])
                == ["X: 1", "Accept:", "Content-Type:", "Expect: 100-continue"])
    }

    @Test func askingNoLongerLeavesTheLineThatKeepsCurlFromAsking() {
        let list = FieldList(
            ["X": "1", "X-Empty": ""], asksToContinue: true, suppressing: [.accept])
        list.dropExpect()
        #expect(list.lines == ["X: 1", "X-Empty;", "Accept:", "Expect:"])
        list.dropExpect()
        #expect(list.lines == ["X: 1", "X-Empty;", "Accept:", "Expect:"])
    }

    @Test func anEmptyListAsksForNothing() {
        let list = FieldList()
        list.dropExpect()
        #expect(list.lines.isEmpty)
    }

    @Test(arguments: [0, 1, 2, 7, 8, 9, 1000, 100_000]) func aValueOfAnyLengthIsWhole(length: Int) {
        let value = String(repeating: "v", count: length)
        let name = "X-\(String(repeating: "n", count: length / 10))"
        let lines = list(
            ["A": "1", HTTPField.Name(name): value, "Z": "2"], asksToContinue: true)
        #expect(
            lines == [
                "A: 1", length == 0 ? "\(name);" : "\(name): \(value)", "Z: 2", "Expect: 100-continue",
            ])
    }

    @Test func manyFieldsAreAllThere() {
        var fields: HTTPFields = [:]
        for index in 0..<5000 {
            fields.append(
                HTTPField(name: HTTPField.Name("X-\(index)"), value: index % 3 == 0 ? "" : "value \(index)"))
        }
        let lines = list(fields, suppressing: [.accept])
        #expect(lines.count == 5001)
        #expect(
            lines.dropLast() == (0..<5000).map { $0 % 3 == 0 ? "X-\($0);" : "X-\($0): value \($0)" }[...])
        #expect(lines.last == "Accept:")
    }

    @Test func bytesThatAreNotASCIIAreHandedOverAsTheyAre() {
        var fields: HTTPFields = [:]
        fields.append(HTTPField(name: "X", bytes: [0xE9, 0x09, 0x41]))
        let list = FieldList(fields, asksToContinue: false, suppressing: [])
        #expect(list.bytes == [Array("X: ".utf8) + [0xE9, 0x09, 0x41]])
    }

    @Test func theLinesOutliveTheFieldsThatTheyCameFrom() {
        var fields: HTTPFields? = ["X": String(repeating: "x", count: 100)]
        let list = FieldList(fields ?? [:], asksToContinue: false, suppressing: [])
        fields = nil
        #expect(list.lines == ["X: \(String(repeating: "x", count: 100))"])
    }
}

extension FieldList {
    /// The bytes of each line, as curl walks through them.
    fileprivate var bytes: [[UInt8]] {
        var bytes: [[UInt8]] = []
        var node = unsafe first
        while let line = unsafe node {
            bytes.append(
                unsafe Array(
                    UnsafeRawBufferPointer(start: line.pointee.data, count: strlen(line.pointee.data))))
            unsafe node = line.pointee.next
        }
        return bytes
    }

    fileprivate var lines: [String] { bytes.map { String(decoding: $0, as: UTF8.self) } }
}
