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

/// How a complete file gets its name.
struct DownloadTargetTests {
    private typealias Naming = @Sendable (DownloadTarget, String) throws -> Bool

    /// With a hard link, without one, and without an exclusive rename.
    private static let namings: [Naming] = [
        { target, source in
            try target.take(source, .fail)
            return true
        },
        { target, source in try target.takeByRename(source) },
        { target, source in try target.takeReservedName(source) },
    ]

    private func withDirectory(_ body: (String) async throws -> Void) async throws {
        let directory = FileManager.default.temporaryDirectory.appending(path: "curlew-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: directory) }
        try await body(directory.path)
    }

    private func write(_ text: String, to path: String) throws {
        try Data(text.utf8).write(to: URL(fileURLWithPath: path))
    }

    private func contents(_ path: String) -> Data? { try? Data(contentsOf: URL(fileURLWithPath: path)) }

    private func names(in directory: String) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: directory).sorted()
    }

    @Test(arguments: namings.indices) func onlyOneOfManyFilesGetsAName(naming: Int) async throws {
        try await withDirectory { directory in
            for index in 0..<32 { try write("\(index)", to: "\(directory)/\(index)") }
            let target = DownloadTarget("\(directory)/name")
            let successes = await withTaskGroup(of: Bool.self) { group in
                for index in 0..<32 {
                    group.addTask { (try? Self.namings[naming](target, "\(directory)/\(index)")) == true }
                }
                return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
            }
            #expect(successes == 1)
            let names = try names(in: directory)
            #expect(names.count == 32)
            #expect(names.contains("name"))
            #expect(contents("\(directory)/name")?.isEmpty == false)
        }
    }

    @Test(arguments: namings.indices) func aFailureLeavesNoName(naming: Int) async throws {
        try await withDirectory { directory in
            #expect(throws: NetworkError.self) {
                _ = try Self.namings[naming](DownloadTarget("\(directory)/name"), "\(directory)/missing")
            }
            let names = try names(in: directory)
            #expect(names.isEmpty)
        }
    }

    @Test func replacesOnRequest() async throws {
        try await withDirectory { directory in
            try write("old", to: "\(directory)/name")
            try write("new", to: "\(directory)/source")
            try DownloadTarget("\(directory)/name").take("\(directory)/source", .replace)
            #expect(try names(in: directory) == ["name"])
            #expect(contents("\(directory)/name") == Data("new".utf8))
        }
    }

    @Test func aDanglingLinkIsNotAnExistingFile() async throws {
        try await withDirectory { directory in
            try #require(unsafe symlink("nowhere", "\(directory)/name") == 0)
            try write("new", to: "\(directory)/source")
            let target = DownloadTarget("\(directory)/name")
            #expect(throws: NetworkError.self) { try target.take("\(directory)/source", .fail) }
            try target.take("\(directory)/source", .keep)
            #expect(try names(in: directory) == ["name"])
            #expect(contents("\(directory)/name") == Data("new".utf8))
        }
    }

    @Test func aRenameThatReplacesNothingSaysSo() async throws {
        try await withDirectory { directory in
            try write("old", to: "\(directory)/name")
            try write("new", to: "\(directory)/source")
            let result = ExclusiveRename.rename("\(directory)/source", to: "\(directory)/name")
            #expect([EEXIST, ENOSYS, EINVAL, ENOTSUP].contains(result))
            #expect(contents("\(directory)/name") == Data("old".utf8))
        }
    }

    @Test(arguments: [DownloadOptions.ExistingFile.fail, .keep])
    func anEmptyFileNextToAPartIsNotAFileYet(existing: DownloadOptions.ExistingFile) async throws {
        try await withDirectory { directory in
            let target = DownloadTarget("\(directory)/name")
            try write("", to: target.path)
            try write("new", to: target.partPath)
            #expect(try target.keptSize(existing) == nil)
            try target.take(target.partPath, existing)
            #expect(try names(in: directory) == ["name"])
            #expect(contents(target.path) == Data("new".utf8))
        }
    }

    @Test(arguments: ["", nil]) func anEmptyFileAloneIsAFile(part: String?) async throws {
        try await withDirectory { directory in
            let target = DownloadTarget("\(directory)/name")
            try write("", to: target.path)
            if let part { try write(part, to: target.partPath) }
            #expect(try target.keptSize(.keep) == 0)
            #expect(throws: NetworkError.self) { try target.keptSize(.fail) }
        }
    }

    @Test func aLinkToAnEmptyFileIsAFileNextToAPart() async throws {
        try await withDirectory { directory in
            let target = DownloadTarget("\(directory)/name")
            try write("", to: "\(directory)/empty")
            try #require(unsafe symlink("empty", target.path) == 0)
            try write("new", to: target.partPath)
            #expect(try target.keptSize(.keep) == 0)
        }
    }
}
