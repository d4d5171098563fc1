import CurlewTransport

extension LoopbackServer {
    /// What a server sends for one request, as data.
    public struct Reply: Sendable {
        /// One action of the server on the connection; more can be added without breaking a caller.
        public struct Step: Sendable {
            package enum Kind {
                case send([UInt8])
                case pause(Duration)
                case close
                case reset
                case keepOpen
            }

            package let kind: Kind

            /// Sends the UTF-8 of a text.
            public static func send(_ text: String) -> Step { Step(kind: .send(Array(text.utf8))) }
            /// Sends bytes.
            public static func sendBytes(_ bytes: [UInt8]) -> Step { Step(kind: .send(bytes)) }
            /// Waits, but no longer than the peer keeps its side open.
            public static func pause(_ duration: Duration) -> Step { Step(kind: .pause(duration)) }
            /// Closes the connection.
            public static let close = Step(kind: .close)
            /// Closes the connection with a TCP reset.
            public static let reset = Step(kind: .reset)
            /// Keeps the connection open, without reading another request, until the peer closes.
            public static let keepOpen = Step(kind: .keepOpen)
        }

        /// What the server reads before the first step; more can be added without breaking a caller.
        public struct Reading: Sendable, Hashable {
            private enum Kind { case nothing, head, request }

            private let kind: Kind

            /// Nothing: the steps start as soon as a connection is accepted while this reply is the next one.
            public static let nothing = Reading(kind: .nothing)
            /// The head: the body, if there is one, is still unread, and no 100 is sent.
            public static let head = Reading(kind: .head)
            /// The head and the body.
            public static let request = Reading(kind: .request)
        }

        /// What is read first.
        public let reading: Reading
        /// The steps to take; afterwards the server reads the next request, if the connection is still open.
        public let steps: [Step]

        /// Takes `steps` after it has read the request, or the part of it that `reading` names.
        public init(reading: Reading = .request, _ steps: Step...) {
            self.reading = reading
            self.steps = steps
        }

        /// Sends `text` after it has read the request.
        public static func send(_ text: String) -> Reply {
            Reply(.send(text))
        }
    }
}

/// Hands out the replies in order, over all connections.
final class ReplySequence: Sendable {
    private let rest: Lock<[LoopbackServer.Reply]>

    init(_ replies: [LoopbackServer.Reply]) {
        rest = Lock(Array(replies.reversed()))
    }

    func serve(_ connection: LoopbackServer.Connection) throws(LoopbackServer.ConnectionError) {
        if let reply = takeNext(where: { $0.reading == .nothing }), try !perform(reply, on: connection) {
            return
        }
        while try connection.readHead() != nil {
            let reply = takeNext { _ in true } ?? Self.noneLeft
            if reply.reading != .head { try connection.readBody() }
            guard try perform(reply, on: connection) else { return }
            try connection.discardBody()
        }
    }

    private static let noneLeft = LoopbackServer.Reply.send(
        "HTTP/1.1 500 Internal Server Error\r\nContent-Length: 13\r\n\r\nno reply left")

    private func takeNext(where condition: (LoopbackServer.Reply) -> Bool) -> LoopbackServer.Reply? {
        rest.withLock { rest in
            guard let next = rest.last, condition(next) else { return nil }
            return rest.popLast()
        }
    }

    /// Whether another request may be read from the connection.
    private func perform(
        _ reply: LoopbackServer.Reply, on connection: LoopbackServer.Connection
    ) throws(LoopbackServer.ConnectionError) -> Bool {
        for step in reply.steps {
            switch step.kind {
            case .send(let bytes): try connection.send(bytes)
            case .pause(let duration): try connection.pause(duration)
            case .close:
                connection.close()
                return false
            case .reset:
                connection.reset()
                return false
            case .keepOpen:
                _ = connection.waitForPeerToClose(within: .seconds(3600))
                return false
            }
        }
        return true
    }
}
