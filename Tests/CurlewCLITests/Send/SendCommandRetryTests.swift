import Curlew
import CurlewTesting
import Foundation
import ShippedTransports
import TestSupport
import Testing

@testable import CurlewCLI

/// `curlew send` with retries, cookies, timings and curl commands.
@Suite(.timeLimit(.minutes(5)))
struct SendCommandRetryTests {
    private func send(_ arguments: [String], _ transport: TransportChoice) async throws -> Tool.Result {
        try await Tool.curlew.run(["send"] + arguments + ["--transport", transport.rawValue])
    }

    private static let busy: LoopbackServer.Reply = .send(
        "HTTP/1.1 503 Service Unavailable\r\nRetry-After: 0\r\nSet-Cookie: S=1\r\nContent-Length: 4\r\n\r\nbusy"
    )
    private static let ok: LoopbackServer.Reply = .send("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok")

    @Test(arguments: TransportChoice.allCases)
    func sendsAgain(transport: TransportChoice) async throws {
        let server = try LoopbackServer(replies: [Self.busy, Self.busy, Self.ok])
        let result = try await send([server.url, "--retry", "2", "--output", "json"], transport)
        let report = try result.json()
        #expect(result.exitCode == 0 && report["body"] == "ok" && report["attempts"] == 3)
        #expect(server.received.allSatisfy { $0["Cookie"] == nil })
    }

    @Test(arguments: TransportChoice.allCases)
    func aReportsTruncatedBodyIsRequestedAgain(transport: TransportChoice) async throws {
        let cut = LoopbackServer.Reply(.send("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nok"), .close)
        let server = try LoopbackServer(replies: [cut, Self.ok, cut, cut])
        let arguments = [server.url, "--retry", "1", "--output", "json"]
        let report = try await send(arguments, transport).json()
        #expect(report["body"] == "ok" && report["status"] == 200 && report["attempts"] == 2)
        let last = try await send(arguments, transport)
        let failure = try last.json()
        #expect(failure["error"]?["code"] == "incompleteBody" && failure["status"] == 200)
        #expect(failure["attempts"] == 2 && server.requestCount == 4)
    }

    @Test(arguments: TransportChoice.allCases)
    func printsTheLastResponseWhenNoRetryIsLeft(transport: TransportChoice) async throws {
        let server = try LoopbackServer(replies: [Self.busy, Self.busy, Self.ok])
        let result = try await send([server.url, "--retry", "1"], transport)
        #expect(result.exitCode == 22 && result.text == "busy")
        #expect(server.requestCount == 2)
    }

    @Test(arguments: TransportChoice.allCases)
    func keepsCookiesBetweenItsRequests(transport: TransportChoice) async throws {
        let server = try LoopbackServer(replies: [Self.busy, Self.ok])
        let result = try await send([server.url, "--retry", "1", "--cookie-jar"], transport)
        #expect(result.exitCode == 0)
        #expect(server.received.map { $0["Cookie"] } == [nil, "S=1"])
    }

    @Test(arguments: TransportChoice.allCases)
    func printsAWaterfallOfEachAttempt(transport: TransportChoice) async throws {
        let server = try LoopbackServer(replies: [Self.busy, Self.ok])
        let result = try await send(["\(server.url)/a?key=s3cret", "--retry", "1", "--timing"], transport)
        #expect(result.text == "ok")
        #expect(result.errors.contains("GET \(server.url)/a?<redacted> 503\n"))
        #expect(result.errors.contains("GET \(server.url)/a?<redacted> 200\n"))
        #expect(result.errors.components(separatedBy: "\n  total ").count == 3)
        #expect(!result.errors.contains("s3cret"))
    }

    @Test(arguments: TransportChoice.allCases)
    func printsACurlCommandAndSendsNothing(transport: TransportChoice) async throws {
        let server = try LoopbackServer()
        let result = try await send(
            ["\(server.url)/a?q=1", "--json", #"{"a":"b's"}"#, "--bearer", "s3cret", "--curl"], transport)
        #expect(result.exitCode == 0 && result.errors.isEmpty)
        #expect(result.text.hasPrefix("curl -X POST "))
        #expect(result.text.contains("-H 'Authorization: <redacted>'"))
        #expect(result.text.hasSuffix(#"--data-raw '{"a":"b'\''s"}' '\#(server.url)/a?q=1'"# + "\n"))
        #expect(server.requestCount == 0)
    }

    @Test func aCommandOfABadURLIsAnError() async throws {
        let result = try await send(["ftp://h/", "--curl"], .libcurl)
        #expect(result.exitCode == 3 && result.output.isEmpty)
    }

    @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/curl")))
    func aCommandSendsTheSameRequest() async throws {
        let server = try LoopbackServer()
        let url = "\(server.url)/anything?q=a%20b&r='"
        let arguments = ["PUT", url, "--data", "it's\n@\"$x\"", "-H", "X-A: it's", "-H", "X-Empty:"]
        let command = try await send(arguments + ["--curl"], .libcurl)
        let process = Process()
        process.executableURL = URL(filePath: "/bin/sh")
        process.arguments = ["-c", command.text]
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        try process.run()
        #expect(await server.waitUntil { $0.received.last?.isComplete == true })
        _ = try await send(arguments, .libcurl)
        let (first, second) = (try #require(server.received.first), try #require(server.received.last))
        #expect(server.requestCount == 2)
        #expect(first.method == second.method && first.target == second.target)
        #expect(first.bodyText == second.bodyText && first["X-A"] == second["X-A"] && first["X-Empty"] == "")
        #expect(first["User-Agent"] == second["User-Agent"] && first["Content-Type"] == nil)
    }
}
