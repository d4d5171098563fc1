import Foundation
import Testing

@testable import Curlew

struct CurlCommandTests {
    /// The arguments and the standard input that curl gets when `sh` runs a command.
    private func run(_ command: String) async throws -> (arguments: [[UInt8]], input: [UInt8]) {
        let folder = FileManager.default.temporaryDirectory.appending(path: "curl-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        // A command with a pipe gives curl its standard input; for any other it is empty.
        let script = """
            curl() { cat > input; for argument; do printf '%s\\0' "$argument"; done > arguments; }
            exec < /dev/null
            \(command)
            """
        try Data(script.utf8).write(to: folder.appending(path: "script"))
        let process = Process()
        process.executableURL = URL(filePath: "/bin/sh")
        process.arguments = ["script"]
        process.currentDirectoryURL = folder
        await withCheckedContinuation { continuation in
            process.terminationHandler = { _ in continuation.resume() }
            do { try process.run() } catch { continuation.resume() }
        }
        let arguments = try Data(contentsOf: folder.appending(path: "arguments"))
        let input = try Data(contentsOf: folder.appending(path: "input"))
        return (
            arguments.split(separator: 0, omittingEmptySubsequences: false).dropLast().map(Array.init),
            Array(input)
        )
    }

    private func arguments(_ request: HTTPRequest) async throws -> [String] {
        try await run(request.curlCommand(showing: .all)).arguments.map {
            String(decoding: $0, as: UTF8.self)
        }
    }

    @Test func aBareGetIsTheURL() throws {
        let request = try HTTPRequest(url: "https://example.com/a")
        #expect(request.curlCommand() == "curl https://example.com/a")
    }

    @Test func methodFieldsAndBodyAreArguments() async throws {
        let request = try HTTPRequest(
            method: .post, url: "https://example.com/a?b='c'&d=$e",
            fields: ["X-A": "it's \"$(x)\" `y` \\ !", "X-Empty": "", .contentType: "text/plain"],
            body: .data(Data("@not a file\n'quoted'\n".utf8)))
        #expect(
            try await arguments(request) == [
                "-X", "POST", "-H", "X-A: it's \"$(x)\" `y` \\ !", "-H", "X-Empty;", "-H",
                "Content-Type: text/plain", "--data-raw", "@not a file\n'quoted'\n",
                "https://example.com/a?b='c'&d=$e",
            ])
    }

    @Test func everyByteOfABodyArrives() async throws {
        let bytes = (0...255).map { UInt8($0) } + Array("%s %% \\n\n\n".utf8)
        let request = try HTTPRequest(method: .put, url: "http://h/", body: .data(Data(bytes)))
        let (arguments, input) = try await run(request.curlCommand(showing: .all))
        let isWhole = input == bytes
        #expect(isWhole)
        #expect(arguments.map { String(decoding: $0, as: UTF8.self) }.contains("@-"))
    }

    @Test func everyByteOfAFieldArrives() async throws {
        let bytes: [UInt8] = [0x09] + Array(0x20...0x7E) + Array(0x80...0xFF)
        var request = try HTTPRequest(url: "http://h/")
        request.fields.append(HTTPField(name: "X-A", bytes: bytes))
        let arguments = try await run(request.curlCommand(showing: .all)).arguments
        let isWhole = arguments.contains(Array("X-A: ".utf8) + bytes)
        #expect(isWhole)
    }

    @Test(arguments: [
        "'", "''", "'\u{301}", "\u{301}'", "a'b\"c", "\n", "*", "~", "#x", "-x", "$HOME", "a b", ";ls", "",
    ])
    func anyWordIsOneWord(word: String) async throws {
        let arguments = try await run("curl \(ShellWord.quoted(word))").arguments
        #expect(arguments == [Array(word.utf8)])
    }

    @Test func aLongBodyIsNotAnArgument() async throws {
        let data = Data(repeating: UInt8(ascii: "a"), count: 300_000)
        let request = try HTTPRequest(method: .post, url: "http://h/", body: .data(data))
        let isWhole = try await run(request.curlCommand(showing: .all)).input == Array(data)
        #expect(isWhole)
    }

    @Test(arguments: [
        (HTTPRequest.Method.head, "--head"), (.delete, "-X DELETE"), (.options, "-X OPTIONS"),
        ("X;ls", "-X 'X;ls'"),
    ])
    func methodsHaveTheirOption(method: HTTPRequest.Method, option: String) throws {
        #expect(try HTTPRequest(method: method, url: "http://h/").curlCommand() == "curl \(option) http://h/")
    }

    @Test func filesAndStreamsAreRead() throws {
        let file = try HTTPRequest(method: .put, url: "http://h/", body: .file("/tmp/a b"))
        #expect(file.curlCommand().contains("--data-binary '@/tmp/a b'"))
        let stream = try HTTPRequest(
            method: .put, url: "http://h/", body: .stream(AsyncStream<Data> { $0.finish() }))
        #expect(stream.curlCommand().contains("--data-binary @-"))
    }

    @Test func aRangeOfAFileIsTheInput() async throws {
        let path = FileManager.default.temporaryDirectory.appending(path: "a b-\(UUID().uuidString)").path
        try Data("0123456789".utf8).write(to: URL(filePath: path))
        defer { try? FileManager.default.removeItem(atPath: path) }
        let request = try HTTPRequest(method: .put, url: "http://h/", body: .file(path, range: 3..<7))
        let (arguments, input) = try await run(request.curlCommand(showing: .all))
        #expect(arguments.contains(Array("@-".utf8)))
        #expect(input == Array("3456".utf8))
    }

    @Test func aBodyIsNotAnOptionOfPrintf() async throws {
        let body = RequestBody.data(Data("-n\0x".utf8))
        let request = try HTTPRequest(method: .put, url: "http://h/", body: body)
        #expect(try await run(request.curlCommand(showing: .all)).input == Array("-n\0x".utf8))
    }

    private var form: RequestBody {
        .multipart([
            .text("title", "@a;b=c"), .file("portrait", path: "a b/ada.jpg", contentType: "image/jpeg"),
            .data(
                "note", Data("say \"\\\"".utf8), fileName: "n;1", contentType: "text/plain",
                fields: ["X-A": "1"]),
        ])
    }

    @Test func thePartsOfAFormAreOptions() async throws {
        let request = try HTTPRequest(method: .post, url: "http://h/", body: form)
        #expect(
            try await arguments(request) == [
                "-X", "POST", "--form-string", "title=@a;b=c", "-F",
                "portrait=@\"a b/ada.jpg\";type=image/jpeg;filename=ada.jpg", "-F",
                "note=\"say \\\"\\\\\\\"\";type=text/plain;filename=\"n;1\";headers=\"X-A: 1\"", "http://h/",
            ])
    }

    @Test func aFormWhoseRequestIsPreparedIsTheSame() throws {
        var request = try HTTPRequest(method: .post, url: "http://h/", body: form)
        #expect(try request.prepared().curlCommand() == request.curlCommand())
        request.fields[.contentType] = "multipart/form-data; boundary=own"
        #expect(request.curlCommand().contains("boundary=own"))
        #expect(request.curlCommand().contains("--data-binary @-"))
    }

    @Test func textsOfAFormAreShownOnlyOnRequest() throws {
        let command = try HTTPRequest(method: .post, url: "http://h/", body: form).curlCommand()
        #expect(command.contains("--form-string 'title=<redacted>'"))
        #expect(command.contains("'note=\"<redacted>\";type"))
        #expect(!command.contains("say"))
    }

    @Test(arguments: [
        MultipartPart.text("a=b", ""), .data("a", Data([0])),
        .data("a", Data(), fileName: "b", contentType: nil),
        .file("a", path: "b", contentType: "text"),
    ])
    func aFormThatNoOptionsDescribeIsReadAsItIs(part: MultipartPart) throws {
        let request = try HTTPRequest(method: .post, url: "http://h/", body: .multipart([part]))
        let command = request.curlCommand(showing: .all)
        #expect(command.contains("--data-binary @-"))
        #expect(command.contains("boundary=curlew-"))
    }

    @Test func aBodyWithoutTypeHasNone() throws {
        let request = try HTTPRequest(method: .post, url: "http://h/", body: .data(Data("a".utf8)))
        #expect(request.curlCommand(showing: .body) == "curl -X POST -H Content-Type: --data-raw a http://h/")
    }

    @Test func aValueIsEncoded() throws {
        let request = try HTTPRequest(method: .post, url: "http://h/", body: .json(["a": 1]))
        #expect(request.curlCommand(showing: .body).contains("--data-raw '{\"a\":1}'"))
        #expect(request.curlCommand().contains("-H 'Content-Type: application/json'"))
    }

    @Test func optionsAreCurlsOwn() throws {
        var request = try HTTPRequest(url: "http://[::1]:8080/a/../b")
        request.options.httpVersion = .http1_1
        request.options.decoding = .automatic
        #expect(
            request.curlCommand()
                == "curl --http1.1 --compressed --path-as-is --globoff 'http://[::1]:8080/a/../b'")
    }

    @Test func secretsAreRedactedByDefault() throws {
        var request = try HTTPRequest(
            method: .post, url: "http://h/a?key=5ecret", fields: [.authorization: "Bearer 5ecret"],
            body: .data(Data("5ecret".utf8)))
        request.fields.append(HTTPField(name: "X-Own", value: "5ecret", isSensitive: true))
        #expect(!request.curlCommand().contains("5ecret"))
        let count = { (content: HTTPRequest.CurlCommandContent) in
            request.curlCommand(showing: content).components(separatedBy: "5ecret").count - 1
        }
        #expect(count(.query) == 1 && count(.body) == 1 && count(.secretFields) == 2 && count(.all) == 4)
    }

    @Test func anInvalidFieldIsDropped() throws {
        let request = try HTTPRequest(url: "http://h/", fields: ["@/etc/passwd": "x", "": "y"])
        #expect(request.curlCommand() == "curl http://h/")
    }
}
