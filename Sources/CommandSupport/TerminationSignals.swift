#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// Waits for SIGINT and SIGTERM, so that a program can end in order.
package enum TerminationSignals {
    /// Keeps them from ending the process; call it before any thread starts, since threads inherit the signal mask.
    package static func block() {
        var signals = set
        unsafe pthread_sigmask(SIG_BLOCK, &signals, nil)
    }

    /// Blocks this thread until one of them arrives.
    package static func wait() {
        var signals = set
        var received: Int32 = 0
        unsafe sigwait(&signals, &received)
    }

    private static var set: sigset_t {
        var signals = sigset_t()
        unsafe sigemptyset(&signals)
        unsafe sigaddset(&signals, SIGINT)
        unsafe sigaddset(&signals, SIGTERM)
        return signals
    }
}
