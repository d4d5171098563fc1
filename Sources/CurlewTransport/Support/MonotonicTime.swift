#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// A moment of the monotonic clock, in nanoseconds.
///
/// A transport compares moments several times for each small response, hence a plain number and not an instant of a clock.
package struct MonotonicTime: Comparable, Sendable {
    package var nanoseconds: Int64

    @inlinable
    package init(nanoseconds: Int64) {
        self.nanoseconds = nanoseconds
    }

    package static var now: MonotonicTime {
        var time = timespec()
        unsafe clock_gettime(CLOCK_MONOTONIC, &time)
        return MonotonicTime(nanoseconds: Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec))
    }

    /// Before everything that the clock has shown.
    @inlinable package static var distantPast: MonotonicTime { MonotonicTime(nanoseconds: 0) }

    /// Never: no deadline is later.
    @inlinable package static var distantFuture: MonotonicTime { MonotonicTime(nanoseconds: .max) }

    @inlinable
    package static func < (left: Self, right: Self) -> Bool { left.nanoseconds < right.nanoseconds }

    /// The moment after n nanoseconds; `distantFuture` if the clock cannot represent it.
    @inlinable
    package func advanced(byNanoseconds distance: Int64) -> MonotonicTime {
        let (sum, isTooLarge) = nanoseconds.addingReportingOverflow(distance)
        return isTooLarge ? .distantFuture : MonotonicTime(nanoseconds: sum)
    }

    @inlinable
    package func nanoseconds(to end: MonotonicTime) -> Int64 { end.nanoseconds - nanoseconds }

    /// Whole milliseconds from `now` until this moment, rounded up, as epoll and poll take them; -1 for never.
    package func milliseconds(from now: MonotonicTime) -> Int32 {
        guard self != .distantFuture else { return -1 }
        guard self > now else { return 0 }
        let milliseconds = (nanoseconds - now.nanoseconds + 999_999) / 1_000_000
        return Int32(clamping: milliseconds)
    }
}
