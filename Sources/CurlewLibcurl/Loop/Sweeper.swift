import CurlewTransport

/// Makes curl close dead connections: creates its sweep when first needed, and knows when the next one is due.
struct Sweeper {
    private let lifetimes: ConnectionLifetimes
    private var sweep: ConnectionSweep?
    /// When curl checks for connections that were shut down.
    private(set) var nextTime = MonotonicTime.distantFuture

    init(_ lifetimes: ConnectionLifetimes) {
        self.lifetimes = lifetimes
    }

    mutating func run(on multi: borrowing MultiHandle) {
        sweep = sweep ?? ConnectionSweep(lifetimes)
        sweep?.run(on: multi)
    }

    /// Sets the time of the next sweep, which is due only if connections are shut down but not closed: by then curl
    /// checks again.
    mutating func schedule(isDue: Bool, from now: MonotonicTime) {
        nextTime = isDue ? now.advanced(byNanoseconds: 1_100_000_000) : .distantFuture
    }
}
