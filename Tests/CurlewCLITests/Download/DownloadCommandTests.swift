import CurlewTesting
import Foundation
import ShippedTransports
import TestSupport
import Testing

@testable import Curlew
@testable import CurlewCLI

@Suite(.timeLimit(.minutes(5)))
struct DownloadCommandTests {
    private func withDirectory(_ body: (URL) async throws -> Void) async throws {
        let directory = FileManager.default.temporaryDirectory.appending(path: "curlew-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: directory) }
        try await body(directory)
    }

    private func names(in directory: URL) -> [String]? {
        try? FileManager.default.contentsOfDirectory(atPath: directory.path).sorted()
    }

    private func length(of path: String) -> Int {
        (try? FileManager.default.attributesOfItem(atPath: path)[.size] as? Int) ?? 0
    }

    private func isWhole(_ file: LoopbackServer.ServedFile, _ path: URL) -> Bool {
        (try? Data(contentsOf: path)) == Data(file.bytes)
    }

    private func download(_ arguments: [String], in directory: URL) async throws -> Tool.Result {
        try await Tool.curlew.run(["download"] + arguments, in: directory)
    }

    @Test(arguments: TransportChoice.allCases)
    func isSilentAwayFromATerminal(transport: TransportChoice) async throws {
        let file = LoopbackServer.ServedFile(size: 300_000)
        let server = try LoopbackServer(routes: [file.route("/a/file.bin")])
        try await withDirectory { directory in
            let result = try await download(
                ["\(server.url)/a/file.bin?x=y", "--transport", transport.rawValue, "--sha256", file.sha256],
                in: directory)
            #expect(result.exitCode == 0)
            #expect(result.output.isEmpty)
            #expect(result.errors.isEmpty)
            #expect(names(in: directory) == ["file.bin"])
            #expect(isWhole(file, directory.appending(path: "file.bin")))
        }
    }

    @Test func downloadsSeveralAndEndsWithTheFirstFailure() async throws {
        let server = try LoopbackServer()
        try await withDirectory { directory in
            let urls = ["/json", "/status/404", "/text", "/bytes/10"].map { server.url + $0 }
            let result = try await download(urls + ["--jobs", "2"], in: directory)
            #expect(result.exitCode == 22)
            #expect(result.errors.hasPrefix("curlew: 404: unacceptableStatus: the server responded with 404"))
            #expect(result.errors.split(separator: "\n").count == 1)
            #expect(names(in: directory) == ["10", "json", "text"])
        }
    }

    @Test func anExistingFileIsKeptReplacedOrAnError() async throws {
        let server = try LoopbackServer()
        try await withDirectory { directory in
            let arguments = ["\(server.url)/json"]
            #expect(try await download(arguments, in: directory).exitCode == 0)
            let second = try await download(arguments, in: directory)
            #expect(second.exitCode == 26)
            #expect(second.errors.contains("File exists"))
            #expect(try await download(arguments + ["--existing", "keep"], in: directory).exitCode == 0)
            #expect(server.requestCount == 1)
            #expect(try await download(arguments + ["--existing", "replace"], in: directory).exitCode == 0)
            #expect(server.requestCount == 2)
        }
    }

    @Test func anotherChecksumIs117() async throws {
        let server = try LoopbackServer()
        try await withDirectory { directory in
            let wrong = String(repeating: "0", count: 64)
            let result = try await download(["\(server.url)/json", "--sha256", wrong], in: directory)
            #expect(result.exitCode == 117)
            #expect(names(in: directory) == [])
        }
    }

    @Test func theServerNamesTheFileOnlyWhenAsked() async throws {
        let server = try LoopbackServer(routes: [
            .init("GET", "/x") { _ in
                .init(fields: ["Content-Disposition": "attachment; filename=\"../../y.txt\""], body: [1])
            }
        ])
        try await withDirectory { directory in
            #expect(try await download(["\(server.url)/x"], in: directory).exitCode == 0)
            let asked = try await download(
                ["\(server.url)/x", "--content-disposition", "--existing", "replace"], in: directory)
            #expect(asked.exitCode == 0)
            #expect(names(in: directory) == ["y.txt"])
        }
    }

    @Test(arguments: [
        ("filename=set-1.7z", "set-1.7z"), ("attachment; filename=\"\"", "x"),
        ("attachment; filename=\"..\"", "x"),
        ("inline", "x"), ("attachment; filename='a b.7z'", "a b.7z"),
    ]) func aNameIsReadAsBrowsersReadIt(field: String, name: String) async throws {
        let server = try LoopbackServer(routes: [
            .init("GET", "/x") { _ in .init(fields: ["Content-Disposition": field], body: [1]) }
        ])
        try await withDirectory { directory in
            let result = try await download(["\(server.url)/x", "--content-disposition"], in: directory)
            #expect(result.exitCode == 0)
            #expect(names(in: directory) == [name])
        }
    }

    @Test func anArchiveLabelledGzipIsStoredUnchanged() async throws {
        let reply = LoopbackServer.Reply.send(
            "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: 5\r\n\r\n\u{1F}gzip")
        let server = try LoopbackServer(replies: [reply, reply])
        try await withDirectory { directory in
            #expect(try await download(["\(server.url)/a.tar.gz"], in: directory).exitCode == 0)
            let archive = try? Data(contentsOf: directory.appending(path: "a.tar.gz"))
            #expect(archive == Data("\u{1F}gzip".utf8))
            let refused = try await download(
                ["\(server.url)/b.tar.gz", "--content-coding", "refuse"], in: directory)
            #expect(refused.errors.hasPrefix("curlew: b.tar.gz: unsupported: "))
            #expect(refused.errors.contains("--content-coding keep stores it encoded"))
            #expect(names(in: directory) == ["a.tar.gz"])
        }
    }

    @Test func aTotalLimitNamesTheLastFailure() async throws {
        let busy = "HTTP/1.1 503 Service Unavailable\r\nRetry-After: 3600\r\nContent-Length: 0\r\n\r\n"
        let server = try LoopbackServer(replies: [.send(busy)])
        try await withDirectory { directory in
            let result = try await download(["\(server.url)/x", "--timeout", "600"], in: directory)
            #expect(result.exitCode == 28)
            #expect(result.errors.contains("; the last attempt was unacceptableStatus: "))
        }
    }

    @Test func aBusyServerIsRetriedAsOftenAsRequested() async throws {
        let busy = LoopbackServer.Reply.send(
            "HTTP/1.1 503 Service Unavailable\r\nRetry-After: 0\r\nContent-Length: 0\r\n\r\n")
        let ok = LoopbackServer.Reply.send("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok")
        let server = try LoopbackServer(replies: [busy, ok, busy])
        try await withDirectory { directory in
            let arguments = ["\(server.url)/x", "--existing", "replace", "--retry"]
            let patient = try await download(arguments + ["1"], in: directory)
            #expect(patient.exitCode == 0)
            #expect(server.requestCount == 2)
            let impatient = try await download(arguments + ["0"], in: directory)
            #expect(impatient.exitCode == 22)
            #expect(server.requestCount == 3)
        }
    }

    /// Responds to each path with its own text, and names it as given.
    private func server(naming names: [String: String]) throws -> LoopbackServer {
        try LoopbackServer(
            routes: names.map { path, name in
                LoopbackServer.Route("GET", path) { _ in
                    .init(
                        fields: ["Content-Disposition": "attachment; filename=\(name)"],
                        body: Array(path.utf8))
                }
            })
    }

    private func texts(in directory: URL) throws -> [String] {
        try #require(names(in: directory)).map { name in
            try String(contentsOf: directory.appending(path: name), encoding: .utf8)
        }.sorted()
    }

    @Test(arguments: [DownloadOptions.ExistingFile.fail, .replace])
    func severalFilesOfOneNameLoseNone(existing: DownloadOptions.ExistingFile) async throws {
        let paths = (0..<8).map { "/\($0)" }
        let server = try server(naming: Dictionary(uniqueKeysWithValues: paths.map { ($0, "same") }))
        try await withDirectory { directory in
            let result = try await download(
                paths.map { server.url + $0 } + [
                    "--content-disposition", "--jobs", "8", "--existing", existing.rawValue,
                ], in: directory)
            #expect(result.exitCode == 26)
            #expect(result.errors.split(separator: "\n").count == 7)
            #expect(try texts(in: directory) == paths)
        }
    }

    @Test func aServersNameMustNotBeThatOfAnotherURL() async throws {
        let server = try server(naming: ["/a": "b", "/b": "a", "/c": "c"])
        try await withDirectory { directory in
            let arguments = ["/a", "/b", "/c"].map { server.url + $0 } + ["--content-disposition"]
            for _ in 0..<2 {
                let result = try await download(arguments + ["--existing", "replace"], in: directory)
                #expect(result.exitCode == 26)
                #expect(result.errors.contains("cannot write b: another URL has the same file name"))
                #expect(names(in: directory) == ["a", "b", "c"])
                #expect(try texts(in: directory) == ["/a", "/b", "/c"])
            }
        }
    }

    @Test(arguments: [
        ("/file", true, true), ("/file", false, false), ("/other", true, false), (nil, true, false),
    ])
    func offersToResumeOnlyIfItCan(recorded: String?, resumes: Bool, offersToResume: Bool) async throws {
        try await withDirectory { directory in
            let part = directory.appending(path: "file.curlew-part")
            try Data("part".utf8).write(to: part)
            if let recorded {
                let validator = try #require(RangeValidator([.eTag: "\"a\""]))
                let hash = SHA256Hasher.digest(of: "http://127.0.0.1:1\(recorded)".utf8).hex
                try PartialRecord(urlHash: hash, validator: validator, total: nil).save(
                    to: "\(part.path).json")
            }
            let result = try await download(
                ["http://127.0.0.1:1/file", "--retry", "0"] + (resumes ? [] : ["--no-resume"]), in: directory)
            #expect(result.exitCode == 7)
            #expect(result.errors.contains("run the same command again") == offersToResume)
        }
    }

    @Test func aServersNameNeverReplacesADirectory() async throws {
        let server = try LoopbackServer(routes: [
            .init("GET", "/x") { _ in .init(fields: ["Content-Disposition": "attachment; filename=docs"]) }
        ])
        try await withDirectory { directory in
            let docs = directory.appending(path: "docs")
            try FileManager.default.createDirectory(
                at: docs.appending(path: "kept"), withIntermediateDirectories: true)
            for existing in [DownloadOptions.ExistingFile.fail, .replace] {
                let result = try await download(
                    ["\(server.url)/x", "--content-disposition", "--existing", existing.rawValue],
                    in: directory)
                #expect(result.exitCode == 26)
                #expect(names(in: docs) == ["kept"])
                try FileManager.default.removeItem(at: directory.appending(path: "x"))
            }
        }
    }

    @Test(arguments: TransportChoice.allCases, [SIGINT, SIGKILL])
    func aSignalLeavesAPartThatIsResumed(transport: TransportChoice, signal: Int32) async throws {
        let size = 8 << 20
        let file = LoopbackServer.ServedFile(size: size)
        file.stallResponses(after: size / 2)
        let server = try LoopbackServer(routes: [file.route("/file")])
        try await withDirectory { directory in
            let arguments = ["download", "\(server.url)/file", "--transport", transport.rawValue]
            let running = try Tool.curlew.start(arguments, in: directory)
            let part = directory.appending(path: "file.curlew-part").path
            while length(of: part) < size / 2 { try await Task.sleep(for: .milliseconds(2)) }
            running.signal(signal)
            let killed = await running.result()
            #expect(killed.exitCode == (signal == SIGINT ? 42 : SIGKILL))
            #expect(names(in: directory) == ["file.curlew-part", "file.curlew-part.json"])
            if signal == SIGINT { #expect(killed.errors.contains("run the same command again")) }
            #expect(length(of: part) == size / 2)
            file.stallResponses(after: nil)
            let result = try await Tool.curlew.run(arguments, in: directory)
            #expect(result.exitCode == 0)
            #expect(names(in: directory) == ["file"])
            #expect(isWhole(file, directory.appending(path: "file")))
            #expect(server.received.last?["Range"] == "bytes=\(size / 2 - 1)-")
        }
    }
}
