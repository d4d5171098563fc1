import Foundation
import Testing

@testable import CurlewTransport

@Suite(.timeLimit(.minutes(5)))
struct UploadReportTests {
    /// The progress reported for a body when the closure reports the bytes sent.
    private func reports(of body: RequestBody, _ send: (UploadReport) -> Void) async throws -> [Int64] {
        try await progress(of: body, send).map(\.completed)
    }

    private func progress(
        of body: RequestBody, _ send: (UploadReport) -> Void
    ) async throws -> [TransferProgress] {
        let (stream, continuation) = AsyncStream.makeStream(of: TransferProgress.self)
        // The last report releases the closure, and with it the stream.
        var report = UploadReport(body.reporting { [closing = Closing(continuation)] in closing.yield($0) })
        send(try #require(report))
        report = nil
        return await stream.reduce(into: []) { $0.append($1) }
    }

    private final class Closing: Sendable {
        private let continuation: AsyncStream<TransferProgress>.Continuation

        init(_ continuation: AsyncStream<TransferProgress>.Continuation) { self.continuation = continuation }

        deinit { continuation.finish() }

        func yield(_ progress: TransferProgress) { continuation.yield(progress) }
    }

    private enum Local {
        @TaskLocal static var name = "none"
    }

    @Test func theClosureSeesTheTaskLocalValuesOfTheSend() async throws {
        let (names, continuation) = AsyncStream.makeStream(of: String.self)
        let body = RequestBody.data(Data(count: 1)).reporting { _ in continuation.yield(Local.name) }
        Local.$name.withValue("sending") { UploadReport(body)?.sent(1) }
        var iterator = names.makeAsyncIterator()
        #expect(await iterator.next() == "sending")
    }

    @Test func theLastByteIsReportedOnce() async throws {
        let all = try await reports(of: .data(Data(count: 10))) { report in
            for count: Int64 in [0, 3, 10, 10, 10] { report.sent(count) }
            report.end()
        }
        #expect(all.last == 10)
        #expect(all.filter { $0 == 10 }.count == 1)
    }

    @Test func theEndIsReportedWithoutALength() async throws {
        let chunks = AsyncStream<Data> { $0.finish() }
        let all = try await reports(of: .stream(chunks)) { report in
            report.sent(1)
            report.sent(7)
        }
        #expect(all.last == 7)
    }

    @Test func theProgressOfAResentBodyStartsOver() async throws {
        let all = try await reports(of: .data(Data(count: 10))) { report in
            report.sent(10)
            report.sent(0)
        }
        #expect(all.last == 0)
    }

    @Test func theTotalOfAFormWithFilesIsKnown() async throws {
        let url = FileManager.default.temporaryDirectory.appending(path: "curlew-\(UUID().uuidString)")
        try Data(count: 1000).write(to: url)
        defer { try? FileManager.default.removeItem(at: url) }
        let body = RequestBody.multipart([.text("a", "b"), .file("c", path: url.path)])
        let length = try #require(try body.measuredLength())
        let all = try await progress(of: body) { $0.sent(length) }
        #expect(length > 1000)
        #expect(all.last?.total == length)
        #expect(all.last?.completed == length)
    }

    @Test func anUnreportedBodyCostsNothing() {
        #expect(UploadReport(.data(Data())) == nil)
        #expect(UploadReport(nil) == nil)
    }

    @Test func theReportStaysWithTheBody() throws {
        let body = try RequestBody.json([1]).reporting { _ in }.encoded(by: JSONEncoder())
        #expect(body.report != nil)
        #expect(body.data == Data("[1]".utf8))
    }
}
