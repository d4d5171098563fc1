import CCurl

#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// The descriptor of a connection that no transfer uses.
struct KeptConnection {
    private let descriptor: Int32

    init(_ descriptor: Int32) { self.descriptor = descriptor }

    /// Reads what the peer has sent before it ended the connection, such as TLS's close_notify; false when it has not
    /// ended it.
    ///
    /// curl takes a connection with something to read for alive, and would send the next request into the void.
    func discardInputBeforeEnd() -> Bool {
        guard hasEnded else { return false }
        unsafe withUnsafeTemporaryAllocation(byteCount: 4096, alignment: 1) { buffer in
            while unsafe recv(descriptor, buffer.baseAddress, buffer.count, Int32(MSG_DONTWAIT)) > 0 {}
        }
        return true
    }

    /// Whether the peer sends nothing more; Linux alone can say so without reading.
    private var hasEnded: Bool {
        #if os(Linux)
            // POLLRDHUP, which the module does not show, has the same number.
            let ended = Int16(EPOLLRDHUP.rawValue)
            var entry = pollfd(fd: descriptor, events: ended, revents: 0)
            return unsafe poll(&entry, 1, 0) == 1 && entry.revents & (ended | Int16(POLLHUP)) != 0
        #else
            return false
        #endif
    }
}
