import CurlewTesting
import Foundation
import Testing

@testable import Curlew

#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// How a download uses the part and the record that it finds.
struct DownloadPartTests {
    /// Runs the closure with a path in a new directory.
    private func withTarget(_ body: (String) async throws -> Void) async throws {
        let directory = FileManager.default.temporaryDirectory.appending(path: "curlew-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: directory) }
        try await body("\(directory.path)/file")
    }

    private func download(
        _ file: ScriptedFile, to path: String, _ options: DownloadOptions = DownloadOptions()
    ) async throws(NetworkError) {
        try await file.client.download(Endpoint<Data>.get("/file"), to: path, options: options)
    }

    private func failure(
        _ file: ScriptedFile, to path: String, _ options: DownloadOptions = DownloadOptions()
    ) async -> NetworkError? {
        await #expect(throws: NetworkError.self) { try await download(file, to: path, options) }
    }

    private func contents(_ path: String) -> Data? { try? Data(contentsOf: URL(fileURLWithPath: path)) }

    private func write(_ text: String, to path: String) throws {
        try Data(text.utf8).write(to: URL(fileURLWithPath: path))
    }

    private func names(beside path: String) -> [String]? {
        let directory = URL(fileURLWithPath: path).deletingLastPathComponent().path
        return try? FileManager.default.contentsOfDirectory(atPath: directory).sorted()
    }

    /// Leaves a part of 100 bytes and its record.
    private func interrupt(_ path: String) async {
        _ = await failure(ScriptedFile(cuts: [100]), to: path, .init(maxRetries: 0))
    }

    @Test(arguments: ["curlew-part", "curlew-part.json"])
    func nothingIsWrittenToAFileThatHasAnotherNameToo(ending: String) async throws {
        try await withTarget { path in
            try write("precious", to: "\(path)-other")
            try #require(unsafe link("\(path)-other", "\(path).\(ending)") == 0)
            try await download(ScriptedFile(), to: path)
            #expect(contents("\(path)-other") == Data("precious".utf8))
            let isWhole = contents(path) == ScriptedFile.bytes
            #expect(isWhole)
            #expect(names(beside: path) == ["file", "file-other"])
        }
    }

    @Test func aPartThatHasAnotherNameIsNotResumed() async throws {
        try await withTarget { path in
            await interrupt(path)
            try #require(unsafe link("\(path).curlew-part", "\(path)-other") == 0)
            let file = ScriptedFile()
            try await download(file, to: path)
            #expect(file.ranges == [nil])
            #expect(contents("\(path)-other")?.count == 100)
        }
    }

    @Test(.enabled(if: geteuid() == 0, "only root may give files away"))
    func thePartOfAnotherUserIsRefused() async throws {
        try await withTarget { path in
            await interrupt(path)
            try #require(unsafe chown("\(path).curlew-part", 65534, 65534) == 0)
            let file = ScriptedFile()
            let error = await failure(file, to: path)
            #expect(error?.code == .fileFailed)
            #expect(error?.errno == EPERM)
            #expect(error?.message.contains("another user") == true)
            #expect(file.ranges.isEmpty)
            #expect(contents("\(path).curlew-part")?.count == 100)
        }
    }

    @Test func aFailedRemovalIsAnError() async throws {
        try await withTarget { path in
            let record = "\(path).curlew-part.json"
            try FileManager.default.createDirectory(atPath: record, withIntermediateDirectories: true)
            let error = await failure(ScriptedFile(), to: path)
            #expect(error?.code == .fileFailed)
            #expect(error?.message.hasPrefix("cannot remove \(record): ") == true)
        }
    }

    @Test func theRecordGoesBeforeThePartGetsItsName() async throws {
        try await withTarget { path in
            let record = "\(path).curlew-part.json"
            let transport = ScriptedTransport { _ in
                let isFirst = Lock(true)
                return HTTPResponse(
                    status: 200, fields: [.eTag: "\"a\""],
                    body: .stream {
                        guard isFirst.withLock({ $0 }) else { return nil }
                        isFirst.withLock { $0 = false }
                        try FileManager.default.removeItem(atPath: record)
                        try FileManager.default.createDirectory(
                            atPath: record, withIntermediateDirectories: true)
                        return Data("ok".utf8)
                    })
            }
            let client = Client(baseURL: "http://example.com", transport: transport)
            let error = await #expect(throws: NetworkError.self) {
                try await client.download(Endpoint<Data>.get("/file"), to: path)
            }
            #expect(error?.message.hasPrefix("cannot remove \(record): ") == true)
            #expect(names(beside: path) == ["file.curlew-part", "file.curlew-part.json"])
        }
    }

    @Test func aPartThatDoesNotGetItsNameIsResumed() async throws {
        try await withTarget { path in
            let transport = ScriptedTransport { _ in
                try Data("other".utf8).write(to: URL(fileURLWithPath: path))
                return HTTPResponse(
                    status: 200, fields: [.eTag: "\"a\""], body: .data(ScriptedFile.bytes))
            }
            let client = Client(baseURL: "http://example.com", transport: transport)
            let error = await #expect(throws: NetworkError.self) {
                try await client.download(Endpoint<Data>.get("/file"), to: path)
            }
            #expect(error?.errno == EEXIST)
            let file = ScriptedFile()
            try await download(file, to: path, .init(existing: .replace))
            #expect(file.ranges == ["bytes=999-"])
            #expect(names(beside: path) == ["file"])
        }
    }

    @Test func lookingForAPartMakesNone() async throws {
        try await withTarget { path in
            let isThere = try FileWriter.existing(path) != nil
            #expect(!isThere)
            try write("whole", to: path)
            try await download(ScriptedFile(), to: path, .init(existing: .keep))
            #expect(names(beside: path) == ["file"])
        }
    }
}
