package import Curlew
package import CurlewTesting

/// A stream of numbered events whose server cuts a number of connections at random bytes, and then keeps one open.
///
/// A client that resumes with `Last-Event-ID` gets every event; a 204 ends the stream.
package struct CutEventStream: Sendable {
    /// The number of events; their ids are 1, 2 and so on.
    package let eventCount: Int
    /// The number of connections that are cut.
    package let cutCount: Int

    /// Describes a stream.
    package init(eventCount: Int, cutCount: Int) {
        self.eventCount = eventCount
        self.cutCount = cutCount
    }

    /// Starts a server of this stream.
    package func serve() throws -> LoopbackServer {
        let cuts = Cuts(count: cutCount, longestPart: text(from: 1).count / max(1, cutCount))
        return try LoopbackServer { connection in
            while let request = try connection.readRequest() {
                let first = (request["Last-Event-ID"].flatMap { Int($0) } ?? 0) + 1
                guard first <= eventCount else {
                    return try connection.send("HTTP/1.1 204 No Content\r\n\r\n")
                }
                try send(text(from: first), on: connection, cuts.next())
            }
        }
    }

    /// The events that a client must have read at the end.
    package var events: [ServerSentEvent] { (1...eventCount).map(Self.event) }

    private static func event(_ number: Int) -> ServerSentEvent {
        ServerSentEvent(
            name: number % 3 == 0 ? "third" : "message", data: "é€😀 \(number)\nline 2",
            lastEventID: "\(number)")
    }

    /// The events in all forms that the standard allows, without a delay between connections.
    private func text(from first: Int) -> [UInt8] {
        var text = Array("\u{FEFF}retry: 0\n\n".utf8)
        for number in first...eventCount {
            let end = ["\n", "\r\n", "\r"][number % 3]
            let name = number % 3 == 0 ? ["event: third"] : []
            let lines = ["id: \(number)"] + name + ["data: é€😀 \(number)", ": comment", "data:line 2", ""]
            text += lines.flatMap { Array("\($0)\(end)".utf8) }
        }
        return text
    }

    private func send(
        _ text: [UInt8], on connection: LoopbackServer.Connection, _ cut: Cuts.Cut?
    ) throws(LoopbackServer.ConnectionError) {
        let head = "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n"
        switch cut {
        case .close(let length)?:
            try connection.send("\(head)\r\n")
            try connection.send(text.prefix(length))
            connection.close()
        case .breakOff(let length)?:
            try connection.send("\(head)Content-Length: \(text.count)\r\n\r\n")
            try connection.send(text.prefix(min(length, text.count - 1)))
            connection.close()
        case nil:
            try connection.send("\(head)Content-Length: \(text.count)\r\n\r\n")
            try connection.send(text)
        }
    }

    /// The bytes at which connections are cut, the same in every run.
    private final class Cuts: Sendable {
        enum Cut {
            /// The close properly ends the body.
            case close(Int)
            /// The close comes within the body.
            case breakOff(Int)
        }

        private struct State {
            var rest: Int
            var random: UInt64 = 42
        }

        private let state: Lock<State>
        private let longestPart: Int

        init(count: Int, longestPart: Int) {
            state = Lock(State(rest: count))
            self.longestPart = longestPart
        }

        func next() -> Cut? {
            state.withLock { state in
                guard state.rest > 0 else { return nil }
                state.rest -= 1
                // Knuth's MMIX generator; its high bits are the random ones.
                state.random = state.random &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
                let length = Int(state.random >> 33) % max(1, longestPart)
                return state.random >> 32 & 1 == 0 ? .close(length) : .breakOff(length)
            }
        }
    }
}
