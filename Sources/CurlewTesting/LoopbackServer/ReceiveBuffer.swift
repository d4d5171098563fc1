/// Bytes received from a socket and not used yet.
struct ReceiveBuffer {
    private var bytes = [UInt8](repeating: 0, count: 16 << 10)
    private var start = 0
    private var end = 0

    var isEmpty: Bool { start == end }

    var unused: ArraySlice<UInt8> { bytes[start..<end] }

    mutating func use(_ count: Int) {
        start += count
    }

    mutating func discard() {
        (start, end) = (0, 0)
    }

    /// Replaces the buffer's contents with new input; false at the end of the connection.
    mutating func fill(from socket: Socket) -> Bool {
        let count = unsafe bytes.withUnsafeMutableBytes { unsafe socket.receive(into: $0) }
        (start, end) = (0, max(0, count))
        return count > 0
    }
}
