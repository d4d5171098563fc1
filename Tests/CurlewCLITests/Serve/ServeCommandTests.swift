import CurlewTesting
import Foundation
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(5)))
struct ServeCommandTests {
    @Test(arguments: [SIGTERM, SIGINT])
    func printsItsURLRespondsAndExitsOnASignal(number: Int32) async throws {
        let serving = try Tool.curlew.start(["serve"])
        let url = await serving.firstLine()
        #expect(url.hasPrefix("http://127.0.0.1:"))
        let sent = try await Tool.curlew.run(["send", "\(url)/text", "--transport", "urlsession"])
        #expect(sent.exitCode == 0)
        #expect(sent.text == "Grüße aus der Schleife\n")
        serving.signal(number)
        let result = await serving.result()
        #expect(result.exitCode == 0)
        #expect(result.errors.isEmpty)
    }

    @Test func aPortThatIsTakenIsAnError() async throws {
        let server = try LoopbackServer()
        let result = try await Tool.curlew.run(["serve", "--port", "\(server.port)"])
        #expect(result.exitCode == 45)
        #expect(result.output.isEmpty)
        #expect(result.errors.contains("cannot start"))
    }

    @Test(arguments: [["--port", "65536"], ["--port", "-1"], ["--port"], ["operand"]])
    func refusesWrongUsage(arguments: [String]) async throws {
        #expect(try await Tool.curlew.run(["serve"] + arguments).exitCode == 2)
    }
}
