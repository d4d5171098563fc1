#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// A blocking TCP client that sends and receives bytes as they are.
final class RawClient {
    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    private let descriptor: Int32
    private var pending: [UInt8] = []

    /// Connects to a port of 127.0.0.1 or ::1; a read or write gives up after 20 s.
    init(port: UInt16, address: String = "127.0.0.1") throws {
        var hints = unsafe addrinfo()
        unsafe hints.ai_flags = AI_NUMERICHOST
        // SOCK_STREAM, whose type differs from system to system.
        unsafe hints.ai_socktype = 1
        var found: UnsafeMutablePointer<addrinfo>?
        unsafe getaddrinfo(address, String(port), &hints, &found)
        defer { unsafe freeaddrinfo(found) }
        guard let info = unsafe found?.pointee else { throw Failure(description: "no address") }
        descriptor = unsafe socket(info.ai_family, info.ai_socktype, 0)
        guard descriptor >= 0 else { throw Failure(description: "no socket: errno \(errno)") }
        var limit = timeval(tv_sec: 20, tv_usec: 0)
        let size = socklen_t(MemoryLayout<timeval>.size)
        unsafe setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, size)
        guard unsafe connect(descriptor, info.ai_addr, info.ai_addrlen) == 0 else {
            // deinit runs here too and closes the descriptor.
            throw Failure(description: "cannot connect: errno \(errno)")
        }
    }

    deinit {
        close(descriptor)
    }

    func send(_ text: String) throws {
        try send(Array(text.utf8))
    }

    func send(_ bytes: [UInt8]) throws {
        var sent = 0
        while sent < bytes.count {
            let count = unsafe bytes[sent...].withUnsafeBytes { buffer in
                unsafe systemSend(descriptor, buffer.baseAddress, buffer.count, Int32(MSG_NOSIGNAL))
            }
            guard count > 0 else { throw Failure(description: "cannot send: errno \(errno)") }
            sent += count
        }
    }

    /// Sends FIN and stays open for reading.
    func endSending() {
        shutdown(descriptor, Int32(SHUT_WR))
    }

    /// The next bytes, at most 64 KiB; empty at the end.
    func read() throws -> [UInt8] {
        if !pending.isEmpty {
            defer { pending = [] }
            return pending
        }
        var buffer = [UInt8](repeating: 0, count: 64 << 10)
        let count = unsafe recv(descriptor, &buffer, buffer.count, 0)
        guard count >= 0 else { throw Failure(description: "cannot receive: errno \(errno)") }
        return Array(buffer[..<count])
    }

    /// Everything up to the end of the connection.
    func readToEnd() throws -> [UInt8] {
        var bytes: [UInt8] = []
        while case let part = try read(), !part.isEmpty { bytes += part }
        return bytes
    }

    /// The head of the next response, including its empty line.
    func readHead() throws -> String {
        var bytes: [UInt8] = []
        while !bytes.suffix(4).elementsEqual("\r\n\r\n".utf8) {
            bytes += try readExactly(1)
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    func readExactly(_ count: Int) throws -> [UInt8] {
        var bytes = pending
        pending = []
        while bytes.count < count {
            let part = try read()
            if part.isEmpty { throw Failure(description: "the connection ended after \(bytes.count) bytes") }
            bytes += part
        }
        pending = Array(bytes[count...])
        return Array(bytes[..<count])
    }

    /// The next response, whose body has a Content-Length or is chunked.
    func readResponse(toHead: Bool = false) throws -> RawResponse {
        let head = try readHead()
        var response = RawResponse(head: head)
        if toHead { return response }
        if let length = response["Content-Length"].flatMap({ Int($0) }) {
            response.body = try readExactly(length)
        } else if response["Transfer-Encoding"] == "chunked" {
            while case let chunk = try readChunk(), !chunk.isEmpty {
                response.body += chunk
                response.chunkCount += 1
            }
        }
        return response
    }

    private func readChunk() throws -> [UInt8] {
        var line: [UInt8] = []
        while line.last != 10 { line += try readExactly(1) }
        let size = Int(String(decoding: line.dropLast(2), as: UTF8.self), radix: 16) ?? 0
        let data = try readExactly(size)
        _ = try readExactly(2)
        return data
    }
}

struct RawResponse {
    let head: String
    var body: [UInt8] = []
    var chunkCount = 0

    init(head: String) {
        self.head = head
    }

    var status: Int { Int(head.dropFirst(9).prefix(3)) ?? 0 }
    var text: String { String(decoding: body, as: UTF8.self) }

    subscript(name: String) -> String? {
        for line in head.split(separator: "\r\n") {
            let parts = line.split(separator: ":", maxSplits: 1)
            if parts.count == 2 && parts[0].lowercased() == name.lowercased() {
                return String(parts[1].drop { $0 == " " })
            }
        }
        return nil
    }
}

// The C function whose name a method above takes.
private let systemSend = unsafe send
