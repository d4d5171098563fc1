import CCurl

#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// The callbacks of a multi handle and its connections.
///
/// Each method runs inside a call into curl and must not call curl. The object outlives the connections, each of which keeps
/// its own close callback.
class MultiCallbacks {
    /// curl wants events of `CURL_POLL_…` of a descriptor, or `CURL_POLL_REMOVE` when it is done with it.
    func wants(_ events: Int32, of descriptor: Int32) {}

    /// curl wants its timers checked in n milliseconds; negative for never.
    func setTimer(_ milliseconds: Int) {}

    /// A connection is about to be closed.
    func closing(_ descriptor: Int32) {}
}

/// The C functions that curl calls for a multi handle, each of which calls a method of its `MultiCallbacks`.
enum MultiTrampolines {
    static let socket:
        @convention(c) (
            UnsafeMutableRawPointer?, curl_socket_t, Int32, UnsafeMutableRawPointer?, UnsafeMutableRawPointer?
        ) -> Int32 = { _, descriptor, events, data, _ in
            unsafe callbacks(data)?.wants(events, of: descriptor)
            return 0
        }

    static let timer: @convention(c) (UnsafeMutableRawPointer?, Int, UnsafeMutableRawPointer?) -> Int32 = {
        _, milliseconds, data in
        unsafe callbacks(data)?.setTimer(milliseconds)
        return 0
    }

    static let closeSocket: @convention(c) (UnsafeMutableRawPointer?, curl_socket_t) -> Int32 = {
        data, descriptor in
        unsafe callbacks(data)?.closing(descriptor)
        return close(descriptor)
    }

    private static func callbacks(_ data: UnsafeMutableRawPointer?) -> MultiCallbacks? {
        unsafe data.map { unsafe Unmanaged<MultiCallbacks>.fromOpaque($0).takeUnretainedValue() }
    }
}
