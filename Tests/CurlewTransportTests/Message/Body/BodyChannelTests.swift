import Foundation
import TestSupport
import Testing

@testable import CurlewTransport

/// Readers and writers in tasks of their own.
@Suite(.timeLimit(.minutes(5)))
struct BodyChannelTests {
    @Test func carriesChunksToAWaitingReader() async throws {
        let producer = RecordingProducer()
        let channel = BodyChannel(producer: producer)
        async let read = ResponseBody.channel(channel).collect(upTo: 1 << 20)
        let sent = Task { @concurrent in
            for number in 0..<1000 {
                _ = channel.write(Data([UInt8(truncatingIfNeeded: number)]))
                if number.isMultiple(of: 100) { await Task.yield() }
            }
            channel.finish(ResponseBody.Completion())
        }
        #expect(try await read == Data((0..<1000).map { UInt8(truncatingIfNeeded: $0) }))
        await sent.value
        #expect(producer.cancels == 0)
    }

    @Test func neverLosesAWakeUpBetweenReaderAndWriter() async throws {
        for _ in 0..<300 {
            let channel = BodyChannel(producer: RecordingProducer())
            async let read = ResponseBody.channel(channel).collect(upTo: 100)
            await Task { @concurrent in
                for _ in 0..<3 { _ = channel.write(Data([7])) }
                channel.finish(ResponseBody.Completion())
            }.value
            #expect(try await read == Data([7, 7, 7]))
        }
    }

    @Test func pausesAndResumesTheProducer() async throws {
        let producer = RecordingProducer()
        let channel = BodyChannel(producer: producer, marks: .init(high: 4, low: 2))
        #expect(!channel.write(Data([1, 2])))
        #expect(channel.write(Data([3, 4])))
        #expect(producer.resumes == 0)
        #expect(try await channel.next() == Data([1, 2]))
        #expect(producer.resumes == 1)
        #expect(try await channel.next() == Data([3, 4]))
        #expect(producer.resumes == 1)
    }

    @Test func bringsTrailersAndFiguresWithItsEnd() async throws {
        let channel = BodyChannel(producer: RecordingProducer())
        let body = ResponseBody.channel(channel)
        #expect(body.trailers.isEmpty)
        #expect(body.metrics == nil)
        var metrics = TransferMetrics()
        metrics.bytesReceived = 9
        channel.finish(ResponseBody.Completion(trailers: ["X": "1"], metrics: metrics))
        #expect(try await body.collect(upTo: 1).isEmpty)
        #expect(body.trailers == ["X": "1"])
        #expect(body.metrics?.bytesReceived == 9)
    }

    @Test func failsAWaitingReader() async {
        let channel = BodyChannel(producer: RecordingProducer())
        let read = Task { try await channel.next() }
        await untilSuspended(read)
        channel.finish(ResponseBody.Completion(), failure: NetworkError(.incompleteBody, "x"))
        let error = await #expect(throws: NetworkError.self) { try await read.value }
        #expect(error?.code == .incompleteBody)
    }

    @Test(arguments: CancelPoint.allCases)
    func cancellingTheReadersTaskEndsTheTransfer(point: CancelPoint) async {
        let producer = RecordingProducer()
        let channel = BodyChannel(producer: producer)
        if point == .withBufferedChunk { _ = channel.write(Data([1])) }
        let gate = Gate()
        let read = Task { () throws -> Data? in
            if point != .whileWaiting { await gate.wait() }
            return try await channel.next()
        }
        if point == .whileWaiting { await untilSuspended(read) }
        read.cancel()
        gate.open()
        let error = await #expect(throws: NetworkError.self) { try await read.value }
        #expect(error?.code == .cancelled)
        #expect(producer.cancels == 1)
        #expect(!channel.write(Data([1])))
        channel.finish(ResponseBody.Completion())
        let later = await #expect(throws: NetworkError.self) { try await channel.next() }
        #expect(later?.code == .cancelled)
        #expect(producer.cancels == 1)
    }

    enum CancelPoint: CaseIterable { case beforeReading, withBufferedChunk, whileWaiting }

    @Test func cancelAndChunkTogetherEndInOneOfTheTwo() async {
        for _ in 0..<300 {
            let producer = RecordingProducer()
            let channel = BodyChannel(producer: producer)
            let read = Task { @concurrent in try await channel.next() }
            let write = Task { @concurrent in _ = channel.write(Data([1])) }
            let cancel = Task { @concurrent in read.cancel() }
            switch await read.result {
            case .success(let chunk): #expect(chunk == Data([1]))
            case .failure(let error):
                #expect((error as? NetworkError)?.code == .cancelled)
                #expect(producer.cancels == 1)
            }
            await write.value
            await cancel.value
        }
    }

    @Test func ofTwoReadersTheSecondFailsAtOnce() async {
        let channel = BodyChannel(producer: RecordingProducer())
        await withTaskGroup(of: Result<Data?, any Error>.self) { group in
            for _ in 0..<2 {
                group.addTask { await Task { try await channel.next() }.result }
            }
            guard case .failure(let error)? = await group.next() else {
                Issue.record("neither reader failed")
                return
            }
            #expect((error as? NetworkError)?.code == .closed)
            _ = channel.write(Data([1]))
            guard case .success(let chunk)? = await group.next() else {
                Issue.record("both readers failed")
                return
            }
            #expect(chunk == Data([1]))
        }
    }

    /// Gives the task time to start waiting; the outcome does not depend on it.
    private func untilSuspended(_ task: Task<Data?, any Error>) async {
        for _ in 0..<100 { await Task.yield() }
    }
}
