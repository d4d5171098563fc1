import Curlew
import CurlewTesting
import Foundation
import ShippedTransports
import TestSupport
import Testing

@testable import CurlewCLI

@Suite(.timeLimit(.minutes(5)))
struct SendCommandTests {
    private let server: LoopbackServer

    init() throws {
        server = try LoopbackServer()
    }

    private func send(_ arguments: [String], _ transport: TransportChoice) async throws -> Tool.Result {
        try await Tool.curlew.run(["send"] + arguments + ["--transport", transport.rawValue])
    }

    private func sendForReport(_ arguments: [String], _ transport: TransportChoice) async throws -> (
        exitCode: Int32, report: JSONValue
    ) {
        let result = try await send(arguments + ["--output", "json"], transport)
        #expect(result.errors.isEmpty)
        return (result.exitCode, try result.json())
    }

    @Test(arguments: [["--bearer=SECRET", "send"], ["help", "--user=a:SECRET"]])
    func anOptionInTheWrongPlaceIsNamedWithoutItsValue(arguments: [String]) async throws {
        let result = try await Tool.curlew.run(arguments)
        #expect(result.exitCode == ExitCode.wrongUsage.rawValue)
        #expect(result.errors.contains("unknown "))
        #expect(!result.errors.contains("SECRET"))
    }

    @Test(arguments: TransportChoice.allCases)
    func reportsAResponseAsJSON(transport: TransportChoice) async throws {
        let (exitCode, report) = try await sendForReport(
            ["POST", "\(server.url)/post", "--json", #"{"name":"Ada","age":36}"#], transport)
        #expect(exitCode == 0)
        #expect(report["status"] == 200)
        let type: JSONValue = ["Content-Type", "application/json"]
        guard case .array(let fields)? = report["fields"] else {
            Issue.record("the fields are not an array")
            return
        }
        #expect(fields.contains(type))
        #expect(report["error"] == nil)
        #expect(report["timings"]?["total"]?.doubleValue ?? 0 > 0)
        let body = try #require(report["body"]?.stringValue)
        let echo = try JSONDecoder().decode(JSONValue.self, from: Data(body.utf8))
        #expect(echo["json"] == ["name": "Ada", "age": 36])
        #expect(echo["headers"]?["Content-Type"] == "application/json")
    }

    @Test func anOutputThatDoesNotBlockGetsEverything() async throws {
        let count = 8 << 20
        let result = try await Tool.curlew.run(
            ["send", "\(server.url)/bytes/\(count)"], blocksOnOutput: false)
        #expect(result.exitCode == 0 && result.errors.isEmpty)
        let isWhole = result.output.count == count && result.output.last == UInt8((count - 1) % 251)
        #expect(isWhole)
    }

    @Test(arguments: TransportChoice.allCases)
    func reportsABodyThatIsNotTextInBase64(transport: TransportChoice) async throws {
        let (exitCode, report) = try await sendForReport(["\(server.url)/bytes/251"], transport)
        #expect(exitCode == 0)
        #expect(report["body"] == nil)
        #expect(report["body_base64"] == .string(Data(0..<251).base64EncodedString()))
    }

    @Test(arguments: TransportChoice.allCases)
    func reportsAnErrorAsJSON(transport: TransportChoice) async throws {
        let (exitCode, report) = try await sendForReport(["GET", "http://127.0.0.1:1/"], transport)
        #expect(exitCode == 7)
        #expect(report["error"]?["code"] == "cannotConnect")
        #expect(report["error"]?["message"]?.stringValue?.isEmpty == false)
        #expect(report["status"] == nil)
        #expect(report["timings"]?["total"]?.doubleValue ?? 1000 < 1000)
    }

    @Test(arguments: TransportChoice.allCases)
    func writesTheBodyAsItIs(transport: TransportChoice) async throws {
        let result = try await send(["\(server.url)/bytes/100000"], transport)
        #expect(result.exitCode == 0)
        #expect(result.output == Data((0..<100_000).map { UInt8($0 % 251) }))
    }

    @Test(arguments: TransportChoice.allCases)
    func writesTheHeadWhenAskedTo(transport: TransportChoice) async throws {
        let result = try await send(["-i", "\(server.url)/status/404"], transport)
        #expect(result.exitCode == 22)
        #expect(result.text.hasPrefix("HTTP/1.1 404"))
        #expect(result.text.hasSuffix("\r\n\r\n"))
    }

    @Test(arguments: TransportChoice.allCases)
    func sendsMethodFieldsAndQuery(transport: TransportChoice) async throws {
        let arguments = [
            "DELETE", "\(server.url)/anything?own=1%2B#fragment", "-H", "X-One: 1", "-H", "Accept: a/b",
            "--query", "t=x y&z=#é", "--query", "flag",
        ]
        let result = try await send(arguments, transport)
        #expect(result.exitCode == 0)
        let received = try #require(server.received.last)
        #expect(received.method == "DELETE")
        #expect(received.target == "/anything?own=1%2B&t=x%20y%26z%3D%23%C3%A9&flag")
        #expect(received["X-One"] == "1")
        #expect(received["Accept"] == "a/b")
    }

    @Test(arguments: TransportChoice.allCases)
    func sendsTextAndFiles(transport: TransportChoice) async throws {
        let file = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        try Data("from a file".utf8).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        for (argument, body) in [("plain text", "plain text"), ("@\(file.path)", "from a file")] {
            let result = try await send(["\(server.url)/echo", "--data", argument], transport)
            #expect(result.exitCode == 0)
            let received = try #require(server.received.last)
            #expect(received.method == "POST")
            #expect(received.bodyText == body)
            #expect(received["Content-Type"] == nil)
        }
    }

    @Test(arguments: TransportChoice.allCases)
    func sendsForms(transport: TransportChoice) async throws {
        let form = ["--form", "a=1 2", "--form", "b=@x=", "--form", "=", "\(server.url)/post"]
        #expect(try await send(form, transport).exitCode == 0)
        let received = try #require(server.received.last)
        #expect(received["Content-Type"] == "application/x-www-form-urlencoded")
        #expect(received.bodyText == "a=1+2&b=%40x%3D&=")

        let file = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        try Data("from a file".utf8).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        let parts = ["--multipart", "t=text", "--multipart", "f=@\(file.path)", "\(server.url)/post"]
        #expect(try await send(parts, transport).exitCode == 0)
        let multipart = try #require(server.received.last)
        #expect(multipart["Content-Type"]?.hasPrefix("multipart/form-data; boundary=") == true)
        #expect(multipart.bodyText.contains("name=\"t\"\r\n\r\ntext\r\n"))
        let head =
            "name=\"f\"; filename=\"\(file.lastPathComponent)\"\r\nContent-Type: application/octet-stream"
        #expect(multipart.bodyText.contains("\(head)\r\n\r\nfrom a file\r\n"))
        #expect(try await send(["--multipart", "f=@/no/such/file", server.url], transport).exitCode == 26)
    }

    @Test(arguments: TransportChoice.allCases)
    func theTimeoutEndsASlowRequest(transport: TransportChoice) async throws {
        let result = try await send(["\(server.url)/delay/30", "--timeout", "0.2"], transport)
        #expect(result.exitCode == 28)
        #expect(result.output.isEmpty)
        #expect(result.errors.hasPrefix("curlew: timedOut: "))
    }

    @Test(arguments: TransportChoice.allCases)
    func refusesBadInputBeforeAnyConnection(transport: TransportChoice) async throws {
        let url = server.url
        let cases: [([String], Int32)] = [
            (["ftp://127.0.0.1/"], 3), (["not a URL"], 3), (["\(url)/%zz"], 3),
            ([url, "--user", "a:s3cret\n"], 43), ([url, "--bearer", "s3cret\n"], 43),
            (["BAD METHOD", url], 43), ([url, "-H", "Bad Name: s3cret"], 43),
            ([url, "-H", "X: s3cret\r\nY: 1"], 43), ([url, "--data", "@/no/such/file"], 26),
        ]
        for (arguments, exitCode) in cases {
            let result = try await send(arguments, transport)
            #expect(result.exitCode == exitCode)
            #expect(result.errors.filter(\.isNewline).count == 1)
            #expect(!result.errors.contains("s3cret"))
        }
        #expect(server.connectionCount == 0)
    }

    @Test(arguments: TransportChoice.allCases)
    func printsNoSecretOfTheURL(transport: TransportChoice) async throws {
        let result = try await send(["http://ada:s3cret@127.0.0.1:1/?token=s3cret"], transport)
        #expect(result.exitCode == 7)
        #expect(result.errors.contains("http://127.0.0.1:1/"))
        #expect(!result.errors.contains("s3cret"))
    }

    @Test(arguments: TransportChoice.allCases)
    func followsRedirectsOnRequest(transport: TransportChoice) async throws {
        let url = "\(server.url)/redirect/2"
        #expect(try await send([url], transport).exitCode == 22)
        #expect(server.requestCount == 1)
        let (exitCode, report) = try await sendForReport([url, "--follow"], transport)
        #expect(exitCode == 0)
        #expect(report["redirects"]?[1] == ["status": 302, "url": .string("\(server.url)/redirect/1")])
        let loop = try await send(["\(server.url)/redirect/11", "--follow"], transport)
        #expect(loop.exitCode == 47)
        #expect(loop.errors.contains("more than 10 redirects"))
        #expect(loop.errors.contains("redirected to \(server.url)/redirect/1)"))
    }

    @Test(arguments: TransportChoice.allCases)
    func credentialsGoToTheirHostOnly(transport: TransportChoice) async throws {
        let elsewhere = "http://localhost:\(server.port)/redirect-to?url=\(server.url)/get"
        let url = "\(server.url)/redirect-to"
        for (arguments, field) in [
            (["--bearer", "s3cret"], "Bearer s3cret"), (["--user", "ada:s3cret"], "Basic YWRhOnMzY3JldA=="),
        ] {
            let count = server.requestCount
            let result = try await send(
                [url, "--query", "url=\(elsewhere)", "--follow"] + arguments, transport)
            #expect(result.exitCode == 0)
            let values = server.received.dropFirst(count).map { $0["Authorization"] }
            #expect(values == [field, nil, nil])
            #expect(!result.text.contains("s3cret") && !result.errors.contains("s3cret"))
        }
    }

    @Test(arguments: TransportChoice.allCases)
    func noPasswordFileIsRead(transport: TransportChoice) async throws {
        let home = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        try FileManager.default.createDirectory(at: home, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: home) }
        let text = "machine 127.0.0.1 login a password p\nmachine localhost login a password p\n"
        try Data(text.utf8).write(to: home.appendingPathComponent(".netrc"))
        let arguments = [
            "send", "\(server.url)/redirect-to", "--query", "url=http://localhost:\(server.port)/get",
            "--follow",
            "--transport", transport.rawValue,
        ]
        let environment = ["HOME": home.path]
        #expect(try await Tool.curlew.run(arguments, environment: environment).exitCode == 0)
        #expect(server.received.map { $0["Authorization"] } == [nil, nil])
        let own = try await Tool.curlew.run(
            arguments + ["-H", "Authorization: Mine"], environment: environment)
        #expect(own.exitCode == 0)
        #expect(server.received.dropFirst(2).map { $0["Authorization"] } == ["Mine", nil])
    }

    @Test(arguments: TransportChoice.allCases)
    func aReaderThatGoesEndsItWithoutASignal(transport: TransportChoice) async throws {
        let url = "\(server.url)/stream-bytes/100000000"
        let arguments = ["send", url, "--transport", transport.rawValue]
        let running = try Tool.curlew.start(arguments, outputLimit: 1)
        #expect(await running.result().exitCode == 23)
    }

    @Test(arguments: [
        [], ["send"], ["nothing"], ["help", "nothing"], ["send", "u", "--timeout", "nan"], ["demo", "x"],
    ])
    func wrongUsageIsExplainedOnStandardError(arguments: [String]) async throws {
        let result = try await Tool.curlew.run(arguments)
        #expect(result.exitCode == 2)
        #expect(result.output.isEmpty)
        #expect(result.errors.hasPrefix("curlew: "))
    }

    @Test(arguments: [
        (["--help"], "curlew send"), (["help", "send"], "--transport"), (["send", "--help"], "--transport"),
        (["help", "events"], "--last-event-id"), (["pages", "--help"], "--prefetch"),
        (["help", "exit-codes"], "cannotConnect"), (["--version"], "curlew \(Client.version)"),
    ])
    func helpGoesToStandardOutput(arguments: [String], text: String) async throws {
        let result = try await Tool.curlew.run(arguments)
        #expect(result.exitCode == 0)
        #expect(result.text.contains(text))
        #expect(result.errors.isEmpty)
    }
}
