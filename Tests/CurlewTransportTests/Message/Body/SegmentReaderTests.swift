import Foundation
import TestSupport
import Testing

@testable import CurlewTransport

struct SegmentReaderTests {
    private func read(_ reader: SegmentReader, by size: Int) throws -> String {
        var data = Data()
        while true {
            var chunk = Data(count: size)
            let count = unsafe try chunk.withUnsafeMutableBytes { unsafe try reader.read(into: $0) }
            guard count > 0 else { return String(decoding: data, as: UTF8.self) }
            data += chunk.prefix(count)
        }
    }

    @Test func readsSegmentsOneAfterTheOther() throws {
        try withTemporaryFile(Data("file".utf8)) { path in
            let segments: [BodySegment] = [
                .data(Data("ab".utf8)), .data(Data()), .file(path: path), .data(Data("c".utf8)),
                .file(path: path),
            ]
            for size in 1...12 {
                let reader = try SegmentReader(segments)
                #expect(reader.size == 11)
                #expect(try read(reader, by: size) == "abfilecfile")
            }
        }
    }

    @Test func readsAgainFromAnyOffset() throws {
        try withTemporaryFile(Data("0123".utf8)) { path in
            let reader = try SegmentReader([.data(Data("ab".utf8)), .file(path: path), .data(Data("c".utf8))])
            let text = "ab0123c"
            for offset in [7, 3, 0, 6, 2, 1, 5] {
                try reader.seek(to: Int64(offset))
                #expect(try read(reader, by: 3) == String(text.dropFirst(offset)))
            }
        }
    }

    @Test func readsAPartOfAFile() throws {
        try withTemporaryFile(Data("0123456789".utf8)) { path in
            let segments: [BodySegment] = [
                .slice(path: path, range: 2..<5), .slice(path: path, range: 7..<7), .data(Data("-".utf8)),
                .slice(path: path, range: 8..<10),
            ]
            for size in 1...7 {
                let reader = try SegmentReader(segments)
                #expect(reader.size == 6)
                #expect(try read(reader, by: size) == "234-89")
                for offset in [5, 1, 0, 3, 6, 2, 4] {
                    try reader.seek(to: Int64(offset))
                    #expect(try read(reader, by: size) == String("234-89".dropFirst(offset)))
                }
            }
        }
    }

    @Test(arguments: [-1..<2, 3..<5, 5..<5, Int64.min..<Int64.max, 0..<Int64.max] as [Range<Int64>])
    func refusesAPartThatAFileDoesNotHave(range: Range<Int64>) throws {
        try withTemporaryFile(Data("0123".utf8)) { path in
            let body = RequestBody.file(path, range: range)
            let error = #expect(throws: NetworkError.self) { try body.measuredLength() }
            #expect(error?.code == .fileFailed)
        }
    }

    @Test func refusesAFileThatCannotBeRead() {
        for path in ["/no/such/file", "/", "/dev/null"] {
            let error = #expect(throws: NetworkError.self) { try SegmentReader([.file(path: path)]) }
            #expect(error?.code == .fileFailed)
        }
    }

    @Test func noticesAFileThatBecameShorterAndIgnoresWhatGrew() throws {
        try withTemporaryFile(Data("0123".utf8)) { path in
            let shrinking = try SegmentReader([.file(path: path)])
            let growing = try SegmentReader([.file(path: path), .data(Data("end".utf8))])
            try Data("0123456".utf8).write(to: URL(fileURLWithPath: path))
            #expect(try read(growing, by: 100) == "0123end")
            try Data("01".utf8).write(to: URL(fileURLWithPath: path))
            let error = #expect(throws: NetworkError.self) { try read(shrinking, by: 100) }
            #expect(error?.code == .fileFailed)
        }
    }

    @Test func opensOneFileAtATime() throws {
        try withTemporaryFile(Data("x".utf8)) { path in
            let reader = try SegmentReader(Array(repeating: .file(path: path), count: 5000))
            #expect(try read(reader, by: 100).utf8.count == 5000)
        }
    }
}
