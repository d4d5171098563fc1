import Curlew
import CurlewTesting

extension LoopbackServer {
    /// A server whose response body is the bytes with a Content-Encoding.
    static func coded(_ coding: String, _ bytes: [UInt8]) throws -> LoopbackServer {
        let head = "HTTP/1.1 200 OK\r\nContent-Encoding: \(coding)\r\nContent-Length: \(bytes.count)\r\n\r\n"
        return try LoopbackServer { connection in
            while try connection.readRequest() != nil { try connection.send(Array(head.utf8) + bytes) }
        }
    }

    /// A server whose response bodies do not end: 16 KiB, a pause, and so on.
    static func endless(
        pausing pause: Duration = .milliseconds(1), counting sent: Gate = Gate()
    ) throws -> LoopbackServer {
        let bytes = [UInt8](repeating: 42, count: 16 << 10)
        return try LoopbackServer { connection in
            _ = try connection.readRequest()
            try connection.send("HTTP/1.1 200 OK\r\nContent-Length: 1000000000000\r\n\r\n")
            while true {
                try connection.send(bytes)
                sent.pass(bytes.count)
                if pause > .zero { try connection.pause(pause) }
            }
        }
    }
}

/// Counts events of one side for the other side to see.
final class Gate: Sendable {
    private let count = Lock(0)

    var passed: Int { count.withLock { $0 } }

    func pass(_ number: Int = 1) { count.withLock { $0 += number } }
}

/// Bytes that differ from one seed to the next.
enum Pattern {
    static func bytes(_ count: Int, seed: UInt8) -> [UInt8] {
        (0..<count).map { UInt8(truncatingIfNeeded: $0 % 251) &+ seed }
    }
}
