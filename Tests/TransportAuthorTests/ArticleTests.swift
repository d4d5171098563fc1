import Foundation
import Testing

/// Every Swift block of the article on writing a transport is part of a file in this folder, which compiles it.
struct ArticleTests {
    private static let folder = URL(filePath: #filePath).deletingLastPathComponent()

    @Test func samplesAreCompiled() throws {
        let article = Self.folder.appending(path: "../../Sources/Curlew/Curlew.docc/WritingATransport.md")
        let blocks = try Self.text(of: article).components(separatedBy: "\n```swift\n").dropFirst().map {
            Self.normalized($0.components(separatedBy: "\n```")[0])
        }
        let files = try FileManager.default.contentsOfDirectory(
            at: Self.folder, includingPropertiesForKeys: nil)
        let sources = try files.map { Self.normalized(try Self.text(of: $0)) }
        #expect(blocks.count == 4)
        for block in blocks { #expect(sources.contains { $0.contains(block) }, "not compiled:\n\(block)") }
    }

    private static func text(of file: URL) throws -> String { try String(contentsOf: file, encoding: .utf8) }

    /// The lines without indentation and without empty ones, each with its end, so that only whole lines match.
    private static func normalized(_ text: String) -> String {
        let lines = text.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
        return "\n" + lines.filter { !$0.isEmpty }.map { $0 + "\n" }.joined()
    }
}
