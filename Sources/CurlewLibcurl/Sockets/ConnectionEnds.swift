#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// The ports at the two ends of a TCP connection, 0 if there is none, and the peer's address.
///
/// All three are needed: one local port serves connections to several addresses.
struct ConnectionEnds: Hashable {
    /// The bytes of an IPv6 address, or those of an IPv4 address in `low`.
    struct Address: Hashable {
        var high: UInt64 = 0
        var low: UInt64 = 0
    }

    let localPort: Int
    let remotePort: Int
    let remoteAddress: Address

    init(localPort: Int, remotePort: Int, remoteAddress: Address) {
        self.localPort = localPort
        self.remotePort = remotePort
        self.remoteAddress = remoteAddress
    }

    init(of descriptor: Int32) {
        let local = unsafe Self.end { unsafe getsockname(descriptor, $0, $1) }
        let remote = unsafe Self.end { unsafe getpeername(descriptor, $0, $1) }
        self.init(localPort: local.port, remotePort: remote.port, remoteAddress: remote.address)
    }

    private static func end(
        _ query: (UnsafeMutablePointer<sockaddr>, UnsafeMutablePointer<socklen_t>) -> Int32
    ) -> (port: Int, address: Address) {
        var end = sockaddr_in6()
        var length = socklen_t(MemoryLayout<sockaddr_in6>.size)
        return unsafe withUnsafeMutablePointer(to: &end) { pointer in
            let result = unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                unsafe query($0, &length)
            }
            guard result == 0 else { return (0, Address()) }
            // The port is at the same place in IPv4 addresses.
            let port = unsafe Int(UInt16(bigEndian: pointer.pointee.sin6_port))
            guard unsafe Int32(pointer.pointee.sin6_family) == AF_INET6 else {
                let address = unsafe pointer.withMemoryRebound(to: sockaddr_in.self, capacity: 1) {
                    unsafe $0.pointee.sin_addr
                }
                return (port, Address(address))
            }
            return unsafe (port, Address(pointer.pointee.sin6_addr))
        }
    }
}

extension ConnectionEnds.Address {
    /// Reads an address as curl writes it.
    init(text: UnsafePointer<CChar>) {
        var (short, long) = (in_addr(), in6_addr())
        if unsafe inet_pton(AF_INET, text, &short) == 1 {
            self.init(short)
        } else if unsafe inet_pton(AF_INET6, text, &long) == 1 {
            self.init(long)
        } else {
            self.init()
        }
    }

    fileprivate init(_ address: in_addr) {
        self.init(low: UInt64(address.s_addr))
    }

    fileprivate init(_ address: in6_addr) {
        let (high, low) = unsafe unsafeBitCast(address, to: (UInt64, UInt64).self)
        self.init(high: high, low: low)
    }
}
