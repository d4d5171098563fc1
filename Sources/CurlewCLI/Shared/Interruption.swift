import CommandSupport
import Curlew

#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// Turns termination signals into the cancellation of a task.
enum Interruption {
    /// Exits with the result of `work`; the first SIGINT or SIGTERM cancels it, a second one exits at once.
    ///
    /// Call it on the main thread before any other starts, since threads inherit the signal mask. It keeps this thread:
    /// the runtime would let signals through there.
    static func cancelling(_ work: @escaping @Sendable () async -> ExitCode) -> Never {
        TerminationSignals.block()
        let task = Task.detached { exit(await work().rawValue) }
        TerminationSignals.wait()
        task.cancel()
        TerminationSignals.wait()
        _exit(ExitCode(.cancelled).rawValue)
    }
}
