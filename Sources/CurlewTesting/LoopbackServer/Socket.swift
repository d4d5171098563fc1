#if canImport(Darwin)
    import Darwin
    // Replaced by SO_NOSIGPIPE here.
    private let sendFlags: Int32 = 0
    private let peerClosedEvent: Int16 = 0
#elseif canImport(Musl)
    import Musl
    private let sendFlags = Int32(MSG_NOSIGNAL)
    // POLLRDHUP, which the module does not export.
    private let peerClosedEvent: Int16 = 0x2000
#else
    import Glibc
    private let sendFlags = Int32(MSG_NOSIGNAL)
    // POLLRDHUP, which the module does not export.
    private let peerClosedEvent: Int16 = 0x2000
#endif

/// The descriptor of one socket and the calls on it; its owner closes it.
struct Socket: Sendable {
    let descriptor: Int32

    /// Why a wait ended.
    enum Wakeup { case readable, ended, timedOut }

    /// Up to `buffer.count` bytes; 0 at the end, negative after an error.
    func receive(into buffer: UnsafeMutableRawBufferPointer) -> Int {
        while true {
            let count = unsafe recv(descriptor, buffer.baseAddress, buffer.count, 0)
            if count >= 0 || errno != EINTR { return count }
        }
    }

    /// Sends all of `bytes`; returns whether the kernel took them.
    func send(_ bytes: UnsafeRawBufferPointer) -> Bool {
        var rest = unsafe bytes
        while let start = rest.baseAddress, unsafe !rest.isEmpty {
            let count = unsafe systemSend(descriptor, start, rest.count, sendFlags)
            if count < 0 && errno == EINTR { continue }
            guard count > 0 else { return false }
            unsafe rest = UnsafeRawBufferPointer(rebasing: rest[count...])
        }
        return true
    }

    /// Blocks until the peer has closed its side or the connection has ended; if `reading`, also until there is input.
    func wait(reading: Bool, until deadline: ContinuousClock.Instant) -> Wakeup {
        while true {
            var entry = pollfd(fd: descriptor, events: peerClosedEvent, revents: 0)
            if reading { entry.events |= Int16(POLLIN) }
            let count = unsafe poll(&entry, 1, ContinuousClock.now.pollMilliseconds(until: deadline))
            if count > 0 { return entry.revents == Int16(POLLIN) ? .readable : .ended }
            if count == 0 && ContinuousClock.now >= deadline { return .timedOut }
            if count < 0 && errno != EINTR { return .ended }
        }
    }

    /// Sends FIN; the other direction stays open.
    func shutdownSending() {
        _ = shutdown(descriptor, Int32(SHUT_WR))
    }

    /// Ends both directions and wakes a thread that blocks on the socket.
    func shutdownBoth() {
        _ = shutdown(descriptor, Int32(SHUT_RDWR))
    }

    /// Makes the following close send RST.
    func resetOnClose() {
        setOption(SOL_SOCKET, SO_LINGER, linger(l_onoff: 1, l_linger: 0))
    }

    func close() {
        _ = systemClose(descriptor)
    }

    /// Keeps a write to a closed peer from ending the process on systems where send(2) has no flag for that.
    func ignoreBrokenPipe() {
        #if canImport(Darwin)
            setOption(SOL_SOCKET, SO_NOSIGPIPE, Int32(1))
        #endif
    }

    /// Keeps programs started by this process from inheriting the descriptor.
    func closeOnExec() {
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    }

    /// Sets an option; returns whether that succeeded.
    func setBlocking(_ isBlocking: Bool) -> Bool {
        fcntl(descriptor, F_SETFL, isBlocking ? 0 : O_NONBLOCK) == 0
    }

    /// Sets an option whose failure does no harm.
    func setOption<Value: BitwiseCopyable>(_ level: Int32, _ name: Int32, _ value: Value) {
        unsafe withUnsafeBytes(of: value) { bytes in
            _ = unsafe setsockopt(descriptor, level, name, bytes.baseAddress, socklen_t(bytes.count))
        }
    }
}

// The C functions whose names the methods above take.
private let systemSend = unsafe send
private let systemClose = close

extension ContinuousClock.Instant {
    /// The time to `deadline` for poll(2): whole milliseconds, rounded up, at most ten minutes.
    fileprivate func pollMilliseconds(until deadline: Self) -> Int32 {
        let rest = min(max(duration(to: deadline), .zero), .seconds(600))
        return Int32((rest + .nanoseconds(999_999)) / .milliseconds(1))
    }
}
