import CCurl
import CurlewTesting
import Dispatch
import Foundation
import Glibc
import Synchronization
import Testing

/// An address that neither accepts nor refuses connections: a listening socket whose queue is full.
final class UnresponsiveAddress: Sendable {
    let port: UInt16
    private let address: UInt32
    private let listener: Int32
    private let queued = Mutex<[Int32]>([])

    /// - Parameters:
    ///   - isFull: false leaves its queue empty for now.
    ///   - lastByte: the last byte of its address, 127.0.0.1 or another one of this machine.
    ///   - wanted: its port; 0 for any.
    init(isFull: Bool = true, lastByte: UInt32 = 1, port wanted: UInt16 = 0) throws {
        self.address = 0x7F00_0000 + lastByte
        let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var address = Self.end(self.address, wanted)
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        port = try unsafe withUnsafeMutablePointer(to: &address) { pointer in
            try unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { generic in
                try #require(unsafe bind(listener, generic, length) == 0)
                try #require(listen(listener, 0) == 0)
                try #require(unsafe getsockname(listener, generic, &length) == 0)
            }
            return UInt16(bigEndian: unsafe pointer.pointee.sin_port)
        }
        self.listener = listener
        if isFull { fill() }
    }

    deinit {
        for descriptor in queued.withLock({ $0 }) + [listener] { close(descriptor) }
    }

    /// Responds to one request, fills the queue, and ends the connection when the next request has arrived.
    func respondOnceThenFill() {
        DispatchQueue(label: "backlog").async { [self] in
            let connection = accept(listener, nil, nil)
            defer { close(connection) }
            Self.readHead(connection)
            let reply = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok"
            _ = unsafe write(connection, reply, reply.utf8.count)
            fill()
            Self.readHead(connection)
        }
    }

    private static func readHead(_ connection: Int32) {
        var head: [UInt8] = []
        var byte: UInt8 = 0
        while !head.suffix(4).elementsEqual("\r\n\r\n".utf8), unsafe read(connection, &byte, 1) == 1 {
            head.append(byte)
        }
    }

    private func fill() {
        var address = Self.end(self.address, port)
        let length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let descriptors = (0..<4).map { _ in Self.connectWithoutWaiting(&address, length) }
        queued.withLock { $0 += descriptors }
    }

    private static func end(_ host: UInt32, _ port: UInt16) -> sockaddr_in {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = host.bigEndian
        return address
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
