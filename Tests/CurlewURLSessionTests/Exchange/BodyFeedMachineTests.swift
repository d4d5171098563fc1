import Curlew
import Testing

@testable import CurlewURLSession

struct BodyFeedMachineTests {
    private func isWait(_ action: BodyFeedMachine.NextAction) -> Bool {
        if case .wait = action { true } else { false }
    }

    private func readCount(_ action: BodyFeedMachine.NextAction) -> Int? {
        if case .read(let count) = action { count } else { nil }
    }

    private func isFinish(_ action: BodyFeedMachine.NextAction) -> Bool {
        if case .finish = action { true } else { false }
    }

    @Test func chunksGoStraightToAReaderThatKeepsUp() {
        var machine = BodyFeedMachine()
        for _ in 0..<3 {
            #expect(machine.chunkReceived(10) == .write)
            #expect(isWait(machine.written(isFull: false)))
        }
        #expect(isFinish(machine.ended(.init())))
    }

    @Test func chunksGoToTheFileWhileTheReaderIsBehindAndComeBackInOrder() {
        var machine = BodyFeedMachine()
        #expect(machine.chunkReceived(10) == .write)
        #expect(isWait(machine.written(isFull: true)))
        #expect(machine.chunkReceived(20) == .spool)
        #expect(machine.chunkReceived(30) == .spool)
        #expect(readCount(machine.readerCaughtUp()) == 50)
        #expect(machine.chunkReceived(7) == .spool)
        #expect(readCount(machine.written(isFull: false)) == 7)
        #expect(isWait(machine.written(isFull: false)))
        #expect(machine.chunkReceived(1) == .write)
    }

    @Test func theEndComesBehindTheBytesInTheFile() {
        var machine = BodyFeedMachine()
        #expect(machine.chunkReceived(10) == .write)
        #expect(isWait(machine.written(isFull: true)))
        #expect(machine.chunkReceived(20) == .spool)
        #expect(isWait(machine.ended(.init())))
        #expect(readCount(machine.readerCaughtUp()) == 20)
        #expect(isFinish(machine.written(isFull: false)))
        #expect(isWait(machine.readerCaughtUp()))
    }

    @Test func aReaderThatCatchesUpBeforeTheWriteIsReportedIsNotForgotten() {
        var machine = BodyFeedMachine()
        #expect(machine.chunkReceived(10) == .write)
        #expect(isWait(machine.readerCaughtUp()))
        #expect(isWait(machine.written(isFull: true)))
        #expect(machine.chunkReceived(1) == .write)
    }

    @Test func aLargeFileIsReadInPieces() {
        var machine = BodyFeedMachine()
        #expect(machine.chunkReceived(1) == .write)
        #expect(isWait(machine.written(isFull: true)))
        #expect(machine.chunkReceived(200 * 1024) == .spool)
        #expect(readCount(machine.readerCaughtUp()) == 128 * 1024)
        #expect(isWait(machine.written(isFull: true)))
        #expect(readCount(machine.readerCaughtUp()) == 72 * 1024)
    }

    @Test func whatComesAfterTheEndIsDiscarded() {
        var machine = BodyFeedMachine()
        #expect(isFinish(machine.ended(.init())))
        #expect(machine.chunkReceived(1) == .discard)
        #expect(isWait(machine.ended(.init())))
    }
}
