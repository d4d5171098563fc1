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

/// Files in the way of a download.
struct DownloadFileTests {
    private func withDirectory(_ body: (String) async throws -> Void) async throws {
        let directory = FileManager.default.temporaryDirectory.appending(path: "curlew-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: directory) }
        try await body(directory.path)
    }

    private func download(
        to path: String, _ options: DownloadOptions = DownloadOptions(), _ file: ScriptedFile = ScriptedFile()
    ) async throws(NetworkError) {
        try await file.client.download(Endpoint<Data>.get("/file"), to: path, options: options)
    }

    /// The error number of a download that fails before it sends anything.
    private func errno(to path: String, _ options: DownloadOptions = DownloadOptions()) async -> Int32? {
        let file = ScriptedFile()
        let error = await #expect(throws: NetworkError.self) {
            try await download(to: path, options, file)
        }
        #expect(error?.code == .fileFailed)
        #expect(file.ranges.isEmpty)
        return error?.errno
    }

    private func contents(_ path: String) -> Data? { try? Data(contentsOf: URL(fileURLWithPath: path)) }

    private func write(_ text: String, to path: String) throws {
        try Data(text.utf8).write(to: URL(fileURLWithPath: path))
    }

    @Test func anExistingFileIsNotReplacedUnlessAsked() async throws {
        try await withDirectory { directory in
            let path = "\(directory)/file"
            try write("old", to: path)
            #expect(await errno(to: path) == EEXIST)
            #expect(contents(path) == Data("old".utf8))
            try await download(to: path, .init(existing: .replace))
            let isReplaced = contents(path) == ScriptedFile.bytes
            #expect(isReplaced)
        }
    }

    @Test func anExistingFileIsKeptWithoutARequest() async throws {
        try await withDirectory { directory in
            let path = "\(directory)/file"
            try write("old", to: path)
            let file = ScriptedFile()
            let kept = try await file.client.download(
                Endpoint<Data>.get("/file"), to: path, options: .init(existing: .keep))
            #expect(kept.size == 3)
            #expect(kept.received == 0)
            #expect(file.ranges.isEmpty)
            let wrong = DownloadOptions(existing: .keep, sha256: String(repeating: "0", count: 64))
            let error = await #expect(throws: NetworkError.self) { try await download(to: path, wrong) }
            #expect(error?.code == .checksumMismatch)
            #expect(contents(path) == Data("old".utf8))
            try await download(to: "\(directory)/new", .init(existing: .keep))
        }
    }

    @Test func aPathThatCannotBeAFileFailsFirst() async throws {
        try await withDirectory { directory in
            #expect(await errno(to: "\(directory)/missing/file") == ENOENT)
            #expect(await errno(to: directory, .init(existing: .replace)) == EISDIR)
            #expect(await errno(to: "\(directory)/new/") == EISDIR)
            #expect(await errno(to: "") == ENOENT)
            #expect(await errno(to: "\(directory)/a\0b") == EINVAL)
            #expect(await errno(to: "/dev/null", .init(existing: .replace)) == EINVAL)
            #expect(await errno(to: "\(directory)/\(String(repeating: "x", count: 250))") == ENAMETOOLONG)
            let names = try FileManager.default.contentsOfDirectory(atPath: directory)
            #expect(names == [])
        }
    }

    @Test(.enabled(if: geteuid() != 0, "root may write everywhere"))
    func aDirectoryWithoutPermissionFailsFirst() async throws {
        try await withDirectory { directory in
            try #require(unsafe chmod(directory, 0o500) == 0)
            #expect(await errno(to: "\(directory)/file") == EACCES)
        }
    }

    @Test func aSymbolicLinkIsReplacedItself() async throws {
        try await withDirectory { directory in
            let path = "\(directory)/link"
            try write("old", to: "\(directory)/file")
            try #require(unsafe symlink("file", path) == 0)
            #expect(await errno(to: path) == EEXIST)
            try await download(to: path, .init(existing: .replace))
            #expect(contents("\(directory)/file") == Data("old".utf8))
            let isWhole = contents(path) == ScriptedFile.bytes
            #expect(isWhole)
        }
    }

    @Test func aSymbolicLinkIsKeptForItsTarget() async throws {
        try await withDirectory { directory in
            let path = "\(directory)/link"
            try #require(unsafe symlink("file", path) == 0)
            let keeping = DownloadOptions(existing: .keep)
            try write("old", to: "\(directory)/file")
            let file = ScriptedFile()
            let kept = try await file.client.download(Endpoint<Data>.get("/file"), to: path, options: keeping)
            #expect(kept.size == 3)
            #expect(file.ranges.isEmpty)
            try FileManager.default.removeItem(atPath: "\(directory)/file")
            try await download(to: path, keeping)
            let isWhole = contents(path) == ScriptedFile.bytes
            #expect(isWhole)
            #expect(contents("\(directory)/file") == nil)
        }
    }

    @Test func aFailureWithoutAResponseLeavesThePartOfAnotherDownload() async throws {
        try await withDirectory { directory in
            let path = "\(directory)/file"
            try write("half", to: "\(path).curlew-part")
            let transport = ScriptedTransport { _ in throw NetworkError(.cannotConnect, "") }
            let client = Client(
                baseURL: "http://example.com", transport: transport,
                configuration: .init(clock: TestClock().clock))
            await #expect(throws: NetworkError.self) {
                try await client.download(Endpoint<Data>.get("/file"), to: path)
            }
            #expect(contents("\(path).curlew-part") == Data("half".utf8))
            try FileManager.default.removeItem(atPath: "\(path).curlew-part")
            await #expect(throws: NetworkError.self) {
                try await client.download(Endpoint<Data>.get("/file"), to: path)
            }
            #expect(contents("\(path).curlew-part") == nil)
        }
    }

    @Test func aSymbolicLinkInPlaceOfThePartIsNotFollowed() async throws {
        try await withDirectory { directory in
            try write("precious", to: "\(directory)/victim")
            try #require(unsafe symlink("victim", "\(directory)/file.curlew-part") == 0)
            #expect(await errno(to: "\(directory)/file") == ELOOP)
            #expect(contents("\(directory)/victim") == Data("precious".utf8))
        }
    }

    @Test func onlyOneDownloadAtATimeWritesToAPath() async throws {
        try await withDirectory { directory in
            let path = "\(directory)/file"
            let other = try FileWriter.new("\(path).curlew-part")
            try other?.lock()
            #expect(await errno(to: path) == EWOULDBLOCK)
            #expect(FileManager.default.fileExists(atPath: "\(path).curlew-part"))
            withExtendedLifetime(other) {}
        }
    }

    @Test(arguments: [DownloadOptions.ExistingFile.fail, .keep])
    func aFileThatAppearsMeanwhileIsNotReplaced(existing: DownloadOptions.ExistingFile) async throws {
        try await withDirectory { directory in
            let path = "\(directory)/file"
            let transport = ScriptedTransport { _ in
                try Data("other".utf8).write(to: URL(fileURLWithPath: path))
                return HTTPResponse(status: 200, body: .data(Data("ok".utf8)))
            }
            let client = Client(baseURL: "http://example.com", transport: transport)
            let error = await #expect(throws: NetworkError.self) {
                try await client.download(
                    Endpoint<Data>.get("/file"), to: path, options: .init(existing: existing))
            }
            #expect(error?.errno == EEXIST)
            let left = contents(path)
            #expect(left == Data("other".utf8))
        }
    }

    @Test func aPartThatIsTheCompleteFileTooIsLeftAlone() async throws {
        try await withDirectory { directory in
            let path = "\(directory)/file"
            try write("old", to: path)
            try #require(unsafe link(path, "\(path).curlew-part") == 0)
            let old = try FileReader(path: path)
            try await download(to: path, .init(existing: .replace))
            var buffer = [UInt8](repeating: 0, count: 8)
            let count = try old.read(into: &buffer)
            #expect(Array(buffer[..<count]) == Array("old".utf8))
            let isReplaced = contents(path) == ScriptedFile.bytes
            #expect(isReplaced)
        }
    }

    @Test(arguments: [DownloadOptions.ExistingFile.fail, .keep])
    func aPartThatIsTheCompleteFileTooIsNoLongerNeeded(existing: DownloadOptions.ExistingFile) async throws {
        try await withDirectory { directory in
            let path = "\(directory)/file"
            try write("old", to: path)
            try #require(unsafe link(path, "\(path).curlew-part") == 0)
            try write("{}", to: "\(path).curlew-part.json")
            try? await download(to: path, .init(existing: existing))
            let names = try FileManager.default.contentsOfDirectory(atPath: directory)
            #expect(names == ["file"])
            #expect(contents(path) == Data("old".utf8))
        }
    }

    @Test(arguments: [DownloadOptions.ExistingFile.fail, .keep])
    func anExistingFileLeavesThePartOfAnotherDownload(existing: DownloadOptions.ExistingFile) async throws {
        try await withDirectory { directory in
            let path = "\(directory)/file"
            try write("old", to: path)
            try write("{}", to: "\(path).curlew-part.json")
            try write("part", to: "\(path).curlew-part")
            try? await download(to: path, .init(existing: existing))
            #expect(contents(path) == Data("old".utf8))
            #expect(contents("\(path).curlew-part") == Data("part".utf8))
            #expect(contents("\(path).curlew-part.json") == Data("{}".utf8))
        }
    }

    @Test func canBeForcedToDisk() async throws {
        try await withDirectory { directory in
            try await download(to: "\(directory)/file", .init(synchronizes: true))
            #expect(contents("\(directory)/file")?.count == 1000)
        }
    }

    #if os(Linux)
        @Test(.enabled(if: Subprocess.canMount, "a small disk needs a superuser who may mount"))
        func aFullDiskIsFileFailedAndResumedOnceThereIsRoom() async throws {
            try await withDirectory { directory in
                try #require(unsafe mount("tmpfs", directory, "tmpfs", 0, "size=64k") == 0)
                defer { unsafe umount2(directory, Int32(MNT_DETACH)) }
                let path = "\(directory)/file"
                try Data(count: 56 * 1024).write(to: URL(fileURLWithPath: "\(directory)/ballast"))
                let bytes = ScriptedFile.bytes
                let file = ScriptedFile(repeating: 20)
                let error = await #expect(throws: NetworkError.self) {
                    try await download(to: path, .init(), file)
                }
                #expect(error?.code == .fileFailed)
                #expect(error?.errno == ENOSPC)
                try FileManager.default.removeItem(atPath: "\(directory)/ballast")
                let more = ScriptedFile(repeating: 20)
                try await download(to: path, .init(), more)
                #expect(more.ranges.first??.hasPrefix("bytes=") == true)
                let isWhole = contents(path) == Data((0..<20).flatMap { _ in bytes })
                #expect(isWhole)
            }
        }
    #endif
}
