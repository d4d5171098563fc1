import CCurl
import CurlewTransport

#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// An address and a port, as the system's calls take them.
struct SocketAddress: Hashable {
    let family: Int32
    let bytes: [UInt8]

    /// The largest size of an address of any family, in bytes.
    static var largestSize: Int { MemoryLayout<sockaddr_storage>.size }

    init(family: Int32, bytes: [UInt8]) {
        self.family = family
        self.bytes = bytes
    }

    /// An address of this machine, for tests.
    init(ipv4 address: UInt32, port: UInt16) {
        var end = sockaddr_in()
        end.sin_family = sa_family_t(AF_INET)
        end.sin_port = port.bigEndian
        end.sin_addr.s_addr = address.bigEndian
        family = AF_INET
        bytes = unsafe withUnsafeBytes(of: &end) { unsafe Array($0) }
    }

    /// The address without its port; nil for a unix socket.
    var ip: IPAddress? {
        switch family {
        case AF_INET: IPAddress(bytes: bytes.dropFirst(4).prefix(4))
        case AF_INET6: IPAddress(bytes: bytes.dropFirst(8).prefix(16))
        default: nil
        }
    }

    enum Beginning {
        case underWay(Int32)
        /// Connecting failed, with the system's error number.
        case failed(Int32)
    }

    /// Starts to connect a socket, which becomes writable when it is connected or has failed.
    func beginConnecting() -> Beginning {
        let descriptor = curlew_stream_socket(family)
        guard descriptor >= 0 else { return .failed(errno) }
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
        _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
        let result = unsafe bytes.withUnsafeBytes { bytes in
            unsafe connect(
                descriptor, bytes.baseAddress?.assumingMemoryBound(to: sockaddr.self),
                socklen_t(bytes.count))
        }
        if result == 0 || errno == EINPROGRESS { return .underWay(descriptor) }
        let error = errno
        close(descriptor)
        return .failed(error)
    }

    /// The result of connecting a socket: 0 if it is connected, otherwise the error number.
    static func result(of descriptor: Int32) -> Int32 {
        var error: Int32 = 0
        var length = socklen_t(MemoryLayout<Int32>.size)
        let result = unsafe getsockopt(descriptor, SOL_SOCKET, SO_ERROR, &error, &length)
        return result == 0 ? error : errno
    }

    /// Whether a socket has a peer.
    static func isConnected(_ descriptor: Int32) -> Bool {
        var peer = sockaddr_storage()
        var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
        return unsafe withUnsafeMutablePointer(to: &peer) { peer in
            unsafe peer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                unsafe getpeername(descriptor, $0, &length) == 0
            }
        }
    }
}
