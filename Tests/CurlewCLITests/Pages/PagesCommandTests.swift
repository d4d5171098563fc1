import CurlewTesting
import Foundation
import ShippedTransports
import TestSupport
import Testing

@testable import CurlewCLI

@Suite(.timeLimit(.minutes(5)))
struct PagesCommandTests {
    private func pages(_ arguments: [String], _ transport: TransportChoice) async throws -> Tool.Result {
        try await Tool.curlew.run(["pages"] + arguments + ["--transport", transport.rawValue])
    }

    @Test(arguments: TransportChoice.allCases)
    func printsOnePageALine(transport: TransportChoice) async throws {
        let server = try LoopbackServer()
        for options in [[], ["--prefetch", "2"]] {
            let result = try await pages(["\(server.url)/pages"] + options, transport)
            #expect(result.exitCode == 0)
            let lines = result.text.split(separator: "\n")
            #expect(lines.count == 3)
            #expect(lines.last?.contains("[7, 8, 9]") == true || lines.last?.contains("[7,8,9]") == true)
        }
        #expect(try await pages(["\(server.url)/pages", "--count", "1"], transport).exitCode == 0)
        #expect(server.requestCount == 7)
    }

    @Test(arguments: TransportChoice.allCases)
    func endsAtALoopAndAtAnotherOrigin(transport: TransportChoice) async throws {
        let server = try LoopbackServer(routes: [
            .init("GET", "/loop") { _ in linking(to: "/loop") },
            .init("GET", "/away") { _ in linking(to: "http://127.0.0.1:1/") },
        ])
        for (path, exitCode) in [("/loop", 118), ("/away", 111), ("/status/500", 22)] as [(String, Int32)] {
            let result = try await pages([server.url + path], transport)
            #expect(result.exitCode == exitCode)
            #expect(result.text == (exitCode == 22 ? "" : "page\n"))
            #expect(result.errors.hasPrefix("curlew: "))
        }
        #expect(try await pages(["\(server.url)/away", "--other-origins"], transport).exitCode == 7)
    }

    private func linking(to url: String) -> LoopbackServer.Response {
        .init(fields: ["Link": "<\(url)>; rel=next"], body: Array("page".utf8))
    }

    @Test(arguments: [
        [], ["a", "b"], ["u", "--prefetch", "-1"], ["u", "--prefetch", "101"], ["u", "--other-origins=1"],
        ["u", "--unknown"], ["http://a:b@h", "-H", "Authorization: x"],
    ])
    func refusesWrongUsage(arguments: [String]) {
        #expect(throws: UsageError.self) { try PagesOptions(arguments) }
    }
}
