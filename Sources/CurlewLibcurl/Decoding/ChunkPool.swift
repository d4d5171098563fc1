import CurlewTransport

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Buffers for body chunks, reused once a reader has released them: fresh ones would fault every page again.
///
/// It keeps as many as a busy server tool has bodies at a time; without transfers, soon only a few.
final class ChunkPool: Sendable {
    /// The size of a chunk, which is also the most of one body that a turn of the loop receives.
    static let chunkSize = 256 * 1024
    private static let (fewFree, manyFree) = (4, 64)

    private struct Free {
        /// The buffers' addresses, as numbers, since all valid uses are in this file and in `Chunk`.
        var addresses: [UInt] = []
        var limit = ChunkPool.fewFree
    }

    private let free = Lock(Free())

    deinit {
        Self.deallocate(free.withLock { $0.addresses })
    }

    /// How many buffers are free for reuse.
    var freeCount: Int { free.withLock { $0.addresses.count } }

    /// Transfers begin.
    func keepMany() {
        free.withLock { $0.limit = Self.manyFree }
    }

    /// There was no transfer for a while.
    func keepFew() {
        let addresses = free.withLock { free in
            free.limit = Self.fewFree
            let surplus = Array(free.addresses.dropFirst(Self.fewFree))
            free.addresses.removeLast(surplus.count)
            return surplus
        }
        Self.deallocate(addresses)
    }

    private static func deallocate(_ addresses: [UInt]) {
        for address in addresses { unsafe UnsafeMutableRawPointer(bitPattern: address)?.deallocate() }
    }

    /// A large buffer.
    func take() -> Chunk {
        let address = free.withLock { $0.addresses.popLast() }
        let reused = unsafe address.flatMap { unsafe UnsafeMutableRawPointer(bitPattern: $0) }
        let base = unsafe reused ?? .allocate(byteCount: Self.chunkSize, alignment: 16)
        return unsafe Chunk(base: base, capacity: Self.chunkSize)
    }

    /// A large buffer with the bytes of a small one, which is freed.
    func enlarged(_ chunk: Chunk) -> Chunk {
        var large = take()
        chunk.move(to: &large)
        return large
    }

    func giveBack(_ base: UnsafeMutableRawPointer) {
        let address = UInt(bitPattern: base)
        let isKept = free.withLock { free in
            guard free.addresses.count < free.limit else { return false }
            free.addresses.append(address)
            return true
        }
        if !isKept { unsafe base.deallocate() }
    }
}

/// A buffer that a transfer fills: a large one of the pool, or a small one for a body that may be small.
///
/// Many bodies may arrive in one turn, and large buffers for all of them would be returned to the system each time.
@safe
struct Chunk {
    private let base: UnsafeMutableRawPointer
    private let capacity: Int
    private(set) var count = 0

    fileprivate init(base: UnsafeMutableRawPointer, capacity: Int) {
        unsafe self.base = unsafe base
        self.capacity = capacity
    }

    /// A small buffer.
    static func small(_ capacity: Int) -> Chunk {
        unsafe Chunk(base: .allocate(byteCount: capacity, alignment: 16), capacity: capacity)
    }

    var isSmall: Bool { capacity < ChunkPool.chunkSize }

    /// Adds bytes if there is room for all of them.
    mutating func append(_ bytes: UnsafeRawBufferPointer) -> Bool {
        guard count + bytes.count <= capacity else { return false }
        if let source = bytes.baseAddress {
            unsafe (base + count).copyMemory(from: source, byteCount: bytes.count)
        }
        count += bytes.count
        return true
    }

    /// The free room after the bytes.
    var room: UnsafeMutableRawBufferPointer {
        unsafe UnsafeMutableRawBufferPointer(start: base + count, count: capacity - count)
    }

    /// n bytes were written into the room.
    mutating func fill(_ written: Int) { count += written }

    fileprivate func move(to large: inout Chunk) {
        _ = unsafe large.append(UnsafeRawBufferPointer(start: base, count: count))
        unsafe base.deallocate()
    }

    /// The bytes; the buffer is freed or returned to the pool, at once or when the last reader releases them.
    ///
    /// A few bytes in a much larger buffer are copied, so that the buffer can be reused or freed.
    func takeData(pool: ChunkPool) -> Data {
        guard count < capacity / 8 else { return wrapped(pool: pool) }
        defer { giveBack(to: pool) }
        return unsafe Data(bytes: base, count: count)
    }

    private func wrapped(pool: ChunkPool) -> Data {
        guard isSmall else {
            return unsafe Data(
                bytesNoCopy: base, count: count,
                deallocator: .custom { base, _ in unsafe pool.giveBack(base) })
        }
        return unsafe Data(
            bytesNoCopy: base, count: count, deallocator: .custom { base, _ in unsafe base.deallocate() })
    }

    func giveBack(to pool: ChunkPool) {
        guard isSmall else { return unsafe pool.giveBack(base) }
        unsafe base.deallocate()
    }
}
