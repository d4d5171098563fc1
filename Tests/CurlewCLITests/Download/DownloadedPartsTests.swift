import CurlewTesting
import Foundation
import ShippedTransports
import TestSupport
import Testing

/// `curlew download` where the rest of a file, or a refusal, comes with other fields than the file.
@Suite(.timeLimit(.minutes(5)))
struct DownloadedPartsTests {
    private static let whole = LoopbackServer.Reply(
        .send(
            "HTTP/1.1 200 OK\r\nETag: \"a\"\r\nContent-Disposition: attachment; filename=named.txt\r\n"
                + "Content-Length: 4\r\n\r\nab"), .close)

    private static func rest(_ lines: String = "") -> LoopbackServer.Reply {
        .send(
            "HTTP/1.1 206 Partial Content\r\nETag: \"a\"\r\nContent-Range: bytes 1-3/4\r\n"
                + "\(lines)Content-Length: 3\r\n\r\nbcd")
    }

    private func download(
        _ server: LoopbackServer, _ arguments: [String], _ transport: TransportChoice, in directory: URL
    ) async throws -> Tool.Result {
        let all = ["download", "\(server.url)/x", "--transport", transport.rawValue] + arguments
        return try await Tool.curlew.run(all, in: directory)
    }

    private func withDirectory(_ body: (URL) async throws -> Void) async throws {
        let directory = FileManager.default.temporaryDirectory.appending(path: "curlew-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: directory) }
        try await body(directory)
    }

    private func names(in directory: URL) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: directory.path).sorted()
    }

    @Test(arguments: TransportChoice.allCases, [true, false])
    func aPartNeedNotRepeatTheName(transport: TransportChoice, inOneProcess: Bool) async throws {
        let server = try LoopbackServer(replies: [Self.whole, Self.rest()])
        try await withDirectory { directory in
            let arguments = ["--content-disposition", "--retry", inOneProcess ? "1" : "0"]
            var result = try await download(server, arguments, transport, in: directory)
            if !inOneProcess {
                #expect(result.errors.contains("run the same command again"))
                result = try await download(server, arguments, transport, in: directory)
            }
            #expect(result.exitCode == 0)
            #expect(try names(in: directory) == ["named.txt"])
            let text = try String(contentsOf: directory.appending(path: "named.txt"), encoding: .utf8)
            #expect(text == "abcd")
        }
    }

    @Test func aPartThatURLSessionCannotTakeIsNotPromised() async throws {
        let server = try LoopbackServer(replies: [Self.whole, Self.rest("Content-Encoding: gzip\r\n")])
        try await withDirectory { directory in
            let result = try await download(server, ["--retry", "1"], .urlsession, in: directory)
            #expect(result.exitCode == 4)
            #expect(result.errors.contains("use the libcurl transport"))
            #expect(!result.errors.contains("run the same command again"))
        }
    }

    @Test(arguments: TransportChoice.allCases)
    func anEncodedRefusalIsARefusal(transport: TransportChoice) async throws {
        let server = try LoopbackServer(replies: [
            .send("HTTP/1.1 404 Not Found\r\nContent-Encoding: gzip\r\nContent-Length: 4\r\n\r\ngone")
        ])
        try await withDirectory { directory in
            let result = try await download(server, [], transport, in: directory)
            #expect(result.exitCode == 22)
            #expect(result.errors.contains("the server responded with 404"))
        }
    }
}
