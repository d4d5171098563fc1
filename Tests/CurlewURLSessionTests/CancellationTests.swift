import Curlew
import CurlewTesting
import CurlewURLSession
import Foundation
import Testing

@testable import CurlewURLSession

@Suite(.timeLimit(.minutes(1)))
struct CancellationTests {
    /// A server that reports when its peer has closed.
    private static func watched(
        sending text: String
    ) throws -> (loopback: Loopback, closed: AsyncStream<Bool>, arrived: AsyncStream<Void>) {
        let (closed, closing) = AsyncStream.makeStream(of: Bool.self)
        let (arrived, arriving) = AsyncStream.makeStream(of: Void.self)
        let loopback = try Loopback(script: { connection in
            _ = try connection.readRequest()
            try connection.send(text)
            arriving.yield()
            closing.yield(connection.waitForPeerToClose(within: .seconds(40)))
        })
        return (loopback, closed, arrived)
    }

    @Test func cancellingBeforeTheHeadClosesTheConnection() async throws {
        let (loopback, closed, arrived) = try Self.watched(sending: "")
        let request = try loopback.request()
        let sending = Task { await loopback.failure(of: request) }
        _ = await arrived.first { true }
        sending.cancel()
        #expect(await sending.value?.code == .cancelled)
        #expect(await closed.first { _ in true } == true)
    }

    @Test func cancellingInTheBodyClosesTheConnection() async throws {
        let (loopback, closed, arrived) = try Self.watched(
            sending: "HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nabc")
        let request = try loopback.request()
        let sending = Task { await loopback.failure(of: request) }
        _ = await arrived.first { true }
        sending.cancel()
        #expect(await sending.value?.code == .cancelled)
        #expect(await closed.first { _ in true } == true)
    }

    @Test func droppingTheBodyUnreadClosesTheConnection() async throws {
        let (loopback, closed, _) = try Self.watched(
            sending: "HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nabc")
        #expect(try await loopback.transport.send(loopback.request()).status == 200)
        #expect(await closed.first { _ in true } == true)
    }

    @Test func aCancelledTaskSendsNothing() async throws {
        let loopback = try Loopback()
        let request = try loopback.request()
        let sending = Task {
            unsafe withUnsafeCurrentTask { unsafe $0?.cancel() }
            return await loopback.failure(of: request)
        }
        #expect(await sending.value?.code == .cancelled)
    }

    @Test func shutdownEndsWhatIsUnderWayAndWhatComesLater() async throws {
        let (loopback, _, arrived) = try Self.watched(sending: "")
        let request = try loopback.request()
        let sending = Task { await loopback.failure(of: request) }
        _ = await arrived.first { true }
        loopback.transport.shutdown()
        loopback.transport.shutdown()
        #expect(await sending.value?.code == .closed)
        #expect(await loopback.failure(of: request)?.code == .closed)
    }

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
