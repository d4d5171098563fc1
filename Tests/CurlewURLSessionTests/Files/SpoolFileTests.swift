import Curlew
import Foundation
import Testing

@testable import CurlewURLSession

struct SpoolFileTests {
    @Test func bytesComeBackInOrder() throws {
        let file = try SpoolFile(limit: 100)
        try file.append(Data("abc".utf8))
        try file.append(Data("def".utf8))
        #expect(try file.take(4) == Data("abcd".utf8))
        try file.append(Data("ghi".utf8))
        #expect(try file.take(5) == Data("efghi".utf8))
    }

    @Test(arguments: 1...7) func goesRoundAndRound(count: Int) throws {
        let file = try SpoolFile(limit: 10)
        try file.append(Data("ab".utf8))
        var expected = "ab"
        for round in 0..<50 {
            let text = String((0..<count).map { Character(Unicode.Scalar(UInt8(97 + (round + $0) % 26))) })
            try file.append(Data(text.utf8))
            expected += text
            #expect(try file.take(count) == Data(expected.prefix(count).utf8))
            expected.removeFirst(count)
        }
    }

    @Test func theLimitCountsOnlyWhatIsNotTaken() throws {
        let file = try SpoolFile(limit: 4)
        try file.append(Data("abcd".utf8))
        #expect(throws: NetworkError.self) { try file.append(Data("e".utf8)) }
        _ = try file.take(4)
        try file.append(Data("efgh".utf8))
        #expect(try file.take(4) == Data("efgh".utf8))
    }

    @Test func beyondTheLimitTheErrorSaysSo() throws {
        let file = try SpoolFile(limit: 1)
        let error = #expect(throws: NetworkError.self) { try file.append(Data("ab".utf8)) }
        #expect(error?.code == .fileFailed)
        #expect(error?.errno == EFBIG)
    }

    @Test func aTemporaryFileCanBeReadAndHasNoNameOnLinux() throws {
        let file = try TemporaryFile()
        defer { withExtendedLifetime(file) {} }
        #expect(try file.append(Data("abc".utf8)) == 3)
        #expect(try Data(contentsOf: URL(fileURLWithPath: file.path)) == Data("abc".utf8))
        #if os(Linux)
            let target = try FileManager.default.destinationOfSymbolicLink(atPath: file.path)
            #expect(target.hasSuffix("(deleted)"))
        #endif
    }
}
