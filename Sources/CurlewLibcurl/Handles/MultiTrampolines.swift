import CCurl

#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

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
