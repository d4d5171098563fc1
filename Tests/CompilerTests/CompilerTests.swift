import Foundation
import TestSupport
import Testing

/// What users write compiles with the settings that packages choose, and what is known to crash the compiler is listed.
///
/// `KnownFaults` has a file for each kind of code that crashes the compiler of Swift 6.3.1: a `do` around a call with
/// typed throws, whose clauses do not catch everything, in a function with a closure that captures. `UserCode` has the
/// same calls with a plain `catch` at the end.
///
/// One at a time: each run of the compiler keeps a processor busy.
@Suite(
    .enabled(if: isSupported, "the compiler is found and run as on Linux"), .serialized,
    .timeLimit(.minutes(10))
)
struct CompilerTests {
    private static let settings = [
        Compiler.Settings("Swift 6", ["-swift-version", "6"]),
        Compiler.Settings("Swift 6, release", ["-swift-version", "6", "-O"]),
        Compiler.Settings("Swift 5", ["-swift-version", "5"]),
        Compiler.Settings("Swift 5, release", ["-swift-version", "5", "-O"]),
        Compiler.Settings(
            "Swift 5, complete checking", ["-swift-version", "5", "-strict-concurrency=complete"]),
        Compiler.Settings(
            "Swift 6, upcoming features",
            [
                "-swift-version", "6", "-strict-memory-safety", "-enable-upcoming-feature",
                "NonisolatedNonsendingByDefault", "-enable-upcoming-feature", "InternalImportsByDefault",
                "-enable-upcoming-feature", "MemberImportVisibility", "-enable-upcoming-feature",
                "ExistentialAny",
            ]),
    ]

    private static let mainActorSettings = [
        Compiler.Settings("Swift 6", ["-swift-version", "6", "-default-isolation", "MainActor"]),
        Compiler.Settings(
            "Swift 6, release", ["-swift-version", "6", "-default-isolation", "MainActor", "-O"]),
        Compiler.Settings("Swift 5", ["-swift-version", "5", "-default-isolation", "MainActor"]),
        Compiler.Settings(
            "Swift 6, approachable concurrency",
            [
                "-swift-version", "6", "-default-isolation", "MainActor", "-enable-upcoming-feature",
                "NonisolatedNonsendingByDefault", "-enable-upcoming-feature", "InferIsolatedConformances",
            ]),
    ]

    /// The compiler warns of some of the clauses that it crashes on.
    private static let tolerant = Compiler.Settings(
        "Swift 6", ["-swift-version", "6", "-no-warnings-as-errors"])

    @Test(arguments: settings) func whatUsersWriteCompiles(settings: Compiler.Settings) async throws {
        let result = try await Compiler.compile(Compiler.files(in: "UserCode"), settings)
        #expect(result.exitCode == 0, "\(result.errors)")
    }

    @Test(arguments: settings) func theDeclarationsOfTheReadmeCompile(settings: Compiler.Settings)
        async throws
    {
        let files = ["FirstRequest", "SampleAPI"].map {
            Compiler.folder.appending(path: "../ReadmeTests/\($0).swift").standardized.path
        }
        let result = try await Compiler.compile(files, settings)
        #expect(result.exitCode == 0, "\(result.errors)")
    }

    @Test(arguments: mainActorSettings) func whatUsersWriteOnTheMainActorCompiles(
        settings: Compiler.Settings
    ) async throws {
        let result = try await Compiler.compile(Compiler.files(in: "MainActorCode"), settings)
        #expect(result.exitCode == 0, "\(result.errors)")
    }

    @Test(arguments: settings) func theNamesOfSwiftHTTPTypesCanStandBeside(
        settings: Compiler.Settings
    ) async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "curlew-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let module = try await Compiler.module(
            "HTTPTypes", of: Compiler.files(in: "HTTPTypesStandIn"), in: folder.path)
        #expect(module.exitCode == 0, "\(module.errors)")
        let settings = Compiler.Settings("\(settings)", settings.arguments + ["-I", folder.path])
        let result = try await Compiler.compile(Compiler.files(in: "HTTPTypesCode"), settings)
        #expect(result.exitCode == 0, "\(result.errors)")
    }

    /// Fails when a compiler no longer crashes: then the file, and in the end the rule in the README, can go.
    @Test(arguments: try Compiler.files(in: "KnownFaults")) func theCompilerCrashes(path: String) async throws
    {
        let checked = try await Compiler.typeCheck([path], Self.tolerant)
        #expect(checked.exitCode == 0, "only the compiler may be at fault:\n\(checked.errors)")
        let result = try await Compiler.compile([path], Self.tolerant)
        #expect(result.exitCode != 1, "an error and no crash:\n\(result.errors)")
        withKnownIssue("the compiler crashes on \(path)") { #expect(result.exitCode == 0) }
    }

    /// The rule of the README, on the same code.
    @Test(arguments: try Compiler.files(in: "KnownFaults")) func aPlainCatchAtTheEndHelps(path: String)
        async throws
    {
        var text = try String(contentsOfFile: path, encoding: .utf8)
        let end = try #require(text.range(of: "\n    }\n", options: .backwards))
        text.replaceSubrange(end, with: "\n    } catch {\n        throw error\n    }\n")
        let file = FileManager.default.temporaryDirectory.appending(path: "curlew-\(UUID().uuidString).swift")
        try Data(text.utf8).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        let result = try await Compiler.compile([file.path], Self.tolerant)
        #expect(result.exitCode == 0, "\(result.errors)")
    }
}

private let isSupported: Bool = {
    #if os(Linux)
        true
    #else
        false
    #endif
}()
