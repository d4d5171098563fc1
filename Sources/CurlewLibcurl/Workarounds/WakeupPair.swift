import CurlewTransport

/// The pair of sockets by which other threads could wake a multi handle is inherited by child processes.
///
/// Nothing here wakes a multi handle: only `curl_multi_poll` waits for it. Seen with 7.88.1; active with every version: a pair
/// that libcurl itself has hidden is not found. Its row among the hazards is "child processes inherit…".
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
