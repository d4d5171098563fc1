import Curlew
import CurlewTesting
import CurlewURLSession
import Foundation
import Testing

@testable import CurlewURLSession

@Suite(.timeLimit(.minutes(5)))
struct CancellationTests {
    /// Sends requests and cancels each one at a moment in its life: each ends once, by itself or cancelled, and none
    /// leaves anything that the next one meets.
    private func cancelMany(
        _ loopback: Loopback, _ request: HTTPRequest, within microseconds: Int
    ) async throws {
        var codes: [NetworkError.Code?] = []
        for round in 0..<200 {
            let sending = Task { await loopback.failure(of: request) }
            try await Task.sleep(for: .microseconds(microseconds * round / 200))
            sending.cancel()
            codes.append(await sending.value?.code)
        }
        #expect(Set(codes).isSubset(of: [nil, .cancelled]))
        #expect(codes.contains(.cancelled), "the first ones are cancelled as soon as they are sent")
        #expect(try await loopback.exchange(loopback.request(.get, "/status/200")).0.status == 200)
        #expect(await loopback.failure(of: request) == nil)
    }

    @Test func aRedirectMayArriveWhileItsRequestIsCancelled() async throws {
        let loopback = try Loopback()
        try await cancelMany(loopback, loopback.request(.get, "/redirect/1"), within: 4_000)
    }

    @Test func anUploadFromAFileMayBeCancelledAtAnyMoment() async throws {
        let loopback = try Loopback()
        let file = try TemporaryFile()
        defer { withExtendedLifetime(file) {} }
        _ = try file.append(Data(count: 3 << 20))
        let body = RequestBody.file(file.path)
        try await cancelMany(loopback, loopback.request(.post, "/status/200", body: body), within: 8_000)
    }

    @Test func anUploadFromASpooledStreamMayBeCancelledAtAnyMoment() async throws {
        let loopback = try Loopback()
        let part = MultipartPart.data("f", Data(count: 1 << 20))
        let request = try loopback.request(.post, "/status/200", body: .multipart([part]))
        try await cancelMany(loopback, request, within: 8_000)
    }

    @Test func cancelsAtRandomMomentsAreAllAccountedForAndNothingIsSentTwice() async throws {
        let loopback = try Loopback()
        let refusing = LoopbackServer.refusingURL
        var codes: [NetworkError.Code?] = []
        try await withThrowingTaskGroup(of: NetworkError.Code?.self) { group in
            for round in 0..<400 {
                group.addTask {
                    let url = round % 3 == 0 ? refusing : "\(loopback.server.url)/anything/\(round)"
                    let method: HTTPRequest.Method = round % 2 == 0 ? .get : .post
                    let request = try HTTPRequest(method: method, url: url)
                    let sending = Task { await loopback.failure(of: request) }
                    try await Task.sleep(for: .microseconds(Int.random(in: 0...4000)))
                    sending.cancel()
                    return await sending.value?.code
                }
                if round >= 16, let code = try await group.next() { codes.append(code) }
            }
            for try await code in group { codes.append(code) }
        }
        #expect(codes.count == 400)
        #expect(Set(codes).isSubset(of: [nil, .cancelled, .cannotConnect]))
        #expect(codes.contains(.cancelled))
        let paths = loopback.server.received.map(\.path)
        #expect(Set(paths).count == paths.count)
    }
}
