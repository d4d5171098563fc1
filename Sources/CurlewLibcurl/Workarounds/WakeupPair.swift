import CurlewTransport

/// Child processes inherit the pair of sockets by which other threads could wake a multi handle.
///
/// Nothing here wakes a multi handle: only `curl_multi_poll` waits for it. `SocketPair` lists the versions.
enum WakeupPair {
    private static let isHiding = Lock(())

    /// Hides a handle's pair from child processes.
    ///
    /// One handle at a time: two that are woken together cannot be distinguished.
    static func hide(of multi: borrowing MultiHandle) {
        isHiding.withLock { _ in
            SocketPair(wokenBy: { multi.wake() })?.closeOnExec()
            multi.acknowledgeWakeups()
        }
    }
}
