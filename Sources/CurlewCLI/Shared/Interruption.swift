import CommandSupport
import Curlew

#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// Termination signals as the cancellation of a task.
enum Interruption {
    /// Ends the process with what the work returns; the first SIGINT or SIGTERM cancels it, a second one does not wait.
    ///
    /// To be called on the main thread before any other is started: threads inherit the mask of signals. It keeps the
    /// thread, since the runtime would let signals through once it waits there.
    static func cancelling(_ work: @escaping @Sendable () async -> ExitCode) -> Never {
        TerminationSignals.block()
        let task = Task.detached { exit(await work().rawValue) }
        TerminationSignals.wait()
        task.cancel()
        TerminationSignals.wait()
        _exit(ExitCode(.cancelled).rawValue)
    }
}
