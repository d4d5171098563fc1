import Curlew
import Dispatch

#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// Termination signals as the cancellation of a task.
enum Interruption {
    /// Runs the work in a task that the first SIGINT or SIGTERM cancels; a second one ends the process at once.
    ///
    /// To be called on the main thread before any other is started: threads inherit the mask of signals.
    static func cancelling<Value: Sendable>(_ work: @escaping @Sendable () async -> Value) async -> Value {
        TerminationSignals.block()
        let task = Task.detached { await work() }
        DispatchQueue(label: "signals").async {
            TerminationSignals.wait()
            task.cancel()
            TerminationSignals.wait()
            _exit(ExitCode(.cancelled).rawValue)
        }
        return await task.value
    }
}
