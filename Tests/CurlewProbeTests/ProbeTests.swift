import Curlew
import CurlewTesting
import Foundation
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(5)))
struct ProbeTests {
    private let server: LoopbackServer

    init() throws {
        server = try LoopbackServer()
    }

    private func lines(_ result: Tool.Result) throws -> [JSONValue] {
        try result.text.split(separator: "\n").map {
            try JSONDecoder().decode(JSONValue.self, from: Data($0.utf8))
        }
    }

    @Test func printsATableAndExitsWithZeroOnSuccess() async throws {
        let result = try await Tool.probe.run(["\(server.url)/get", "\(server.url)/redirect/1"])
        #expect(result.exitCode == 0)
        let rows = result.text.split(separator: "\n")
        #expect(rows.count == 3)
        #expect(rows.first?.hasPrefix("status") == true)
        #expect(rows.contains { $0.hasPrefix("200 ") && $0.hasSuffix("/get") })
        #expect(rows.contains { $0.hasPrefix("302 ") && $0.hasSuffix("/redirect/1") })
    }

    @Test func printsOneObjectPerLineAndExitsWithOneWhenOneFails() async throws {
        let urls = ["\(server.url)/get", "\(server.url)/status/503", "http://127.0.0.1:1/"]
        let result = try await Tool.probe.run(["--output", "json"] + urls)
        #expect(result.exitCode == 1)
        let byURL = Dictionary(uniqueKeysWithValues: try lines(result).map { ($0["url"], $0) })
        #expect(byURL.count == 3)
        let (well, failing, refused) = (
            byURL[.string(urls[0])], byURL[.string(urls[1])], byURL[.string(urls[2])]
        )
        #expect(well?["status"] == 200)
        #expect(well?["error"] == nil)
        #expect(well?["milliseconds"]?.doubleValue ?? -1 >= 0)
        #expect(failing?["status"] == 503)
        #expect(failing?["error"] == "unacceptableStatus")
        #expect(refused?["status"] == nil)
        #expect(refused?["error"] == "cannotConnect")
    }

    @Test func readsURLsFromStandardInput() async throws {
        let input = "# a comment\n\n  \(server.url)/get  \n\(server.url)/text\n"
        let result = try await Tool.probe.run(["--output", "json"], input: input)
        #expect(result.exitCode == 0)
        #expect(try lines(result).count == 2)
        #expect(server.requestCount == 2)
    }

    @Test func printsNoPassword() async throws {
        let url = server.url.replacingOccurrences(of: "//", with: "//ada:s3cret@")
        let result = try await Tool.probe.run(["\(url)/get"])
        #expect(result.exitCode == 0)
        #expect(!result.text.contains("s3cret"))
        #expect(server.received.first?["Authorization"] == "Basic YWRhOnMzY3JldA==")
    }

    @Test func lostOutputIsAFailure() async throws {
        let probe = try Tool.probe.start(["--output", "json"], outputLimit: 0)
        #expect(await probe.firstLine().isEmpty)
        probe.send("\(server.url)/get\n")
        probe.closeInput()
        let result = await probe.result()
        #expect(result.exitCode == 23)
        #expect(result.errors == "curlew-probe: cannot write to standard output\n")
    }

    @Test func anOutputThatDoesNotBlockGetsEverything() async throws {
        // The table is longer than the capacity of a pipe.
        let path = String(repeating: "a", count: 1000)
        let input = String(repeating: "http://127.0.0.1:x/\(path)\n", count: 300)
        let result = try await Tool.probe.run([], input: input, blocksOnOutput: false)
        #expect(result.exitCode == 1 && result.errors.isEmpty)
        #expect(result.text.split(separator: "\n").count == 301)
    }

    @Test func keepsToTheConcurrency() async throws {
        let urls = Array(repeating: "\(server.url)/delay/0.2", count: 12)
        let result = try await Tool.probe.run(["--concurrency", "3"] + urls)
        #expect(result.exitCode == 0)
        #expect(server.requestCount == 12)
        #expect(server.peakOpenConnectionCount == 3)
    }

    @Test func theTimeoutEndsASlowCheck() async throws {
        let result = try await Tool.probe.run(
            ["\(server.url)/delay/30", "--timeout", "0.2", "--output", "json"])
        #expect(result.exitCode == 1)
        #expect(try lines(result).first?["error"] == "timedOut")
    }

    @Test(arguments: [SIGTERM, SIGINT])
    func aSignalEndsItWithWhatItHas(number: Int32) async throws {
        // One at a time: when the second is in flight, the first was reported. The input stays open.
        let probe = try Tool.probe.start(["--concurrency", "1", "--timeout", "600"])
        probe.send("\(server.url)/get\n\(server.url)/delay/60\n")
        #expect(await server.waitUntil { $0.received.last?.path == "/delay/60" })
        probe.signal(number)
        let result = await probe.result()
        #expect(result.exitCode == 1)
        #expect(result.text.contains("/get\n"))
        #expect(!result.text.contains("/delay/60"))
        #expect(result.errors.isEmpty)
    }

    @Test func printsEachLineAtOnce() async throws {
        let probe = try Tool.probe.start(["--output", "json"])
        probe.send("\(server.url)/get\n")
        #expect(await probe.firstLine().contains("\"status\":200"))
        // The input was not read to its end.
        probe.signal(SIGTERM)
        #expect(await probe.result().exitCode == 1)
    }

    @Test(arguments: [
        ["--concurrency", "0"], ["--concurrency", "x"], ["--timeout", "inf"], ["--timeout", "nan"],
        ["--timeout", "-1"], ["--timeout", "1e300"], ["--timeout"], ["--output", "xml"], ["--unknown"],
    ])
    func refusesWrongUsage(arguments: [String]) async throws {
        let result = try await Tool.probe.run(arguments)
        #expect(result.exitCode == 2)
        #expect(result.output.isEmpty)
        #expect(result.errors.hasPrefix("curlew-probe: "))
    }
}
