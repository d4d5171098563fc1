import Curlew
import Foundation

/// A body of 256 MiB in chunks of 64 KiB: byte i is i % 251.
struct PatternChunks: AsyncSequence, Sendable {
    static let chunkLength = 64 << 10

    private static let pattern = Data((0..<(chunkLength + 251)).map { UInt8($0 % 251) })

    struct AsyncIterator: AsyncIteratorProtocol {
        private var sent = 0

        mutating func next() async -> Data? {
            guard sent < Work.streamLength else { return nil }
            defer { sent += chunkLength }
            return PatternChunks.chunk(at: sent)
        }
    }

    func makeAsyncIterator() -> AsyncIterator { AsyncIterator() }

    private static func chunk(at offset: Int) -> Data {
        let start = offset % 251
        return Data(pattern[start..<(start + chunkLength)])
    }

    /// In hexadecimal.
    static var hash: String {
        get async {
            var hash = SHA256Hasher()
            for await chunk in PatternChunks() { hash.update(chunk) }
            return hash.finalize().hex
        }
    }

    /// A temporary file with the body; the caller removes it.
    static func makeFile() async throws -> URL {
        let url = FileManager.default.temporaryDirectory.appending(path: "curlew-bench-\(UUID())")
        try Data().write(to: url)
        let file = try FileHandle(forWritingTo: url)
        for await chunk in PatternChunks() { try file.write(contentsOf: chunk) }
        try file.close()
        return url
    }
}
