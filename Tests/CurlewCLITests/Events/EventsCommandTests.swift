import Curlew
import CurlewConformance
import CurlewTesting
import Foundation
import ShippedTransports
import TestSupport
import Testing

@testable import CurlewCLI

@Suite(.timeLimit(.minutes(5)))
struct EventsCommandTests {
    private func events(_ arguments: [String], _ transport: TransportChoice) async throws -> Tool.Result {
        try await Tool.curlew.run(["events"] + arguments + ["--transport", transport.rawValue])
    }

    @Test(arguments: TransportChoice.allCases)
    func printsTheDataOverAllConnections(transport: TransportChoice) async throws {
        let stream = CutEventStream(eventCount: 30, cutCount: 3)
        let server = try stream.serve()
        let result = try await events([server.url], transport)
        #expect(result.exitCode == 0)
        #expect(result.text == stream.events.map { "\($0.data)\n" }.joined())
        #expect(result.errors.isEmpty)
    }

    @Test(arguments: TransportChoice.allCases)
    func printsJSONAfterAnEventAndStopsAtTheCount(transport: TransportChoice) async throws {
        let server = try CutEventStream(eventCount: 30, cutCount: 0).serve()
        let arguments = [server.url, "--output", "json", "--last-event-id", "10", "--count", "2"]
        let result = try await events(arguments, transport)
        #expect(result.exitCode == 0)
        let lines = [
            #"{"data":"é€😀 11\nline 2","event":"message","id":"11"}"#,
            #"{"data":"é€😀 12\nline 2","event":"third","id":"12"}"#,
        ]
        #expect(result.text == lines.map { "\($0)\n" }.joined())
    }

    @Test(arguments: TransportChoice.allCases)
    func connectsOnceWithTheOption(transport: TransportChoice) async throws {
        let server = try CutEventStream(eventCount: 3, cutCount: 0).serve()
        #expect(try await events([server.url, "--once"], transport).exitCode == 0)
        #expect(server.requestCount == 1)
    }

    @Test(arguments: TransportChoice.allCases)
    func saysWhatIsWrong(transport: TransportChoice) async throws {
        let server = try LoopbackServer()
        let cases: [(String, Int32)] = [
            ("\(server.url)/html", 112), ("\(server.url)/status/503", 22), ("\(server.url)/status/204", 0),
            ("http://127.0.0.1:1/", 7), ("ftp://127.0.0.1/", 3),
        ]
        for (url, exitCode) in cases {
            let result = try await events([url], transport)
            #expect(result.exitCode == exitCode)
            #expect(result.errors.isEmpty == (exitCode == 0))
            #expect(result.output.isEmpty)
        }
    }

    @Test func refusesAnIDWithALineBreak() async throws {
        let server = try LoopbackServer()
        let result = try await events([server.url, "--last-event-id", "7\n8"], .libcurl)
        #expect(result.exitCode == 43)
        #expect(result.errors.contains("Last-Event-ID"))
        #expect(server.requestCount == 0)
    }

    @Test(arguments: [
        [], ["a", "b"], ["u", "--count", "-1"], ["u", "--count", "x"], ["u", "--output", "xml"],
        ["u", "--once=1"],
        ["u", "--last-event-id"], ["u", "--unknown"], ["http://a:b@h", "-H", "Authorization: x"],
    ])
    func refusesWrongUsage(arguments: [String]) {
        #expect(throws: UsageError.self) { try EventsOptions(arguments) }
    }
}
