import CurlewTesting
import Foundation
import Testing

@testable import Curlew

#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

struct DownloadTests {
    private static let hash = SHA256Hasher.digest(of: ScriptedFile.bytes).hex

    /// Runs the closure with a path in a new directory.
    private func withTarget(_ body: (String) async throws -> Void) async throws {
        let directory = FileManager.default.temporaryDirectory.appending(path: "curlew-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: directory) }
        try await body("\(directory.path)/file")
    }

    private func names(beside path: String) -> [String]? {
        let directory = URL(fileURLWithPath: path).deletingLastPathComponent().path
        return try? FileManager.default.contentsOfDirectory(atPath: directory).sorted()
    }

    private func isWhole(_ path: String) -> Bool {
        (try? Data(contentsOf: URL(fileURLWithPath: path))) == ScriptedFile.bytes
    }

    @discardableResult
    private func download(
        _ file: ScriptedFile, to path: String, _ options: DownloadOptions = DownloadOptions(),
        progress: (@Sendable (TransferProgress) -> Void)? = nil
    ) async throws(NetworkError) -> DownloadedFile {
        try await file.client.download(
            Endpoint<Data>.get("/file"), to: path, options: options, progress: progress)
    }

    private func failure(
        _ file: ScriptedFile, to path: String, _ options: DownloadOptions = DownloadOptions()
    ) async -> NetworkError? {
        await #expect(throws: NetworkError.self) { try await download(file, to: path, options) }
    }

    @Test func theFileIsAllThatRemains() async throws {
        try await withTarget { path in
            let result = try await download(ScriptedFile(), to: path, .init(sha256: Self.hash.uppercased()))
            #expect(isWhole(path))
            #expect(names(beside: path) == ["file"])
            #expect(result.size == 1000)
            #expect(result.received == 1000)
            #expect(result.fields[.eTag] == "\"a\"")
        }
    }

    @Test func aFileURLWillDo() async throws {
        try await withTarget { path in
            let client = ScriptedFile().client
            try await client.download(Endpoint<Data>.get("/file"), to: URL(fileURLWithPath: path))
            #expect(isWhole(path))
            let web = try #require(URL(string: "http://example.com/file"))
            let error = await #expect(throws: NetworkError.self) {
                try await client.download(Endpoint<Data>.get("/file"), to: web)
            }
            #expect(error?.code == .invalidRequest)
        }
    }

    @Test func asksForTheBytesAsTheyAre() async throws {
        try await withTarget { path in
            let transport = ScriptedTransport { _ in HTTPResponse(status: 200, body: .data(Data("ok".utf8))) }
            let client = Client(baseURL: "http://example.com", transport: transport)
            try await client.download(Endpoint<Data>.get("/file"), to: path)
            let request = try #require(transport.requests.first)
            #expect(request.fields[.acceptEncoding] == "identity")
            #expect(request.options.decoding == .raw)
            #expect(request.options.delivery == .streamed)
            #expect(!request.fields.contains(.range))
        }
    }

    @Test func anInterruptionIsResumedInTheSameCall() async throws {
        try await withTarget { path in
            let file = ScriptedFile(cuts: [100, 1, 200, 0])
            let result = try await download(file, to: path, .init(sha256: Self.hash))
            #expect(isWhole(path))
            #expect(file.ranges == [nil, "bytes=99-", "bytes=99-", "bytes=298-", "bytes=298-"])
            #expect(result.received == 100 + 1 + 200 + 702)
        }
    }

    @Test func aLaterCallResumes() async throws {
        try await withTarget { path in
            let error = await failure(ScriptedFile(cuts: [100]), to: path, .init(maxRetries: 0))
            #expect(error?.code == .incompleteBody)
            #expect(error?.attempts == 1)
            #expect(names(beside: path) == ["file.curlew-part", "file.curlew-part.json"])
            let file = ScriptedFile()
            let result = try await download(file, to: path)
            #expect(file.ranges == ["bytes=99-"])
            #expect(result.received == 901)
            #expect(isWhole(path))
            #expect(names(beside: path) == ["file"])
        }
    }

    @Test func aFileThatHasChangedStartsOver() async throws {
        try await withTarget { path in
            _ = await failure(ScriptedFile(cuts: [100]), to: path, .init(maxRetries: 0))
            let file = ScriptedFile(fields: [.eTag: "\"b\""])
            let result = try await download(file, to: path)
            #expect(file.ranges == ["bytes=99-"])
            #expect(result.received == 1000)
            #expect(isWhole(path))
        }
    }

    @Test(arguments: [
        ["ETag": "W/\"a\""], [:], ["Last-Modified": "Sun, 06 Nov 1994 08:49:37 GMT"],
    ]) func withoutAValidatorNothingIsLeft(fields: [String: String]) async throws {
        try await withTarget { path in
            var named = HTTPFields()
            for (name, value) in fields { named[.init(name)] = value }
            let error = await failure(
                ScriptedFile(cuts: [100], fields: named), to: path, .init(maxRetries: 0))
            #expect(error?.code == .incompleteBody)
            #expect(names(beside: path) == [])
        }
    }

    @Test func aDateIsAValidator() async throws {
        try await withTarget { path in
            let file = ScriptedFile(
                cuts: [100],
                fields: [
                    .lastModified: "Sun, 06 Nov 1994 08:49:37 GMT", .date: "Sun, 06 Nov 1994 08:49:38 GMT",
                ])
            try await download(file, to: path)
            #expect(file.ranges == [nil, "bytes=99-"])
            #expect(isWhole(path))
        }
    }

    @Test func aDownloadWithoutResumptionDoesNotResume() async throws {
        try await withTarget { path in
            let options = DownloadOptions(resumes: false, maxRetries: 0)
            #expect(await failure(ScriptedFile(cuts: [100]), to: path, options)?.code == .incompleteBody)
            #expect(names(beside: path) == [])
        }
    }

    @Test(arguments: [
        "", "{", "{}", "[]", #"{"version":2}"#, "\0\u{1}", String(repeating: "x", count: 70_000),
    ])
    func aRecordThatCannotBeReadStartsOver(record: String) async throws {
        try await withTarget { path in
            try Data(count: 100).write(to: URL(fileURLWithPath: "\(path).curlew-part"))
            try Data(record.utf8).write(to: URL(fileURLWithPath: "\(path).curlew-part.json"))
            let file = ScriptedFile()
            try await download(file, to: path)
            #expect(file.ranges == [nil])
            #expect(isWhole(path))
            #expect(names(beside: path) == ["file"])
        }
    }

    @Test func theRecordDoesNotShowTheURL() async throws {
        try await withTarget { path in
            let client = ScriptedFile(cuts: [100]).client
            let secret = Endpoint<Data>.get("/file", query: ["signature": "hunter2"])
            _ = await #expect(throws: NetworkError.self) {
                try await client.download(secret, to: path, options: .init(maxRetries: 0))
            }
            let record = try String(contentsOfFile: "\(path).curlew-part.json", encoding: .utf8)
            #expect(!record.contains("hunter2"))
            let other = ScriptedFile()
            try await download(other, to: path)
            #expect(other.ranges == [nil])
        }
    }

    @Test func progressBeginsAndEndsWithTheWholeTruth() async throws {
        try await withTarget { path in
            let reports = Lock<[TransferProgress]>([])
            try await download(ScriptedFile(cuts: [100]), to: path) { progress in
                reports.withLock { $0.append(progress) }
            }
            let all = reports.withLock { $0 }
            #expect(all.first == TransferProgress(completed: 0))
            #expect(all.last?.completed == 1000)
            #expect(all.last?.total == 1000)
            #expect(all.map(\.completed) == all.map(\.completed).sorted())
        }
    }

    @Test func theTotalLimitAppliesToAllExchanges() async throws {
        try await withTarget { path in
            let clock = TestClock()
            let transport = ScriptedTransport { request in
                clock.advance(by: .milliseconds(20))
                return HTTPResponse(
                    status: 200, fields: [.eTag: "\"a\""],
                    body: .stream { throw NetworkError(.incompleteBody, "cut") })
            }
            let client = Client(
                baseURL: "http://example.com", transport: transport,
                configuration: .init(clock: clock.clock))
            let endpoint = Endpoint<Data>.get("/file", options: .init(timeouts: .total(.milliseconds(10))))
            let error = await #expect(throws: NetworkError.self) {
                try await client.download(endpoint, to: path)
            }
            #expect(error?.phase == .total)
            #expect(transport.requests.map(\.timeouts.total) == [.milliseconds(10)])
        }
    }

    @Test func anErrorStatusKeepsItsBodyAndTheFile() async throws {
        try await withTarget { path in
            _ = await failure(ScriptedFile(cuts: [100]), to: path, .init(maxRetries: 0))
            let transport = ScriptedTransport { _ in .json(#"{"a":1}"#, status: 503) }
            let client = Client(baseURL: "http://example.com", transport: transport)
            let error = await #expect(throws: NetworkError.self) {
                try await client.download(
                    Endpoint<Data>.get("/file"), to: path, options: .init(maxRetries: 0))
            }
            #expect(error?.code == .unacceptableStatus)
            #expect(error?.response?.status.code == 503)
            #expect(error?.bodyPrefix == Data(#"{"a":1}"#.utf8))
            #expect(error?.endpoint == "GET /file")
            #expect(names(beside: path) == ["file.curlew-part", "file.curlew-part.json"])
        }
    }

    @Test func theRangeIsNotTheEndpointsToSet() async throws {
        try await withTarget { path in
            let endpoint = Endpoint<Data>.get("/file", fields: [.range: "bytes=0-1"])
            let error = await #expect(throws: NetworkError.self) {
                try await ScriptedFile().client.download(endpoint, to: path)
            }
            #expect(error?.code == .invalidRequest)
        }
    }
}
