import CurlewTesting
import ShippedTransports
import TestSupport
import Testing

@testable import CurlewCLI

@Suite(.timeLimit(.minutes(5)))
struct StandardInputTests {
    private let server: LoopbackServer

    init() throws {
        server = try LoopbackServer()
    }

    private func arguments(_ rest: [String], _ transport: TransportChoice) -> [String] {
        ["send", "--data", "@-", "--transport", transport.rawValue] + rest
    }

    @Test(
        arguments: TransportChoice.allCases, ["", "some text", String(repeating: "0123456789", count: 5000)])
    func isTheBody(transport: TransportChoice, input: String) async throws {
        let result = try await Tool.curlew.run(arguments(["\(server.url)/echo"], transport), input: input)
        #expect(result.exitCode == 0)
        let received = try #require(server.received.last)
        #expect(received.method == "POST")
        let isSame = received.bodyText == input
        #expect(isSame)
        #expect(received["Content-Type"] == nil)
    }

    #if os(Linux)
        @Test func itsOtherNameIsEquivalent() async throws {
            let result = try await Tool.curlew.run(
                ["send", "--data", "@/dev/stdin", "\(server.url)/echo"], input: "some text")
            #expect(result.exitCode == 0)
            #expect(server.received.last?.bodyText == "some text")
        }
    #endif

    @Test(arguments: TransportChoice.allCases)
    func isNotResent(transport: TransportChoice) async throws {
        let url = "\(server.url)/status/503"
        let result = try await Tool.curlew.run(
            arguments(["PUT", url, "--retry", "3"], transport), input: "x")
        #expect(result.exitCode == 22)
        #expect(server.requestCount == 1)
    }

    @Test(arguments: TransportChoice.allCases)
    func holdsUpNoTimeout(transport: TransportChoice) async throws {
        let url = "\(server.url)/echo"
        let running = try Tool.curlew.start(arguments([url, "--timeout", "0.2"], transport))
        let result = await running.result()
        running.closeInput()
        #expect(result.exitCode == 28)
    }
}
