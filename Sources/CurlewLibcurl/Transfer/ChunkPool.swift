import Curlew

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Buffers for body chunks, used again once a reader has let go of them: fresh ones would fault every page anew.
final class ChunkPool: Sendable {
    /// The size of a chunk, which is also how much of one body a turn of the loop takes in.
    static let chunkSize = 256 * 1024
    private static let mostFree = 4

    /// A buffer's address; a number, since the sanctioned uses are all in this file and `Chunk`.
    private let free = Lock([UInt]())

    deinit {
        for address in free.withLock({ $0 }) {
            unsafe UnsafeMutableRawPointer(bitPattern: address)?.deallocate()
        }
    }

    func take() -> Chunk {
        let address = free.withLock { $0.popLast() }
        let reused = unsafe address.flatMap { unsafe UnsafeMutableRawPointer(bitPattern: $0) }
        let base = unsafe reused ?? .allocate(byteCount: Self.chunkSize, alignment: 16)
        return unsafe Chunk(base: base)
    }

    func giveBack(_ base: UnsafeMutableRawPointer) {
        let address = UInt(bitPattern: base)
        let isKept = free.withLock { free in
            guard free.count < Self.mostFree else { return false }
            free.append(address)
            return true
        }
        if !isKept { unsafe base.deallocate() }
    }
}

/// A pooled buffer that a transfer fills.
@safe
struct Chunk {
    private let base: UnsafeMutableRawPointer
    private(set) var count = 0

    fileprivate init(base: UnsafeMutableRawPointer) {
        unsafe self.base = unsafe base
    }

    /// Adds bytes if there is room for all of them.
    mutating func append(_ bytes: UnsafeRawBufferPointer) -> Bool {
        guard count + bytes.count <= ChunkPool.chunkSize else { return false }
        if let source = bytes.baseAddress {
            unsafe (base + count).copyMemory(from: source, byteCount: bytes.count)
        }
        count += bytes.count
        return true
    }

    /// What is free behind the bytes.
    var room: UnsafeMutableRawBufferPointer {
        unsafe UnsafeMutableRawBufferPointer(start: base + count, count: ChunkPool.chunkSize - count)
    }

    /// So many bytes were written into the room.
    mutating func fill(_ written: Int) { count += written }

    /// A copy of the bytes; the buffer stays.
    func copy() -> Data { unsafe Data(bytes: base, count: count) }

    /// The bytes without a copy; the buffer goes back to the pool when the last reader lets go of it.
    func wrapped(pool: ChunkPool) -> Data {
        unsafe Data(
            bytesNoCopy: base, count: count, deallocator: .custom { base, _ in unsafe pool.giveBack(base) })
    }

    func giveBack(to pool: ChunkPool) { unsafe pool.giveBack(base) }
}
