import CurlewTransport

/// How many body buffers are kept: many from the first transfer until a second without transfers.
struct ChunkReserve {
    let pool = ChunkPool()
    private var hadTransfers = false
    /// When only few buffers are kept; `distantFuture` while there are transfers, and afterwards.
    private(set) var nextTime = MonotonicTime.distantFuture

    /// Checks at the end of a turn whether there are transfers.
    mutating func note(hasTransfers: Bool, at now: MonotonicTime) {
        if hasTransfers != hadTransfers {
            hadTransfers = hasTransfers
            if hasTransfers { pool.keepMany() }
            nextTime = hasTransfers ? .distantFuture : now.advanced(byNanoseconds: 1_000_000_000)
        } else if nextTime <= now {
            pool.keepFew()
            nextTime = .distantFuture
        }
    }
}
