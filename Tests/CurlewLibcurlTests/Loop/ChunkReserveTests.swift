import CurlewTransport
import Testing

@testable import CurlewLibcurl

struct ChunkReserveTests {
    private var reserve = ChunkReserve()
    private let start = MonotonicTime(nanoseconds: 1_000)

    /// Gives back more buffers than are kept without transfers.
    private func fillPool() {
        let chunks = (0..<20).map { _ in reserve.pool.take() }
        for chunk in chunks { chunk.giveBack(to: reserve.pool) }
    }

    @Test mutating func keepsManyBuffersUntilASecondWithoutTransfersHasPassed() {
        reserve.note(hasTransfers: true, at: start)
        fillPool()
        #expect(reserve.pool.freeCount == 20)
        #expect(reserve.nextTime == .distantFuture)
        reserve.note(hasTransfers: false, at: start)
        let end = start.advanced(byNanoseconds: 1_000_000_000)
        #expect(reserve.nextTime == end)
        reserve.note(hasTransfers: false, at: MonotonicTime(nanoseconds: end.nanoseconds - 1))
        #expect(reserve.pool.freeCount == 20)
        reserve.note(hasTransfers: false, at: end)
        #expect(reserve.pool.freeCount == 4)
        #expect(reserve.nextTime == .distantFuture)
    }

    @Test mutating func keepsThemForTransfersThatComeInTime() {
        reserve.note(hasTransfers: true, at: start)
        fillPool()
        reserve.note(hasTransfers: false, at: start)
        reserve.note(hasTransfers: true, at: start.advanced(byNanoseconds: 2_000_000_000))
        #expect(reserve.nextTime == .distantFuture)
        #expect(reserve.pool.freeCount == 20)
    }
}
