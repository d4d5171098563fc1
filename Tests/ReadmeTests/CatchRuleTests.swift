import Foundation
import Testing

/// Every `do` that users read ends with a plain `catch`: without one, the compiler can crash on their copy of it.
struct CatchRuleTests {
    private static let root = URL(filePath: #filePath).appending(path: "../../..").standardized

    /// The documents, the documentation comments, and the code that users copy.
    @Test func everyDoEndsWithAPlainCatch() throws {
        let documents = try Self.files(in: "Sources", "md") + [Self.root.appending(path: "README.md")]
        let copied = try [
            "Examples", "Tests/ReadmeTests", "Tests/TransportAuthorTests", "Tests/CompilerTests/UserCode",
        ]
        .flatMap { try Self.files(in: $0, "swift") }
        for file in documents + copied {
            let text = try String(contentsOf: file, encoding: .utf8)
            #expect(Self.unfinished(in: text) == [], "\(file.path)")
        }
        for file in try Self.files(in: "Sources", "swift") {
            let lines = try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
                .map { $0.trimmingCharacters(in: .whitespaces) }
            let comments = lines.filter { $0.hasPrefix("///") }.map { $0.dropFirst(3) }
            #expect(Self.unfinished(in: comments.joined(separator: "\n")) == [], "\(file.path)")
        }
    }

    @Test(arguments: [
        "do { try f() } catch is E { g() }",
        "do throws(E) {\n    try f { 1 }\n}\ncatch where error.isX { g() }",
        "do { try f() } catch { g() } catch E.x { g() }", "do { do { try f() } catch { g() } } catch E.x {}",
    ])
    func aDoWithoutItIsFound(text: String) {
        #expect(Self.unfinished(in: text).count == 1)
    }

    @Test(arguments: [
        "do { try f() } catch is E { g() } catch { throw error }", "do { f() }",
        "do { try f() } catch let error { g() }",
        "do throws(E) { try f() } catch { g() }", "a test to do { }", "doing { }",
    ])
    func aDoWithItIsNotFound(text: String) {
        #expect(Self.unfinished(in: text) == [])
    }

    private static func files(in folder: String, _ suffix: String) throws -> [URL] {
        let found = FileManager.default.enumerator(
            at: root.appending(path: folder), includingPropertiesForKeys: nil)
        return (found?.allObjects ?? []).compactMap { $0 as? URL }.filter {
            $0.pathExtension == suffix && !$0.path.contains("/.build/")
                && $0.lastPathComponent != "CatchRuleTests.swift"
        }
    }

    /// The `do` statements that have clauses, of which the last one does not catch everything.
    private static func unfinished(in text: String) -> [Substring] {
        text.matches(of: /\bdo\b(\s+throws\([^)]*\))?\s*\{/).compactMap { start in
            var end = blockEnd(in: text, after: start.range.upperBound)
            var pattern: Substring?
            while let clause = text[end...].prefixMatch(of: /\s*catch\b([^{]*)\{/) {
                pattern = clause.1
                end = blockEnd(in: text, after: clause.range.upperBound)
            }
            let last = pattern?.trimmingCharacters(in: .whitespacesAndNewlines)
            return [nil, "", "let error"].contains(last) ? nil : text[start.range.lowerBound..<end]
        }
    }

    /// The end of a block whose brace was opened before this index.
    private static func blockEnd(in text: String, after start: String.Index) -> String.Index {
        var depth = 1
        let closing = text[start...].indices.first { index in
            if text[index] == "{" { depth += 1 }
            if text[index] == "}" { depth -= 1 }
            return depth == 0
        }
        return closing.map { text.index(after: $0) } ?? text.endIndex
    }
}
