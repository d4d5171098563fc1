import Foundation
import TestSupport
import Testing

@testable import CurlewTransport

#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

struct FileReaderTests {
    private func failure(opening path: String) -> NetworkError? {
        #expect(throws: NetworkError.self) {
            _ = try FileReader(path: path)
        }
    }

    private func readAll(_ reader: borrowing FileReader, by size: Int) throws -> Data {
        var all = Data()
        var buffer = [UInt8](repeating: 0, count: size)
        while true {
            let count = try unsafe buffer.withUnsafeMutableBytes { try unsafe reader.read(into: $0) }
            guard count > 0 else { return all }
            all.append(contentsOf: buffer.prefix(count))
        }
    }

    @Test(arguments: [1, 3, 1000, 4096])
    func readsToTheEndAndAgain(bufferSize: Int) throws {
        let bytes = Data((0..<2500).map { UInt8(truncatingIfNeeded: $0) })
        try withTemporaryFile(bytes) { path in
            let reader = try FileReader(path: path)
            #expect(reader.size == 2500)
            let first = try readAll(reader, by: bufferSize)
            #expect(first == bytes)
            try reader.seek(to: 0)
            let second = try readAll(reader, by: bufferSize)
            #expect(second == bytes)
            try reader.seek(to: 2499)
            let last = try readAll(reader, by: bufferSize)
            #expect(last == bytes.suffix(1))
        }
    }

    @Test func readsAnEmptyFile() throws {
        try withTemporaryFile(Data()) { path in
            let reader = try FileReader(path: path)
            let size = reader.size
            #expect(size == 0)
            let all = try readAll(reader, by: 16)
            #expect(all.isEmpty)
        }
    }

    @Test func aMissingFileIsFileFailed() {
        let error = failure(opening: "/nonexistent/file")
        #expect(error?.code == .fileFailed)
        #expect(error?.errno == ENOENT)
        #expect(error?.message.contains("/nonexistent/file") == true)
        #expect(failure(opening: "")?.errno == ENOENT)
    }

    @Test func aDirectoryIsFileFailed() throws {
        try withTemporaryDirectory { directory in
            #expect(failure(opening: directory)?.errno == EISDIR)
        }
    }

    @Test func aPipeIsFileFailedAndDoesNotWait() throws {
        try withTemporaryDirectory { directory in
            let path = "\(directory)/pipe"
            try #require(unsafe mkfifo(path, 0o600) == 0)
            let error = failure(opening: path)
            #expect(error?.errno == EINVAL)
            #expect(error?.message.contains("is not a regular file") == true)
        }
    }

    @Test func aNameWithNULIsFileFailed() throws {
        try withTemporaryFile(Data([1])) { path in
            #expect(failure(opening: "\(path)\u{0}.txt")?.errno == EINVAL)
        }
    }

    @Test(.enabled(if: geteuid() != 0, "root may read everything"))
    func aFileWithoutPermissionIsFileFailed() throws {
        try withTemporaryFile(Data([1])) { path in
            try #require(unsafe chmod(path, 0) == 0)
            #expect(failure(opening: path)?.errno == EACCES)
        }
    }
}
