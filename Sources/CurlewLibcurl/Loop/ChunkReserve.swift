import CurlewTransport

/// How many buffers for bodies are kept: many from the first transfer until there was none for a second.
struct ChunkReserve {
    let pool = ChunkPool()
    private var hadTransfers = false
    /// When few buffers are kept again; `distantFuture` while there are transfers, and afterwards.
    private(set) var nextTime = MonotonicTime.distantFuture

    /// Looks at the end of a turn whether there are transfers.
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
