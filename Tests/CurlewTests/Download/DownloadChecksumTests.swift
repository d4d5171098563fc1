import CurlewTesting
import Foundation
import TestSupport
import Testing

@testable import Curlew

/// The checksum of a download, and when its bytes are verified.
struct DownloadChecksumTests {
    private static let hash = SHA256Hasher.digest(of: ScriptedFile.bytes).hex

    /// Runs the closure with a path in a new directory.
    private func withTarget(_ body: (String) async throws -> Void) async throws {
        let directory = FileManager.default.temporaryDirectory.appending(path: "curlew-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: directory) }
        try await body("\(directory.path)/file")
    }

    private func names(beside path: String) -> [String]? {
        try? FileManager.default.contentsOfDirectory(atPath: String(path.dropLast("/file".count))).sorted()
    }

    private func contents(_ path: String) -> Data? { try? Data(contentsOf: URL(fileURLWithPath: path)) }

    private func download(
        _ file: ScriptedFile, to path: String, _ options: DownloadOptions,
        progress: (@Sendable (TransferProgress) -> Void)? = nil
    ) async throws(NetworkError) {
        try await file.client.download(
            Endpoint<Data>.get("/file"), to: path, options: options, progress: progress)
    }

    private func failure(
        _ file: ScriptedFile, to path: String, _ options: DownloadOptions
    ) async -> NetworkError? {
        await #expect(throws: NetworkError.self) { try await download(file, to: path, options) }
    }

    @Test func anotherChecksumLeavesNothing() async throws {
        try await withTarget { path in
            let wrong = String(repeating: "0", count: 64)
            let error = await failure(ScriptedFile(), to: path, .init(sha256: wrong))
            #expect(error?.code == .checksumMismatch)
            #expect(error?.message.contains(Self.hash) == true)
            #expect(names(beside: path) == [])
            #expect(await failure(ScriptedFile(), to: path, .init(sha256: "abc"))?.code == .invalidRequest)
        }
    }

    @Test func theChecksumIsComputedWhileTheBytesAreWritten() async throws {
        try await withTarget { path in
            let reports = Lock<[TransferProgress]>([])
            let file = ScriptedFile(cuts: [100, 300])
            try await download(file, to: path, .init(sha256: Self.hash)) { progress in
                reports.withLock { $0.append(progress) }
            }
            #expect(file.ranges == [nil, "bytes=99-", "bytes=398-"])
            #expect(reports.withLock { $0 }.allSatisfy { $0.phase == .transferring })
            #expect(contents(path) == ScriptedFile.bytes)
        }
    }

    @Test func theBytesOfAnEarlierCallAreVerifiedAsAPhaseOfTheirOwn() async throws {
        try await withTarget { path in
            _ = await failure(ScriptedFile(cuts: [100]), to: path, .init(maxRetries: 0))
            let reports = Lock<[TransferProgress]>([])
            try await download(ScriptedFile(), to: path, .init(sha256: Self.hash)) { progress in
                reports.withLock { $0.append(progress) }
            }
            let all = reports.withLock { $0 }
            let verified = all.prefix { $0.phase == .verifying }
            #expect(verified.map(\.completed) == [0, 100])
            #expect(all.dropFirst(verified.count).allSatisfy { $0.phase == .transferring })
            #expect(all.allSatisfy { $0.total == 1000 })
            #expect(all.map(\.completed) == all.map(\.completed).sorted())
        }
    }

    @Test func damagedBytesOfAnEarlierCallAreAnotherChecksum() async throws {
        try await withTarget { path in
            _ = await failure(ScriptedFile(cuts: [100]), to: path, .init(maxRetries: 0))
            var part = Data(ScriptedFile.bytes.prefix(100))
            part[50] ^= 1
            try part.write(to: URL(fileURLWithPath: "\(path).curlew-part"))
            let error = await failure(ScriptedFile(), to: path, .init(sha256: Self.hash))
            #expect(error?.code == .checksumMismatch)
            #expect(names(beside: path) == [])
        }
    }

    @Test func aLastByteThatIsReplacedIsVerifiedAgain() async throws {
        try await withTarget { path in
            _ = await failure(ScriptedFile(cuts: [100]), to: path, .init(maxRetries: 0))
            var part = Data(ScriptedFile.bytes.prefix(100))
            part[99] ^= 1
            try part.write(to: URL(fileURLWithPath: "\(path).curlew-part"))
            try await download(ScriptedFile(), to: path, .init(sha256: Self.hash))
            #expect(contents(path) == ScriptedFile.bytes)
        }
    }
}
