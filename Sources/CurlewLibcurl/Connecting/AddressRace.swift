import CurlewTransport

/// When each of several addresses is tried: in parallel, with staggered starts (RFC 8305 §5).
///
/// The next one starts as soon as one has failed, or a moment after the last start. None is abandoned before another
/// has won.
struct AddressRace {
    /// RFC 8305's Connection Attempt Delay, in nanoseconds.
    static let delay: Int64 = 250_000_000

    private let count: Int
    private var begun = 0
    private var underWay = 0
    private var delayEnd = MonotonicTime(nanoseconds: 0)

    init(count: Int) {
        self.count = count
    }

    /// The number of the address that starts now; nil if none does.
    mutating func next(at now: MonotonicTime) -> Int? {
        guard nextTime <= now else { return nil }
        defer {
            begun += 1
            underWay += 1
            delayEnd = now.advanced(byNanoseconds: Self.delay)
        }
        return begun
    }

    /// A started address has failed.
    mutating func failed() {
        underWay -= 1
        delayEnd = MonotonicTime(nanoseconds: 0)
    }

    /// When the next one starts; `distantFuture` if all have started.
    var nextTime: MonotonicTime { begun < count ? delayEnd : .distantFuture }

    /// Whether all have failed.
    var isLost: Bool { begun == count && underWay == 0 }
}
