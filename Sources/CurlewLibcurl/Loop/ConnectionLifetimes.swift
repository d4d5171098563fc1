import CurlewTransport

/// How long connections live, in nanoseconds: since their last use, and since they were opened.
struct ConnectionLifetimes {
    var idle = Int64.max
    var total = Int64.max

    /// How much later a connection may be ended, so that those whose time is over at nearly the same moment end together.
    var slack: Int64 { min(idle, total, 1_000_000_000) / 10 }

    /// When the time of a connection without requests is over.
    func end(opened: MonotonicTime, lastUsed: MonotonicTime) -> MonotonicTime {
        min(opened.advanced(byNanoseconds: total), lastUsed.advanced(byNanoseconds: idle))
    }
}
