#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// The ports at the two ends of a TCP connection, 0 where there is none.
struct SocketPorts: Hashable {
    let local: Int
    let remote: Int

    init(local: Int, remote: Int) {
        self.local = local
        self.remote = remote
    }

    init(of descriptor: Int32) {
        local = unsafe Self.port { unsafe getsockname(descriptor, $0, $1) }
        remote = unsafe Self.port { unsafe getpeername(descriptor, $0, $1) }
    }

    private static func port(
        _ query: (UnsafeMutablePointer<sockaddr>, UnsafeMutablePointer<socklen_t>) -> Int32
    ) -> Int {
        var address = sockaddr_in6()
        var length = socklen_t(MemoryLayout<sockaddr_in6>.size)
        let result = unsafe withUnsafeMutablePointer(to: &address) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { unsafe query($0, &length) }
        }
        // The port stands at the same place in the addresses of IPv4.
        return result == 0 ? Int(UInt16(bigEndian: address.sin6_port)) : 0
    }
}
