import Glibc
import Testing

/// An address at which a connection is neither made nor refused: a listening socket whose queue is full.
final class FullBacklog: Sendable {
    let port: UInt16
    private let descriptors: [Int32]

    init() throws {
        let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        port = try unsafe withUnsafeMutablePointer(to: &address) { pointer in
            try unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { generic in
                try #require(unsafe bind(listener, generic, length) == 0)
                try #require(listen(listener, 0) == 0)
                try #require(unsafe getsockname(listener, generic, &length) == 0)
            }
            return UInt16(bigEndian: unsafe pointer.pointee.sin_port)
        }
        descriptors = [listener] + (0..<4).map { _ in Self.connectWithoutWaiting(&address, length) }
    }

    deinit {
        for descriptor in descriptors { close(descriptor) }
    }

    private static func connectWithoutWaiting(_ address: inout sockaddr_in, _ length: socklen_t) -> Int32 {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_NONBLOCK.rawValue), 0)
        unsafe withUnsafePointer(to: &address) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                _ = unsafe connect(descriptor, $0, length)
            }
        }
        return descriptor
    }
}
