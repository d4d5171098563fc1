import Foundation
import Testing

@testable import CurlewLibcurl

struct ChunkPoolTests {
    private let pool = ChunkPool()

    private func fill(_ chunk: inout Chunk, _ count: Int, _ byte: UInt8) -> Bool {
        unsafe Data(repeating: byte, count: count).withUnsafeBytes { unsafe chunk.append($0) }
    }

    private func address(_ data: Data) -> Int {
        unsafe data.withUnsafeBytes { Int(bitPattern: $0.baseAddress) }
    }

    @Test func takesWhatFitsAndNothingOfWhatDoesNot() {
        var chunk = pool.take()
        #expect(fill(&chunk, 10, 1))
        #expect(!fill(&chunk, ChunkPool.chunkSize - 9, 2))
        #expect(chunk.count == 10)
        #expect(fill(&chunk, ChunkPool.chunkSize - 10, 2))
        #expect(!fill(&chunk, 1, 3))
        #expect(fill(&chunk, 0, 3))
        let data = chunk.takeData(pool: pool)
        #expect(data.count == ChunkPool.chunkSize)
        #expect(data.prefix(11) == Data(repeating: 1, count: 10) + [2])
        #expect(data.last == 2)
    }

    @Test func aFewBytesAreCopiedAndOutliveTheirBuffer() {
        var chunk = pool.take()
        _ = fill(&chunk, 100, 7)
        let data = chunk.takeData(pool: pool)
        var other = pool.take()
        _ = fill(&other, 100, 9)
        #expect(data == Data(repeating: 7, count: 100))
        other.giveBack(to: pool)
    }

    @Test(arguments: [1, 10, 100]) func aSmallBufferIsHandedOnWhenItIsUsed(count: Int) {
        var chunk = Chunk.small(100)
        #expect(chunk.isSmall)
        #expect(fill(&chunk, count, 7))
        #expect(!fill(&chunk, 101 - count, 8))
        #expect(chunk.takeData(pool: pool) == Data(repeating: 7, count: count))
    }

    @Test func manyBuffersAreKeptDuringTransfersAndFewAfterwards() {
        func use(_ count: Int) {
            let chunks = (0..<count).map { _ in pool.take() }
            for chunk in chunks { chunk.giveBack(to: pool) }
        }
        use(100)
        #expect(pool.freeCount == 4)
        pool.keepMany()
        use(100)
        #expect(pool.freeCount == 64)
        pool.keepFew()
        #expect(pool.freeCount == 4)
        use(100)
        #expect(pool.freeCount == 4)
    }

    @Test func aSmallBufferBecomesALargeOne() {
        var small = Chunk.small(4)
        #expect(fill(&small, 3, 7))
        var chunk = pool.enlarged(small)
        #expect(!chunk.isSmall)
        #expect(fill(&chunk, 2, 8))
        #expect(chunk.takeData(pool: pool) == Data([7, 7, 7, 8, 8]))
    }

    @Test func aBufferServesAgainOnceItsLastReaderHasLetGo() {
        var chunk = pool.take()
        _ = fill(&chunk, 100_000, 7)
        var data: Data? = chunk.takeData(pool: pool)
        let slice = data?[10..<20]
        let first = data.map(address)
        data = nil
        var second = pool.take()
        _ = fill(&second, 100_000, 8)
        let other = second.takeData(pool: pool)
        #expect(address(other) != first, "a slice of it is still held")
        #expect(slice == Data(repeating: 7, count: 10))
    }

    @Test func aFreeBufferIsTakenFirst() {
        var addresses: Set<Int> = []
        for _ in 0..<10 {
            var chunk = pool.take()
            _ = fill(&chunk, 100_000, 7)
            addresses.insert(address(chunk.takeData(pool: pool)))
        }
        #expect(addresses.count == 1)
    }

    @Test func takesBackMoreThanItKeepsFree() {
        let chunks = (0..<20).map { _ in pool.take() }
        for chunk in chunks { chunk.giveBack(to: pool) }
        #expect(pool.freeCount == 4)
    }

    @Test func aBufferOutlivesThePoolsOwner() throws {
        var pool: ChunkPool? = ChunkPool()
        var chunk = try #require(pool?.take())
        _ = fill(&chunk, 100_000, 7)
        let data = pool.map { chunk.takeData(pool: $0) }
        pool = nil
        #expect(data == Data(repeating: 7, count: 100_000))
    }
}
