import CurlewTransport

/// Has curl close dead connections: makes its sweep when it is first needed, and knows when the next one is due.
struct Sweeper {
    private let lifetimes: ConnectionLifetimes
    private var sweep: ConnectionSweep?
    /// When curl looks for the connections that were shut down.
    private(set) var nextTime = MonotonicTime.distantFuture

    init(_ lifetimes: ConnectionLifetimes) {
        self.lifetimes = lifetimes
    }

    mutating func run(on multi: borrowing MultiHandle) {
        sweep = sweep ?? ConnectionSweep(lifetimes)
        sweep?.run(on: multi)
    }

    /// Sets the time of the next sweep, which is due only if connections are shut down, but not closed: by then curl looks
    /// again.
    mutating func schedule(isDue: Bool, from now: MonotonicTime) {
        nextTime = isDue ? now.advanced(byNanoseconds: 1_100_000_000) : .distantFuture
    }
}
