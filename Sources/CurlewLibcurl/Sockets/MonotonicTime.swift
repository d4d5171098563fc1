import CurlewTransport

#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// A moment of the monotonic clock, in nanoseconds.
struct MonotonicTime: Comparable, Sendable {
    var nanoseconds: Int64

    static var now: MonotonicTime {
        var time = timespec()
        unsafe clock_gettime(CLOCK_MONOTONIC, &time)
        return MonotonicTime(nanoseconds: Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec))
    }

    /// Before everything that the clock has shown.
    static let distantPast = MonotonicTime(nanoseconds: 0)

    /// Never, for the smallest of some deadlines.
    static let distantFuture = MonotonicTime(nanoseconds: .max)

    static func < (left: Self, right: Self) -> Bool { left.nanoseconds < right.nanoseconds }

    /// So much later; what is too large for the clock never comes.
    func advanced(byNanoseconds distance: Int64) -> MonotonicTime {
        let (sum, isTooLarge) = nanoseconds.addingReportingOverflow(distance)
        return isTooLarge ? .distantFuture : MonotonicTime(nanoseconds: sum)
    }

    func nanoseconds(to end: MonotonicTime) -> Int64 { end.nanoseconds - nanoseconds }

    /// Whole milliseconds from now until then, rounded up, as epoll and poll want them; -1 for never.
    func milliseconds(from now: MonotonicTime) -> Int32 {
        guard self != .distantFuture else { return -1 }
        guard self > now else { return 0 }
        let milliseconds = (nanoseconds - now.nanoseconds + 999_999) / 1_000_000
        return Int32(clamping: milliseconds)
    }
}
