import CurlewTesting
import Foundation
import Testing

@testable import Curlew

/// What a download does about servers that stall, restart and break off; no time passes.
@Suite(.timeLimit(.minutes(5)))
struct DownloadRetryTests {
    private typealias Obstacle = Result<HTTPResponse, NetworkError>

    /// Downloads a file into a new directory; returns the directory's contents afterwards.
    private func download(
        _ file: ScriptedFile, _ endpoint: Endpoint<Data> = .get("/file"),
        _ options: DownloadOptions = .init(),
        _ check: (Result<DownloadedFile, NetworkError>, _ names: [String]) throws -> Void
    ) async throws {
        var options = options
        options.jitter = { $0 }
        let directory = FileManager.default.temporaryDirectory.appending(path: "curlew-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: directory) }
        let path = "\(directory.path)/file"
        let result: Result<DownloadedFile, NetworkError>
        do throws(NetworkError) {
            result = .success(try await file.client.download(endpoint, to: path, options: options))
            let isWhole = (try? Data(contentsOf: URL(fileURLWithPath: path))) == ScriptedFile.bytes
            #expect(isWhole)
        } catch {
            result = .failure(error)
        }
        try check(result, try FileManager.default.contentsOfDirectory(atPath: directory.path).sorted())
    }

    /// The download succeeds after these delays.
    private func expectSuccess(
        _ file: ScriptedFile, _ options: DownloadOptions = .init(), after delays: [Duration]
    ) async throws {
        try await download(file, .get("/file"), options) { result, names in
            let size = try result.get().size
            #expect(size == 1000)
            #expect(names == ["file"])
        }
        #expect(file.clock.waits == delays)
    }

    private func seconds(_ delays: Int...) -> [Duration] { delays.map { .seconds($0) } }

    private static func busy(_ status: Int, _ fields: HTTPFields = [:]) -> Obstacle {
        .success(HTTPResponse(status: .init(code: status), fields: fields))
    }

    private static let refused = Obstacle.failure(NetworkError(.cannotConnect, "refused"))

    @Test func cutsWithProgressEachAreNeverTooMany() async throws {
        let file = ScriptedFile(cuts: Array(repeating: 50, count: 12))
        try await expectSuccess(file, .init(maxRetries: 1), after: Array(repeating: .seconds(1), count: 12))
        #expect(file.ranges.last == "bytes=588-")
    }

    @Test func aStallIsResumedFrom() async throws {
        let file = ScriptedFile(cuts: [100, 100], breakingOffWith: .timedOut(.idle, after: .seconds(60)))
        try await expectSuccess(file, after: seconds(1, 1))
        #expect(file.ranges == [nil, "bytes=99-", "bytes=198-"])
    }

    @Test func aServerThatRestartsIsWaitedFor() async throws {
        try await expectSuccess(ScriptedFile(obstacles: [Self.refused, Self.refused]), after: seconds(1, 2))
        let lost = Obstacle.failure(NetworkError(.connectionLost, "reset"))
        let slow = Obstacle.failure(.timedOut(.head, after: .seconds(30)))
        try await expectSuccess(
            ScriptedFile(obstacles: [lost, Self.refused, Self.busy(502), slow]), after: seconds(1, 2, 4, 8))
    }

    @Test func aServerThatRestartsInBetweenIsWaitedFor() async throws {
        let file = ScriptedFile(cuts: [100])
        file.add([Self.refused, Self.busy(503)], afterAttempts: 1)
        try await expectSuccess(file, after: seconds(1, 2, 4))
        #expect(file.ranges == [nil, "bytes=99-", "bytes=99-", "bytes=99-"])
    }

    @Test(arguments: [("0", 1), ("1", 1), ("120", 120), ("soon", 1)])
    func retryAfterIsObeyed(text: String, delay: Int) async throws {
        try await expectSuccess(
            ScriptedFile(obstacles: [Self.busy(503, [.retryAfter: text])]), after: seconds(delay))
    }

    @Test func aDateInRetryAfterIsRelativeToTheResponsesOwn() async throws {
        let fields: HTTPFields = [
            .date: "Mon, 07 Nov 1994 08:49:37 GMT", .retryAfter: "Mon, 07 Nov 1994 08:49:42 GMT",
        ]
        try await expectSuccess(ScriptedFile(obstacles: [Self.busy(429, fields)]), after: seconds(5))
    }

    @Test func aServerThatAsksForNoDelayIsNotGivenUpAtOnce() async throws {
        let now = "Sun, 06 Nov 1994 08:49:37 GMT"
        let fields: HTTPFields = [.date: now, .retryAfter: now]
        let busy = [Self.busy(503, [.retryAfter: "0"]), Self.busy(503, fields), Self.busy(503, fields)]
        try await expectSuccess(ScriptedFile(obstacles: busy), after: seconds(1, 2, 4))
    }

    @Test func withoutProgressTheLastFailureIsThrownWithAllAttempts() async throws {
        let file = ScriptedFile(cuts: [100, 1, 0, 1])
        try await download(file, .get("/file"), .init(maxRetries: 3)) { result, names in
            let error = #expect(throws: NetworkError.self) { try result.get() }
            #expect(error?.code == .incompleteBody)
            #expect(error?.attempts == 4)
            #expect(error?.response?.status.code == 206)
            #expect(names == ["file.curlew-part", "file.curlew-part.json"])
        }
        #expect(file.clock.waits == seconds(1, 2, 4))
    }

    @Test func theErrorOfARefusalHasNoResponseOfAnEarlierAttempt() async throws {
        let file = ScriptedFile(obstacles: [Self.busy(503)] + Array(repeating: Self.refused, count: 9))
        try await download(file) { result, names in
            let error = #expect(throws: NetworkError.self) { try result.get() }
            #expect(error?.code == .cannotConnect)
            #expect(error?.attempts == 6)
            #expect(error?.response == nil)
            #expect(names.isEmpty)
        }
    }

    @Test func aServerThatIgnoresRangesIsNotRetriedIndefinitely() async throws {
        let file = ScriptedFile(cuts: Array(repeating: 400, count: 1000), servesRanges: false)
        try await download(file, .get("/file"), .init(maxRetries: 3)) { result, _ in
            let error = #expect(throws: NetworkError.self) { try result.get() }
            #expect(error?.code == .incompleteBody && error?.attempts == 4)
        }
        let further = ScriptedFile(cuts: [400, 500, 600, 700, 800, 900], servesRanges: false)
        try await expectSuccess(further, .init(maxRetries: 1), after: seconds(1, 1, 1, 1, 1, 1))
    }

    @Test func withoutAValidatorAnAttemptStartsOver() async throws {
        let file = ScriptedFile(cuts: [100, 100], fields: [:])
        try await expectSuccess(file, after: seconds(1, 2))
        #expect(file.ranges == [nil, nil, nil])
    }

    @Test(arguments: [
        NetworkError.Code.tlsFailed, .cannotResolve, .protocolViolation, .contentDecodingFailed, .unsupported,
    ])
    func whatDoesNotPassIsThrownAtOnce(code: NetworkError.Code) async throws {
        let file = ScriptedFile(obstacles: [.failure(NetworkError(code, ""))])
        try await download(file) { result, _ in
            let error = #expect(throws: NetworkError.self) { try result.get() }
            #expect(error?.code == code && error?.attempts == 1)
        }
        #expect(file.clock.waits.isEmpty)
    }

    @Test(arguments: [301, 400, 401, 403, 404, 410, 501])
    func aRefusalThatStaysIsThrownAtOnce(status: Int) async throws {
        let file = ScriptedFile(obstacles: [Self.busy(status)])
        try await download(file) { result, _ in
            let error = #expect(throws: NetworkError.self) { try result.get() }
            #expect(error?.response?.status.code == status && error?.attempts == 1)
        }
    }

    @Test func aPostIsSentOnce() async throws {
        try await download(ScriptedFile(obstacles: [Self.busy(503)]), .post("/file")) { result, _ in
            let error = #expect(throws: NetworkError.self) { try result.get() }
            #expect(error?.response?.status.code == 503 && error?.attempts == 1)
        }
    }

    @Test func aDelayBeyondTheTotalLimitEndsTheDownload() async throws {
        let file = ScriptedFile(obstacles: [Self.busy(503, [.retryAfter: "9"])])
        try await download(file, .get("/file", options: .init(timeouts: .total(.seconds(5))))) { result, _ in
            let error = #expect(throws: NetworkError.self) { try result.get() }
            #expect(error?.code == .timedOut && error?.phase == .total)
            #expect(error?.message == NetworkError.timedOut(.total, after: .seconds(5)).message)
            #expect(error?.response?.status.code == 503)
            #expect((error?.underlying as? NetworkError)?.code == .unacceptableStatus)
        }
        #expect(file.clock.waits.isEmpty)
    }

    @Test func aCancelEndsTheDelay() async throws {
        let started = AsyncStream.makeStream(of: Void.self)
        let transport = ScriptedTransport { _ in HTTPResponse(status: 503) }
        let clock = Client.Clock(sleep: { _ in
            started.continuation.yield()
            try await Task.sleep(for: .seconds(3600))
        })
        let client = Client(baseURL: "http://h", transport: transport, configuration: .init(clock: clock))
        let path = FileManager.default.temporaryDirectory.appending(path: "curlew-\(UUID().uuidString)").path
        let task = Task { try await client.download(Endpoint<Data>.get("/file"), to: path) }
        for await _ in started.stream { break }
        task.cancel()
        let error = await #expect(throws: NetworkError.self) { try await task.value }
        #expect(error?.code == .cancelled && error?.attempts == 1)
        #expect(!FileManager.default.fileExists(atPath: "\(path).curlew-part"))
    }

    private static let described: HTTPFields = [
        .eTag: "\"a\"", .contentType: "text/csv", "Content-Disposition": "attachment; filename=a.csv",
        .contentEncoding: "gzip", "X-Node": "1",
    ]
    /// RFC 9110 §15.3.7: a part after If-Range has no other fields.
    private static let terse: HTTPFields = [.eTag: "\"a\"", "X-Node": "2"]

    private func expectDescription(_ fields: HTTPFields) {
        for name in [HTTPField.Name.contentType, "Content-Disposition", .contentEncoding] {
            #expect(fields[values: name] == Self.described[values: name])
        }
        #expect(fields[values: "X-Node"] == ["2"])
    }

    @Test func theFieldsOfTheWholeOutliveAPart() async throws {
        let file = ScriptedFile(cuts: [100, 100], fields: Self.described, partFields: Self.terse)
        try await download(file, .get("/file"), .init(contentCoding: .keep)) { result, _ in
            expectDescription(try result.get().fields)
        }
    }

    @Test func whatDescribesTheFileOutlivesTheProcess() async throws {
        let path = FileManager.default.temporaryDirectory.appending(path: "curlew-\(UUID().uuidString)").path
        defer { try? FileManager.default.removeItem(atPath: path) }
        let file = ScriptedFile(cuts: [100], fields: Self.described, partFields: Self.terse)
        let options = DownloadOptions(maxRetries: 0, contentCoding: .keep)
        let error = await #expect(throws: NetworkError.self) {
            try await file.client.download(Endpoint<Data>.get("/file"), to: path, options: options)
        }
        #expect(error?.code == .incompleteBody)
        let result = try await file.client.download(Endpoint<Data>.get("/file"), to: path, options: options)
        #expect(file.ranges == [nil, "bytes=99-"])
        expectDescription(result.fields)
    }

    @Test func anEncodedFileIsKeptAndResumedOnRequest() async throws {
        let fields: HTTPFields = [.eTag: "\"a\"", .contentEncoding: "gzip"]
        let file = ScriptedFile(cuts: [100], fields: fields)
        try await expectSuccess(file, .init(contentCoding: .keep), after: seconds(1))
        #expect(file.ranges == [nil, "bytes=99-"])
        try await download(ScriptedFile(fields: fields)) { result, names in
            let error = #expect(throws: NetworkError.self) { try result.get() }
            #expect(error?.code == .unsupported)
            #expect(error?.message.contains("DownloadOptions.contentCoding .keep") == true)
            #expect(names.isEmpty)
        }
    }
}
