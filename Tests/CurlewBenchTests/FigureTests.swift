import CurlewTesting
import Foundation
import Testing

/// A tenth of what `Scripts/figures` checks, each in a process of its own, which FoundationNetworking may end or block.
@Suite(.timeLimit(.minutes(5)), .serialized)
struct FigureTests {
    @Test(arguments: ["cancel", "slow", "crash", "lost", "times", "freeze", "burst"])
    func aTenthOfTheFigureHolds(name: String) async throws {
        let server = try LoopbackServer(recording: .off)
        let folder = try #require(Bundle.main.executableURL).deletingLastPathComponent()
        // The temporary files are counted in this folder.
        let temporary = FileManager.default.temporaryDirectory.appendingPathComponent("curlew-\(UUID())")
        try FileManager.default.createDirectory(at: temporary, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: temporary) }
        let outcome = try await Subprocess.run(
            [
                folder.appendingPathComponent("curlew-bench").path, "figures", "urlsession-\(name)",
                "--share", "0.1", "--url", server.url,
            ],
            environment: ["TMPDIR": temporary.path], within: .seconds(100))
        withKnownIssue("libdispatch ends a source twice when its connection breaks", isIntermittent: true) {
            #expect(outcome.ending == .exited(0), "\(outcome.output)")
        } when: {
            isEndedByThePlatform(outcome)
        }
    }

    /// Whether a trap without a reason ended it: Swift's own traps print theirs.
    private func isEndedByThePlatform(_ outcome: Subprocess.Outcome) -> Bool {
        outcome.ending == .signalled(SIGILL) && !outcome.output.contains("Fatal error")
    }
}
