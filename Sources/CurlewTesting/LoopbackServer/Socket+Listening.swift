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
        if let name = host.socketName { return try listening(onUnixSocket: name) }
        var hints = unsafe addrinfo()
        unsafe hints.ai_flags = AI_NUMERICHOST | AI_NUMERICSERV
        unsafe hints.ai_socktype = streamType
        var found: UnsafeMutablePointer<addrinfo>?
        unsafe getaddrinfo(host.address, String(port), &hints, &found)
        defer { unsafe freeaddrinfo(found) }
        guard let address = unsafe found else { throw LoopbackServer.StartError(errno: EADDRNOTAVAIL) }
        let socket = unsafe Socket(descriptor: systemSocket(address.pointee.ai_family, streamType, 0))
        guard socket.descriptor >= 0 else { throw LoopbackServer.StartError(errno: errno) }
        socket.setOption(SOL_SOCKET, SO_REUSEADDR, Int32(1))
        let isBound = unsafe bind(socket.descriptor, address.pointee.ai_addr, address.pointee.ai_addrlen) == 0
        try socket.startListening(isBound: isBound)
        return socket
    }

    private static func listening(
        onUnixSocket name: [UInt8]
    ) throws(LoopbackServer.StartError) -> Socket {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        let room = MemoryLayout.size(ofValue: address.sun_path)
        guard name.count < room else { throw LoopbackServer.StartError(errno: ENAMETOOLONG) }
        unsafe withUnsafeMutableBytes(of: &address.sun_path) { unsafe $0.copyBytes(from: name) }
        let socket = Socket(descriptor: systemSocket(AF_UNIX, streamType, 0))
        guard socket.descriptor >= 0 else { throw LoopbackServer.StartError(errno: errno) }
        // The length of an abstract name is that of the address.
        let isAbstract = name.first == 0
        let length = MemoryLayout<sockaddr_un>.size - (isAbstract ? room - name.count : 0)
        let isBound = unsafe withUnsafeBytes(of: &address) { bytes in
            unsafe bind(
                socket.descriptor, bytes.assumingMemoryBound(to: sockaddr.self).baseAddress, socklen_t(length)
            )
                == 0
        }
        try socket.startListening(isBound: isBound)
        return socket
    }

    /// Closes the socket if it cannot listen.
    private func startListening(isBound: Bool) throws(LoopbackServer.StartError) {
        closeOnExec()
        // Nonblocking: a connection may be gone between poll and accept.
        guard isBound, listen(descriptor, 8192) == 0, setBlocking(false) else {
            let error = LoopbackServer.StartError(errno: errno)
            close()
            throw error
        }
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
            // A unix socket has none; sin_port and sin6_port both follow the family.
            let family = unsafe bytes.assumingMemoryBound(to: sockaddr.self).first?.sa_family
            guard family != sa_family_t(AF_UNIX) else { return 0 }
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
