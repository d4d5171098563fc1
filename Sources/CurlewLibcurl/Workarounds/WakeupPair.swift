import CurlewTransport

/// The pair of sockets by which other threads could wake a multi handle is inherited by child processes.
///
/// Nothing here wakes a multi handle: only `curl_multi_poll` waits for it. `SocketPair` says for which versions.
enum WakeupPair {
    private static let isHiding = Lock(())

    /// Hides a handle's pair from child processes.
    ///
    /// One handle at a time: two that are woken together cannot be told from each other.
    static func hide(of multi: borrowing MultiHandle) {
        isHiding.withLock { _ in
            SocketPair(wokenBy: { multi.wake() })?.closeOnExec()
            multi.acknowledgeWakeups()
        }
    }
}
