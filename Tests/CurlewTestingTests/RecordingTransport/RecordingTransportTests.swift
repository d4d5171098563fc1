import Curlew
import CurlewLibcurl
import CurlewTesting
import Foundation
import Testing

/// Recording and replaying, used as a program outside this package uses them.
@Suite(.timeLimit(.minutes(5)))
struct RecordingTransportTests {
    private struct Echo: Decodable, Equatable {
        var args: [String: String]
        var json: [String: Int]?
        var form: [String: String]?
    }

    /// A file in the temporary folder that is removed afterwards.
    final class File {
        let path = NSTemporaryDirectory() + "curlew-\(UUID().uuidString).har"

        deinit { try? FileManager.default.removeItem(atPath: path) }

        var text: String { (try? String(contentsOfFile: path, encoding: .utf8)) ?? "" }
    }

    private static func client(
        _ url: String, _ file: File, over transport: (any Transport)? = nil,
        mode: RecordingTransport.Mode = .automatic, match: RecordingMatch = RecordingMatch()
    ) throws -> (Client, RecordingTransport) {
        let recording =
            if let transport {
                try RecordingTransport(file.path, mode: mode, over: transport, match: match)
            } else {
                try RecordingTransport(replaying: file.path, match: match)
            }
        return (Client(baseURL: url, transport: recording), recording)
    }

    private static func exchange(_ client: Client) async throws -> [Echo] {
        [
            try await client.send(.get("/get", query: ["a": 1, "b": "x y"])),
            try await client.send(.post("/post", body: .json(["n": 1]))),
            try await client.send(.post("/post", body: .form(["k": "v"]))),
        ]
    }

    @Test func aRecordingReplaysTheSameValuesWithoutAServer() async throws {
        let file = File()
        let server = try LoopbackServer()
        let recorded = try await Self.exchange(Self.client(server.url, file, over: LibcurlTransport()).0)
        server.stop()
        let (client, recording) = try Self.client(server.url, file)
        #expect(recording.unused.count == 3)
        #expect(throws: NetworkError.self) { try recording.verifyAllUsed() }
        #expect(try await Self.exchange(client) == recorded)
        #expect(throws: Never.self) { try recording.verifyAllUsed() }
    }

    @Test func aRecordingMadeAgainIsTheSameFile() async throws {
        let server = try LoopbackServer()
        let files = [File(), File()]
        for file in files {
            _ = try await Self.exchange(Self.client(server.url, file, over: LibcurlTransport()).0)
        }
        #expect(!files[0].text.isEmpty)
        #expect(files[0].text == files[1].text)
    }

    /// A request that differs from the recorded one, and how.
    private static let changes: [(Endpoint<Echo>, String)] = [
        (.get("/get", query: ["a": 2, "b": "x y"]), "the query's a is 2, recorded is 1"),
        (.get("/get", query: ["b": "x y"]), "the query's a is missing, recorded is 1"),
        (.post("/post", body: .json(["n": 2])), "the body's $.n is 2, recorded is 1"),
        (.post("/post", body: .json(["n": 1, "m": 3])), "the body's $.m is 3, recorded is nothing"),
        (.put("/post", body: .json(["n": 1])), "the method is PUT, recorded is POST"),
        (.post("/post", body: .form(["k": "w"])), "the form's k is w, recorded is v"),
    ]

    @Test(arguments: changes.indices)
    func aChangedRequestFailsWithTheDifference(_ index: Int) async throws {
        let file = File()
        let server = try LoopbackServer()
        _ = try await Self.exchange(Self.client(server.url, file, over: LibcurlTransport()).0)
        let (client, _) = try Self.client(server.url, file)
        let (endpoint, difference) = Self.changes[index]
        let error = await #expect(throws: NetworkError.self) { try await client.send(endpoint) }
        #expect(error?.code == .unsupported)
        #expect(error?.message.contains(difference) == true, "\(error?.message ?? "")")
        #expect(error?.message.contains("is not in the recording \(file.path)") == true)
    }

    @Test func equalRequestsAreReplayedInOrderAndOnce() async throws {
        let file = File()
        let script = ScriptedTransport([.json("1"), .json("2")])
        let (recorder, _) = try Self.client("http://h", file, over: script)
        for number in 1...2 { #expect(try await recorder.send(Endpoint<Int>.get("/n")) == number) }
        let (player, _) = try Self.client("http://h", file)
        for number in 1...2 { #expect(try await player.send(Endpoint<Int>.get("/n")) == number) }
        let error = await #expect(throws: NetworkError.self) {
            try await player.send(Endpoint<Int>.get("/n"))
        }
        #expect(error?.message.contains("its 2 responses were replayed") == true)
        let (repeater, _) = try Self.client("http://h", file, match: RecordingMatch(repeats: true))
        for number in [1, 2, 2] { #expect(try await repeater.send(Endpoint<Int>.get("/n")) == number) }
    }

    @Test func noSecretIsWritten() async throws {
        let file = File()
        let body = #"{"access_token": "s3cret1", "user": {"password": ["s3cret2"]}, "name": "Ada"}"#
        let script = ScriptedTransport { _ in
            HTTPResponse(
                status: 200,
                fields: [
                    .contentType: "application/json", .setCookie: "sid=s3cret3; Path=/",
                    .location: "/next?code=s3cret4",
                ], body: .data(Data(body.utf8)))
        }
        let recording = try RecordingTransport(
            file.path, over: script, secrets: .standard.adding(names: ["pin"], fields: ["X-Own"]))
        let request = try HTTPRequest(
            method: .post, url: "http://h/login?api_key=s3cret5&page=2",
            fields: [
                .authorization: "Bearer s3cret6", .cookie: "a=s3cret7; b=s3cret8", "X-Own": "s3cret9",
                .contentType: "application/x-www-form-urlencoded",
            ], body: .data(Data("user=ada&client_secret=s3cret10&pin=s3cret11".utf8)))
        let live = try await recording.send(request).body.collect(upTo: 1 << 20)
        #expect(String(decoding: live, as: UTF8.self) == body)
        #expect(!file.text.contains("s3cret"), "\(file.text)")
        #expect(file.text.contains("user=ada") && file.text.contains("sid=<redacted>; Path=/"))
        let replay = try RecordingTransport(
            replaying: file.path, secrets: .standard.adding(names: ["pin"], fields: ["X-Own"]))
        var other = request
        other.fields[.authorization] = "Bearer another"
        let replayed = try await replay.send(other)
        #expect(replayed.fields[.location] == "/next?code=%3Credacted%3E")
        let text = String(decoding: try await replayed.body.collect(upTo: 1 << 20), as: UTF8.self)
        #expect(text.contains(#""name": "Ada""#) && !text.contains("s3cret"))
    }

    @Test func aStreamKeepsItsChunksAndTheirTimes() async throws {
        let file = File()
        let script = ScriptedTransport { _ in
            HTTPResponse(
                status: 200, fields: [.contentType: "text/event-stream"],
                body: .scripted([.chunk("data: a\n\n"), .chunk("data: b\n\n"), .fail(Self.cut)]))
        }
        let (recorder, _) = try Self.client("http://h", file, over: script)
        let events = recorder.events(from: Endpoint<Void>.get("/e"), reconnection: .never)
        await #expect(throws: NetworkError.self) { for try await _ in events {} }
        #expect(file.text.contains("\"_chunks\""))
        try file.text.replacingOccurrences(of: #""at" : 0"#, with: #""at" : 9000"#)
            .write(toFile: file.path, atomically: true, encoding: .utf8)
        let clock = TestClock()
        let (player, _) = try Self.client("http://h", file)
        let seen = await clock.run {
            var seen: [String] = []
            do {
                for try await event in player.events(from: Endpoint<Void>.get("/e"), reconnection: .never) {
                    seen.append(event.data)
                }
            } catch {
                seen.append((error as? NetworkError)?.message ?? "")
            }
            return seen
        }
        #expect(seen == ["a", "b", "cut"])
        #expect(clock.elapsed >= .seconds(9))
    }

    private static let cut = NetworkError(.incompleteBody, "cut")

    @Test func failuresAreReplayed() async throws {
        let file = File()
        let script = ScriptedTransport([
            .failure(NetworkError(.timedOut, "no head", phase: .head)),
            .stream([.chunk("abc"), .reset]),
        ])
        let request = try HTTPRequest(url: "http://h/")
        let recorder = try RecordingTransport(file.path, over: script)
        await #expect(throws: NetworkError.self) { try await recorder.send(request) }
        let cut = try await recorder.send(request).body
        await #expect(throws: NetworkError.self) { try await cut.collect(upTo: 9) }
        let replay = try RecordingTransport(replaying: file.path)
        let error = await #expect(throws: NetworkError.self) { try await replay.send(request) }
        #expect(error?.code == .timedOut)
        #expect(error?.phase == .head)
        let body = try await replay.send(request).body
        let broken = await #expect(throws: NetworkError.self) { try await body.collect(upTo: 9) }
        #expect(broken?.code == .incompleteBody)
    }

    @Test func binaryBodiesAreBase64InBothDirections() async throws {
        let file = File()
        let bytes = Data((0...255).map { UInt8($0) })
        let script = ScriptedTransport { .init(status: 200, body: .data($0.bodyData)) }
        let request = try HTTPRequest(method: .post, url: "http://h/", body: .data(bytes))
        _ = try await RecordingTransport(file.path, over: script).send(request).body.collect(upTo: 999)
        #expect(file.text.contains(bytes.base64EncodedString()))
        let replay = try RecordingTransport(replaying: file.path)
        #expect(try await replay.send(request).body.collect(upTo: 999) == bytes)
        var other = request
        other.body = .data(bytes + [0])
        let error = await #expect(throws: NetworkError.self) { try await replay.send(other) }
        #expect(
            error?.message.contains("the body is 257 bytes of binary data, recorded is 256 bytes") == true)
    }

    @Test func theModeDecidesWhetherAFileIsReplayed() async throws {
        let file = File()
        for (mode, expected) in [
            (RecordingTransport.Mode.automatic, 1), (.automatic, 1), (.replay, 1), (.record, 2),
        ] {
            let script = ScriptedTransport([.json("\(expected)")])
            let (client, _) = try Self.client("http://h", file, over: script, mode: mode)
            #expect(try await client.send(Endpoint<Int>.get("/")) == expected)
        }
        #expect(try await Self.client("http://h", file).0.send(Endpoint<Int>.get("/")) == 2)
    }

    @Test func shuttingDownShutsDownTheRecordedTransport() async throws {
        let file = File()
        let recording = try RecordingTransport(file.path, over: LibcurlTransport())
        recording.shutdown()
        let request = try HTTPRequest(url: "http://127.0.0.1:1/")
        let error = await #expect(throws: NetworkError.self) { try await recording.send(request) }
        #expect(error?.code == .closed)
    }

    @Test func anEmptyOrMissingFileIsReported() async throws {
        let file = File()
        let missing = #expect(throws: NetworkError.self) { try RecordingTransport(replaying: file.path) }
        #expect(missing?.code == .fileFailed)
        try "[]".write(toFile: file.path, atomically: true, encoding: .utf8)
        let wrong = #expect(throws: NetworkError.self) { try RecordingTransport(replaying: file.path) }
        #expect(wrong?.code == .fileFailed)
    }

    @Test func matchingRulesCanBeChosen() async throws {
        let file = File()
        let script = ScriptedTransport([.json("1")])
        let (recorder, _) = try Self.client("http://h", file, over: script)
        _ = try await recorder.send(Endpoint<Int>.get("/n", query: ["t": 1, "q": "x"]))
        let endpoint = Endpoint<Int>.get("/n", query: ["t": 2, "q": "x"])
        for match in [RecordingMatch(ignoredNames: ["t"]), RecordingMatch(parts: [.method, .path])] {
            let (player, _) = try Self.client(
                "https://other", file,
                match: RecordingMatch(
                    parts: match.parts.subtracting([.origin]), ignoredNames: match.ignoredNames))
            #expect(try await player.send(endpoint) == 1)
        }
        let fields = RecordingMatch(parts: [], fields: [.accept])
        let (player, _) = try Self.client("http://h", file, match: fields)
        await #expect(throws: NetworkError.self) {
            try await player.send(endpoint.with { $0.fields[.accept] = "x/y" })
        }
    }
}
