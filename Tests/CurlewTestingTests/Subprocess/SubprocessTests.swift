import CurlewTesting
import Foundation
import Testing

struct SubprocessTests {
    @Test func aProgramThatEndsHasItsStatusAndItsOutput() async throws {
        let outcome = try await Subprocess.run(
            ["/bin/sh", "-c", "echo out; echo err >&2; exit 7"], within: .seconds(30))
        #expect(outcome.ending == .exited(7))
        #expect(outcome.output == "out\nerr\n")
    }

    @Test func aProgramThatIsEndedByASignalSaysWhich() async throws {
        let outcome = try await Subprocess.run(["/bin/sh", "-c", "kill -ILL $$"], within: .seconds(30))
        #expect(outcome.ending == .signalled(SIGILL))
    }

    @Test func aProgramThatHangsIsKilled() async throws {
        let outcome = try await Subprocess.run(
            ["/bin/sh", "-c", "echo begun; exec sleep 600"], within: .seconds(3))
        #expect(outcome.ending == .killed)
        #expect(outcome.output == "begun\n")
    }

    @Test func aProgramThatClosesItsOutputIsStillWaitedFor() async throws {
        let outcome = try await Subprocess.run(
            ["/bin/sh", "-c", "exec >/dev/null 2>&1; sleep 0.1; exit 3"], within: .seconds(30))
        #expect(outcome.ending == .exited(3))
    }

    @Test func muchOutputIsReadToItsEnd() async throws {
        let outcome = try await Subprocess.run(
            ["/bin/sh", "-c", "head -c 3000000 /dev/zero; exit 0"], within: .seconds(30))
        #expect(outcome.ending == .exited(0))
        #expect(outcome.output.utf8.count >= 1 << 20)
    }

    @Test func theEnvironmentIsChangedForTheProgramOnly() async throws {
        let outcome = try await Subprocess.run(
            ["/bin/sh", "-c", "echo ${CURLEW_A-none} ${HOME-none}"],
            environment: ["CURLEW_A": "b", "HOME": ""],
            within: .seconds(30))
        #expect(outcome.output == "b none\n")
        #expect(ProcessInfo.processInfo.environment["CURLEW_A"] == nil)
    }

    @Test func aMissingProgramIsAnError() async throws {
        let error = await #expect(throws: Subprocess.StartError.self) {
            try await Subprocess.run(["/nowhere/at/all"], within: .seconds(30))
        }
        #expect(error?.errno == ENOENT)
    }

    @Test(.enabled(if: Subprocess.canMount, "it needs Linux and a superuser who may mount"))
    func oneFileStandsInPlaceOfAnotherForTheProgramOnly() async throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("curlew-\(UUID())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let (mine, theirs) = (folder.appendingPathComponent("mine"), folder.appendingPathComponent("theirs"))
        try Data("mine".utf8).write(to: mine)
        try Data("theirs".utf8).write(to: theirs)
        let outcome = try await Subprocess.run(
            Subprocess.command(["/bin/cat", theirs.path], seeing: mine.path, as: theirs.path),
            within: .seconds(30))
        #expect(outcome.output == "mine")
        #expect(try Data(contentsOf: theirs) == Data("theirs".utf8))
    }
}
