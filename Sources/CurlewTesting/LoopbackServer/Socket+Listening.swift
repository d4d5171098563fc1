#if canImport(Darwin)
    import Darwin
    private let streamType = SOCK_STREAM
#elseif canImport(Musl)
    import Musl
    private let streamType = SOCK_STREAM
#else
    import Glibc
    private let streamType = Int32(SOCK_STREAM.rawValue)
#endif

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
        // Nonblocking: a connection may be gone between poll and accept.
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
        // On some systems the accepted socket inherits O_NONBLOCK.
        _ = socket.setBlocking(true)
        socket.setOption(Int32(IPPROTO_TCP), TCP_NODELAY, Int32(1))
        socket.ignoreBrokenPipe()
        return .success(socket)
    }
}

extension LoopbackServer.StartError {
    /// A thread could not be started.
    static let noMoreThreads = LoopbackServer.StartError(errno: EAGAIN)
}

// The C functions whose names the methods above take.
private let systemSocket = socket
private let systemAccept = unsafe accept
