import CCurl

#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// libcurl treats an idle connection with something to read as alive, such as one that the peer has ended with TLS's
/// close_notify, or on which it has sent unsolicited bytes (RFC 9112 §9.2).
///
/// libcurl would send the next request on it, and again on another connection.
///
/// Seen with 7.88.1; active with every version.
///
/// Row in `LibcurlHazard`: "a request on an idle connection that died is sent again, even a POST".
struct IdleConnection {
    private let descriptor: Int32

    init(_ descriptor: Int32) { self.descriptor = descriptor }

    /// Reads what the peer has sent before it ended the connection, such as TLS's close_notify, and ends the connection
    /// when it has sent what was not asked for; returns false when it has done neither.
    func discardInput(isMultiplexed: Bool) -> Bool {
        guard hasEnded || !isMultiplexed && has(Int16(POLLIN)) else { return false }
        end()
        return true
    }

    /// Ends the connection, so that curl finds it dead.
    func end() {
        shutdown(descriptor, Int32(SHUT_RDWR))
        discardReceived()
    }

    private func discardReceived() {
        unsafe withUnsafeTemporaryAllocation(byteCount: 4096, alignment: 1) { buffer in
            while unsafe recv(descriptor, buffer.baseAddress, buffer.count, Int32(MSG_DONTWAIT)) > 0 {}
        }
    }

    /// Whether the network takes more bytes at once.
    var isWritable: Bool { has(Int16(POLLOUT)) }

    /// How long ago bytes were last sent; nil if the system does not report it.
    var nanosecondsSinceSent: Int64? {
        #if os(Linux)
            var info = tcp_info()
            var length = socklen_t(MemoryLayout<tcp_info>.size)
            guard unsafe getsockopt(descriptor, Int32(IPPROTO_TCP), TCP_INFO, &info, &length) == 0 else {
                return nil
            }
            return Int64(info.tcpi_last_data_sent) * 1_000_000
        #else
            return nil
        #endif
    }

    /// Whether the peer sends nothing more; only Linux can report this without reading.
    private var hasEnded: Bool {
        #if os(Linux)
            // POLLRDHUP, which the module does not export, has the same number.
            return has(Int16(EPOLLRDHUP.rawValue))
        #else
            return false
        #endif
    }

    private func has(_ event: Int16) -> Bool {
        var entry = pollfd(fd: descriptor, events: event, revents: 0)
        return unsafe poll(&entry, 1, 0) == 1 && entry.revents & (event | Int16(POLLHUP)) != 0
    }
}
