#if canImport(Darwin)
    import Darwin
    private let streamType = SOCK_STREAM
    private let sendFlags: Int32 = 0
    private let peerClosedEvent: Int16 = 0
#elseif canImport(Musl)
    import Musl
    private let streamType = SOCK_STREAM
    private let sendFlags = Int32(MSG_NOSIGNAL)
    private let peerClosedEvent: Int16 = 0x2000
#else
    import Glibc
    private let streamType = Int32(SOCK_STREAM.rawValue)
    private let sendFlags = Int32(MSG_NOSIGNAL)
    // POLLRDHUP, which the module does not show.
    private let peerClosedEvent: Int16 = 0x2000
#endif

/// The descriptor of one socket and the calls on it; closing it is up to its holder.
struct Socket: Sendable {
    let descriptor: Int32

    /// What a wait ended with.
    enum Wakeup { case readable, ended, timedOut }

    /// Up to `buffer.count` bytes; 0 at the end, negative after an error.
    func receive(into buffer: UnsafeMutableRawBufferPointer) -> Int {
        while true {
            let count = unsafe recv(descriptor, buffer.baseAddress, buffer.count, 0)
            if count >= 0 || errno != EINTR { return count }
        }
    }

    /// Whether all of `bytes` could be handed to the kernel.
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

    /// Blocks until the peer has closed its side or the connection has ended; `reading` ends it at any input too.
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

    private func closeOnExec() {
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    }

    private func setBlocking(_ isBlocking: Bool) -> Bool {
        fcntl(descriptor, F_SETFL, isBlocking ? 0 : O_NONBLOCK) == 0
    }

    private func setOption<Value: BitwiseCopyable>(_ level: Int32, _ name: Int32, _ value: Value) {
        unsafe withUnsafeBytes(of: value) { bytes in
            _ = unsafe setsockopt(descriptor, level, name, bytes.baseAddress, socklen_t(bytes.count))
        }
    }
}

// Listening.
extension Socket {
    /// A listening socket on the numeric loopback address `host`; port 0 lets the kernel choose.
    static func listening(
        on host: LoopbackServer.Host, port: UInt16
    ) throws(LoopbackServer.StartError) -> Socket {
        var hints = unsafe addrinfo()
        unsafe hints.ai_flags = AI_NUMERICHOST | AI_NUMERICSERV
        unsafe hints.ai_socktype = streamType
        var found: UnsafeMutablePointer<addrinfo>?
        unsafe getaddrinfo(host.address, String(port), &hints, &found)
        defer { unsafe freeaddrinfo(found) }
        guard let address = unsafe found else { throw LoopbackServer.StartError(errno: EADDRNOTAVAIL) }
        let socket = unsafe Socket(descriptor: systemSocket(address.pointee.ai_family, streamType, 0))
        guard socket.descriptor >= 0 else { throw LoopbackServer.StartError(errno: errno) }
        socket.closeOnExec()
        socket.setOption(SOL_SOCKET, SO_REUSEADDR, Int32(1))
        let isBound = unsafe bind(socket.descriptor, address.pointee.ai_addr, address.pointee.ai_addrlen) == 0
        // Not blocking: a connection may be gone between poll and accept.
        guard isBound, listen(socket.descriptor, 8192) == 0, socket.setBlocking(false) else {
            let error = LoopbackServer.StartError(errno: errno)
            socket.close()
            throw error
        }
        return socket
    }

    /// Two sockets that are connected to each other.
    static func pair() throws(LoopbackServer.StartError) -> (Socket, Socket) {
        var descriptors: [Int32] = [-1, -1]
        guard unsafe socketpair(AF_UNIX, streamType, 0, &descriptors) == 0
        else { throw LoopbackServer.StartError(errno: errno) }
        let sockets = (Socket(descriptor: descriptors[0]), Socket(descriptor: descriptors[1]))
        sockets.0.closeOnExec()
        sockets.1.closeOnExec()
        return sockets
    }

    /// Blocks until the peer has closed.
    func waitForEnd() {
        var byte: UInt8 = 0
        unsafe withUnsafeMutableBytes(of: &byte) { buffer in
            while unsafe receive(into: buffer) > 0 {}
        }
    }

    /// Blocks until a connection can be accepted; false once the peer of `signal` has closed.
    func waitForConnection(orEndOf signal: Socket) -> Bool {
        var entries = [
            pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0),
            pollfd(fd: signal.descriptor, events: Int16(POLLIN), revents: 0),
        ]
        while unsafe poll(&entries, 2, -1) < 0 && errno == EINTR {}
        return entries[1].revents == 0
    }

    /// The local port.
    var port: UInt16 {
        var address = sockaddr_storage()
        var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
        return unsafe withUnsafeMutableBytes(of: &address) { bytes in
            _ = unsafe getsockname(
                descriptor, bytes.assumingMemoryBound(to: sockaddr.self).baseAddress, &length)
            // sin_port and sin6_port both follow the family.
            return unsafe bytes.load(fromByteOffset: 2, as: UInt16.self).bigEndian
        }
    }

    /// The next connection, or the errno of the failure.
    func accept() -> Result<Socket, LoopbackServer.StartError> {
        let accepted = systemAccept(descriptor, nil, nil)
        guard accepted >= 0 else { return .failure(LoopbackServer.StartError(errno: errno)) }
        let socket = Socket(descriptor: accepted)
        socket.closeOnExec()
        // Some systems hand O_NONBLOCK down from the listening socket.
        _ = socket.setBlocking(true)
        socket.setOption(Int32(IPPROTO_TCP), TCP_NODELAY, Int32(1))
        #if canImport(Darwin)
            socket.setOption(SOL_SOCKET, SO_NOSIGPIPE, Int32(1))
        #endif
        return .success(socket)
    }
}

extension Int32 {
    /// The error number of a thread that could not be started.
    static let noMoreThreads = EAGAIN
}

// The C functions whose names the methods above take.
private let systemSend = unsafe send
private let systemClose = close
private let systemSocket = socket
private let systemAccept = unsafe accept

extension ContinuousClock.Instant {
    /// Whole milliseconds to `deadline` for poll(2), rounded up, at most ten minutes.
    fileprivate func pollMilliseconds(until deadline: Self) -> Int32 {
        let rest = min(max(duration(to: deadline), .zero), .seconds(600))
        return Int32((rest + .nanoseconds(999_999)) / .milliseconds(1))
    }
}
