import Foundation
import TestSupport
import Testing

@testable import CurlewTransport

@Suite(.timeLimit(.minutes(5)))
struct ResponseBodyTests {
    private func stream(_ chunks: Chunks) -> ResponseBody { .stream { try chunks.next() } }

    @Test func collectsChunksInOrder() async throws {
        let body = stream(Chunks([Data([1, 2]), Data([3]), Data([4, 5])]))
        #expect(try await body.collect(upTo: 5) == Data([1, 2, 3, 4, 5]))
    }

    @Test func emptyBodiesHaveNoChunk() async throws {
        for body in [
            ResponseBody.empty, .data(Data()), stream(Chunks([])), stream(Chunks([Data(), Data()])),
        ] {
            var iterator = body.makeAsyncIterator()
            #expect(try await iterator.next() == nil)
            #expect(try await iterator.next() == nil)
        }
        #expect(try await ResponseBody.empty.collect(upTo: 0).isEmpty)
    }

    @Test func aStreamReportsTrailersAndFiguresAtItsEnd() async throws {
        var metrics = TransferMetrics()
        metrics.bytesReceived = 7
        let end = ResponseBody.Completion(trailers: ["X-Sum": "1"], metrics: metrics)
        let chunks = Chunks([Data([1])])
        let body = ResponseBody.stream {
            try chunks.next()
        } end: {
            end
        }
        #expect(try await body.collect(upTo: 1) == Data([1]))
        #expect(body.trailers["X-Sum"] == "1")
        #expect(body.metrics?.bytesReceived == 7)
        #expect(ResponseBody.data(Data(), end: end).trailers["X-Sum"] == "1")
    }

    @Test(arguments: ["dropped unread", "beyond its ceiling", "read"])
    func aStreamLearnsThatItHasNoReader(how: String) async throws {
        let chunks = Chunks([Data([1, 2])])
        let isCancelled = Lock(false)
        do {
            let body = ResponseBody.stream {
                try chunks.next()
            } cancel: {
                isCancelled.withLock { $0 = true }
            }
            if how == "beyond its ceiling" {
                await #expect(throws: NetworkError.self) { try await body.collect(upTo: 1) }
                #expect(isCancelled.withLock { $0 })
            }
            if how == "read" { _ = try await body.collect(upTo: 2) }
        }
        #expect(isCancelled.withLock { $0 })
    }

    @Test func dataIsOneChunk() async throws {
        var iterator = ResponseBody.data(Data([1, 2])).makeAsyncIterator()
        #expect(try await iterator.next() == Data([1, 2]))
        #expect(try await iterator.next() == nil)
    }

    @Test func aSourceIsNotAskedAgainAfterItsEnd() async throws {
        let chunks = Chunks([Data([1])])
        var iterator = stream(chunks).makeAsyncIterator()
        #expect(try await iterator.next() == Data([1]))
        #expect(try await iterator.next() == nil)
        #expect(try await iterator.next() == nil)
        #expect(chunks.count == 2)
    }

    @Test(arguments: [0, 4, 5, 6])
    func aCollectHasACeiling(limit: Int) async throws {
        let bodies = [stream(Chunks([Data([1, 2]), Data([3, 4, 5])])), .data(Data([1, 2, 3, 4, 5]))]
        for body in bodies {
            if limit >= 5 {
                #expect(try await body.collect(upTo: limit).count == 5)
            } else {
                let error = await #expect(throws: NetworkError.self) { try await body.collect(upTo: limit) }
                #expect(error?.code == .bodyTooLarge)
                #expect(error?.bodyPrefix?.first == 1)
            }
        }
    }

    @Test func aCollectOverItsCeilingStopsReading() async {
        let chunks = Chunks(Array(repeating: Data([1]), count: 100))
        let body = stream(chunks)
        await #expect(throws: NetworkError.self) { try await body.collect(upTo: 2) }
        #expect(chunks.count == 3)
    }

    @Test func aCollectOverItsCeilingEndsTheTransfer() async {
        let producer = RecordingProducer()
        let channel = BodyChannel(producer: producer)
        _ = channel.write(Data(count: 10))
        let body = ResponseBody.channel(channel)
        await #expect(throws: NetworkError.self) { try await body.collect(upTo: 9) }
        #expect(producer.cancels == 1)
    }

    @Test func isReadOnce() async throws {
        let body = ResponseBody.data(Data([1]))
        _ = try await body.collect(upTo: 9)
        let error = await #expect(throws: NetworkError.self) { try await body.collect(upTo: 9) }
        #expect(error?.code == .closed)
        let copy = body
        await #expect(throws: NetworkError.self) { try await copy.collect(upTo: 9) }
    }

    @Test func isAnAsyncSequence() async throws {
        var collected = Data()
        for try await chunk in stream(Chunks([Data([1]), Data([2])])) { collected.append(chunk) }
        #expect(collected == Data([1, 2]))
    }

    @Test func passesErrorsOnAndWrapsOthers() async {
        struct Odd: Error {}
        let own = stream(Chunks([Data([1])], failure: NetworkError(.timedOut, "x")))
        let error = await #expect(throws: NetworkError.self) { try await own.collect(upTo: 9) }
        #expect(error?.code == .timedOut)
        let odd = await #expect(throws: NetworkError.self) {
            try await ResponseBody.stream { throw Odd() }.collect(upTo: 9)
        }
        #expect(odd?.code == .other)
        #expect(odd?.underlying is Odd)
        let cancelled = await #expect(throws: NetworkError.self) {
            try await ResponseBody.stream { throw CancellationError() }.collect(upTo: 9)
        }
        #expect(cancelled?.code == .cancelled)
    }

    @Test func droppingItUnreadEndsTheTransfer() {
        let producer = RecordingProducer()
        do {
            let body = ResponseBody.channel(BodyChannel(producer: producer))
            _ = body
        }
        #expect(producer.cancels == 1)
    }

    @Test func droppingItHalfReadEndsTheTransfer() async throws {
        let producer = RecordingProducer()
        let channel = BodyChannel(producer: producer)
        _ = channel.write(Data([1]))
        for try await _ in ResponseBody.channel(channel) { break }
        #expect(producer.cancels == 1)
    }

    @Test func aCopyKeepsTheTransferAlive() {
        let producer = RecordingProducer()
        var body: ResponseBody? = .channel(BodyChannel(producer: producer))
        var copy = body
        body = nil
        #expect(producer.cancels == 0)
        copy = nil
        #expect(producer.cancels == 1)
        #expect(body == nil && copy == nil)
    }

    @Test func aBodyReadToItsEndCancelsNothing() async throws {
        let producer = RecordingProducer()
        do {
            let channel = BodyChannel(producer: producer)
            channel.finish(ResponseBody.Completion())
            _ = try await ResponseBody.channel(channel).collect(upTo: 1)
        }
        #expect(producer.cancels == 0)
    }

    @Test func prefixStopsEarlyAndEndsTheTransfer() async throws {
        let producer = RecordingProducer()
        let channel = BodyChannel(producer: producer)
        _ = channel.write(Data([1, 2]))
        _ = channel.write(Data([3, 4]))
        let body = ResponseBody.channel(channel)
        #expect(try await body.prefix(upTo: 3) == Data([1, 2, 3]))
        #expect(producer.cancels == 1)
    }

    @Test func prefixKeepsWhatCame() async throws {
        let broken = stream(Chunks([Data([1])], failure: NetworkError(.incompleteBody, "x")))
        #expect(try await broken.prefix(upTo: 9) == Data([1]))
        let cancelled = stream(Chunks([Data([1])], failure: .cancelled))
        let error = await #expect(throws: NetworkError.self) { try await cancelled.prefix(upTo: 9) }
        #expect(error?.code == .cancelled)
    }

    @Test func anUnneededClosureIsNotCalled() async {
        let body = ResponseBody.stream {
            Issue.record("the closure was asked")
            return nil
        }
        await body.drop()
    }

    @Test func discardReadsToTheEndWithinItsLimit() async throws {
        let chunks = Chunks([Data([1]), Data([2])])
        try await stream(chunks).discard(upTo: 2)
        #expect(chunks.count == 3)
        let long = Chunks(Array(repeating: Data([1]), count: 100))
        try await stream(long).discard(upTo: 2)
        #expect(long.count == 3)
        let broken = stream(Chunks([], failure: NetworkError(.incompleteBody, "x")))
        let error = await #expect(throws: NetworkError.self) { try await broken.discard(upTo: 2) }
        #expect(error?.code == .incompleteBody)
    }
}
