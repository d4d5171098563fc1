extension LoopbackServer {
    /// What goes wrong with the response of a ``Route``; more faults can be added without breaking a caller.
    ///
    ///     LoopbackServer(routes: [.init("GET", "/report", fault: .truncate(after: 10)) { _ in .json(report) }])
    public struct Fault: Sendable {
        enum Kind {
            case delay(Duration)
            case drip(count: Int, pause: Duration)
            case truncate(count: Int)
            case reset(count: Int)
            case garbage([UInt8])
            case endless
            case wrongLength(difference: Int)
            case silence
        }

        let kind: Kind

        /// The head comes only after a while.
        public static func delay(_ duration: Duration) -> Fault { Fault(kind: .delay(duration)) }

        /// The body comes a few bytes at a time, with a pause before each of them.
        ///
        /// - Parameters:
        ///   - count: the number of bytes at a time, at least 1.
        ///   - pause: the time before each of them.
        public static func drip(_ count: Int = 1, every pause: Duration) -> Fault {
            Fault(kind: .drip(count: max(1, count), pause: pause))
        }

        /// The connection is closed after the head and some bytes of the body, whose whole length the head declares.
        public static func truncate(after count: Int) -> Fault { Fault(kind: .truncate(count: count)) }

        /// The connection is reset after the head and some bytes of the body.
        public static func reset(after count: Int) -> Fault { Fault(kind: .reset(count: count)) }

        /// Bytes come in place of a response; then the connection is closed.
        public static func garbage(_ bytes: [UInt8] = Array("\u{0}\u{1}not HTTP\r\n\r\n".utf8)) -> Fault {
            Fault(kind: .garbage(bytes))
        }

        /// The body, or a KiB of zeros in place of an empty one, is repeated until the peer closes.
        public static let endless = Fault(kind: .endless)

        /// The head declares a length that differs from the body's by a number of bytes; the connection stays open.
        public static func wrongLength(by difference: Int) -> Fault {
            Fault(kind: .wrongLength(difference: difference))
        }

        /// No response comes, and the connection stays open.
        public static let silence = Fault(kind: .silence)
    }
}

extension ServedExchange {
    /// Sends a response with a fault.
    func respond(_ response: LoopbackServer.Response, with fault: LoopbackServer.Fault) throws {
        switch fault.kind {
        case .delay(let duration):
            try pause(duration)
            try respond(response)
        case .drip(let count, let pause): try drip(response, count, pause)
        case .truncate(let count):
            try sendStart(of: response, count, declaring: response.body.count)
            end { $0.close() }
        case .reset(let count):
            try sendStart(of: response, count, declaring: response.body.count)
            end { $0.reset() }
        case .garbage(let bytes):
            try sendRaw(bytes[...])
            end { $0.close() }
        case .endless: try sendEndlessly(response)
        case .wrongLength(let difference):
            let length = max(0, response.body.count + difference)
            try sendStart(of: response, response.body.count, declaring: length)
            end { _ = $0.waitForPeerToClose(within: .seconds(3600)) }
        case .silence: end { _ = $0.waitForPeerToClose(within: .seconds(3600)) }
        }
    }

    private func sendStart(
        of response: LoopbackServer.Response, _ count: Int, declaring length: Int
    ) throws(LoopbackServer.ConnectionError) {
        let head = try begin(response.status, response.fields, .length(length))
        try sendRaw((sendsBody ? head + response.body.prefix(max(0, count)) : head)[...])
    }

    private func drip(_ response: LoopbackServer.Response, _ count: Int, _ duration: Duration) throws {
        try stream(response.status, response.fields, .length(response.body.count)) {
            for start in stride(from: 0, to: response.body.count, by: count) {
                try pause(duration)
                try send(response.body[start..<min(start + count, response.body.count)])
            }
        }
    }

    private func sendEndlessly(_ response: LoopbackServer.Response) throws {
        let body = response.body.isEmpty ? [UInt8](repeating: 0, count: 1024) : response.body
        try stream(response.status, response.fields, .chunked) {
            while true { try send(body[...]) }
        }
    }
}
