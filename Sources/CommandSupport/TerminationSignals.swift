#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// SIGINT and SIGTERM as something to wait for, so that a program ends in order.
package enum TerminationSignals {
    /// Keeps them from ending the process; call it before any thread is started, since threads inherit it.
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
