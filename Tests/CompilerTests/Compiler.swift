import Foundation
import TestSupport
import Testing

/// The Swift compiler of the search path, as a package outside of this one would run it.
///
/// It reads the modules that were built with these tests, which takes a second; a package of its own would build them
/// again.
enum Compiler {
    /// What a package chooses in its manifest.
    struct Settings: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let arguments: [String]

        init(_ description: String, _ arguments: [String]) {
            testDescription = description
            self.arguments = arguments
        }
    }

    static let folder = URL(filePath: #filePath).deletingLastPathComponent()

    /// The paths of a folder's Swift files.
    static func files(in name: String) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: folder.appending(path: name).path)
            .filter { $0.hasSuffix(".swift") }.sorted().map { folder.appending(path: "\(name)/\($0)").path }
    }

    /// Checks the types of files, without compiling them.
    static func typeCheck(_ files: [String], _ settings: Settings) async throws -> Tool.Result {
        try await run(["-typecheck"] + settings.arguments + files)
    }

    /// Compiles files as one module, of which nothing is left out as unused; a warning is an error.
    static func compile(_ files: [String], _ settings: Settings) async throws -> Tool.Result {
        let options = ["-c", "-wmo", "-warnings-as-errors", "-enable-testing", "-module-name", "UserCode"]
        return try await run(options + ["-o", "/dev/null"] + settings.arguments + files)
    }

    /// Compiles files as a module that other files can import.
    static func module(_ name: String, of files: [String], in folder: String) async throws -> Tool.Result {
        try await run(
            [
                "-c", "-wmo", "-module-name", name, "-emit-module", "-emit-module-path",
                "\(folder)/\(name).swiftmodule", "-o", "\(folder)/\(name).o",
            ] + files)
    }

    private static func run(_ arguments: [String]) async throws -> Tool.Result {
        guard let tests = Bundle.main.executableURL else { throw CocoaError(.fileNoSuchFile) }
        let modules = tests.deletingLastPathComponent().appending(path: "Modules").path
        let curl = folder.appending(path: "../../CCurl").standardized.path
        let running = try RunningTool(
            URL(filePath: "/usr/bin/env"),
            ["swiftc", "-parse-as-library", "-I", modules, "-I", curl] + arguments)
        running.closeInput()
        return await running.result()
    }
}
