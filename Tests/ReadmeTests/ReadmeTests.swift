import Foundation
import Testing

/// Every Swift block of the README stands, apart from its indentation, in a file of this folder, which compiles it.
struct ReadmeTests {
    private static let folder = URL(filePath: #filePath).deletingLastPathComponent()
    private static let readme = folder.appending(path: "../../README.md").standardized

    @Test func samplesAreCompiled() throws {
        let files = try FileManager.default.contentsOfDirectory(
            at: Self.folder, includingPropertiesForKeys: nil)
        let sources = try files.filter {
            $0.pathExtension == "swift" && $0.lastPathComponent != "ReadmeTests.swift"
        }
        .map { Self.normalized(try String(contentsOf: $0, encoding: .utf8)) }
        let blocks = Self.swiftBlocks(of: try String(contentsOf: Self.readme, encoding: .utf8))
        #expect(blocks.count >= 10)
        for block in blocks {
            let text = Self.normalized(block)
            #expect(!text.isEmpty && sources.contains { $0.contains(text) }, "not compiled:\n\(block)")
        }
    }

    @Test func readmeNamesItsFiles() throws {
        let text = try String(contentsOf: Self.readme, encoding: .utf8)
        let root = Self.readme.deletingLastPathComponent()
        for match in text.matches(of: /\]\(([^)#:]+)\)/) {
            let path = root.appending(path: String(match.1)).path
            #expect(FileManager.default.fileExists(atPath: path), "\(match.1)")
        }
    }

    /// The texts between a line that is exactly "```swift" and the next fence; a block with another word, such as
    /// "```swift manifest", is not a sample.
    private static func swiftBlocks(of text: String) -> [String] {
        text.components(separatedBy: "\n```swift\n").dropFirst().map {
            String($0.components(separatedBy: "\n```")[0])
        }
    }

    /// The lines without indentation and empty ones, each ended, so that only whole lines match.
    private static func normalized(_ text: String) -> String {
        let lines = text.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
        return "\n" + lines.filter { !$0.isEmpty }.map { $0 + "\n" }.joined()
    }
}
