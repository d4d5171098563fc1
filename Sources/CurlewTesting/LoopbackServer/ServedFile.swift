import CurlewTransport
import Synchronization

extension LoopbackServer {
    /// A file that a route offers whole and in parts (RFC 9110 §14), and that can change while the server runs.
    ///
    ///     let file = ServedFile(size: 1 << 20)
    ///     let server = try LoopbackServer(routes: [file.route("/file")])
    ///
    /// Its bytes and its strong entity tag depend on its size and version.
    public final class ServedFile: Sendable {
        private struct State {
            var content: FileContent
            var pace: Pace
            var sentByteCount = 0
        }

        private let state: Lock<State>

        /// Describes a file.
        ///
        /// - Parameters:
        ///   - size: its length in bytes.
        ///   - mebibytesPerSecond: the rate at which it is sent at most; nil for no limit.
        public init(size: Int, mebibytesPerSecond: Int? = nil) {
            state = Lock(
                State(
                    content: FileContent(size: max(0, size), version: 1),
                    pace: Pace(mebibytesPerSecond: mebibytesPerSecond)))
        }

        /// The bytes of the file that the server has sent, over all requests.
        public var sentByteCount: Int { state.withLock { $0.sentByteCount } }

        /// Changes the bytes and the entity tag for all later requests.
        public func change() {
            state.withLock {
                $0.content = FileContent(size: $0.content.size, version: $0.content.version + 1)
            }
        }

        /// Makes each later response stall after `byteCount` bytes, or a few more, until the peer closes; nil lets
        /// them complete.
        public func stallResponses(after byteCount: Int?) {
            state.withLock { $0.pace.holdsAfter = byteCount }
        }

        /// The bytes as they are now.
        public var bytes: [UInt8] { content.bytes(0..<content.size) }

        /// The SHA-256 of the bytes as they are now, as hexadecimal digits.
        public var sha256: String {
            var hash = SHA256Hasher()
            let content = content
            content.forEachPart(of: 0..<content.size) { hash.update($0) }
            return hash.finalize().hex
        }

        /// The route that offers the file.
        public func route(_ path: String) -> Route {
            .exchange("GET", path) { exchange in
                let state = self.state.withLock { $0 }
                try exchange.respond(with: state.content, pace: state.pace) { count in
                    self.state.withLock { $0.sentByteCount += count }
                }
            }
        }

        private var content: FileContent { state.withLock { $0.content } }
    }
}

/// How fast a body is sent.
struct Pace {
    let mebibytesPerSecond: Int?
    /// A response stalls after this number of bytes.
    var holdsAfter: Int?

    init(mebibytesPerSecond: Int?) {
        self.mebibytesPerSecond = mebibytesPerSecond
    }

    /// The time to wait after a part; a late part is not made up for, so that no burst follows a delay.
    func pause(after partLength: Int, sent byteCount: Int) -> Duration? {
        if byteCount >= holdsAfter ?? .max { return .seconds(3600) }
        guard let mebibytesPerSecond, mebibytesPerSecond > 0 else { return nil }
        return .seconds(Double(partLength) / Double(1 << 20) / Double(mebibytesPerSecond))
    }
}

extension ServedExchange {
    /// Responds with the part of the file that the request asks for.
    func respond(
        with content: FileContent, pace: Pace, _ partSent: (Int) -> Void = { _ in }
    ) throws {
        var fields = [
            LoopbackServer.Field("Content-Type", "application/octet-stream"),
            LoopbackServer.Field("ETag", content.entityTag), LoopbackServer.Field("Accept-Ranges", "bytes"),
        ]
        switch RequestedRange(request, of: content) {
        case .whole: try stream(200, fields, content, 0..<content.size, pace, partSent)
        case .part(let range):
            let value = "bytes \(range.lowerBound)-\(range.upperBound - 1)/\(content.size)"
            fields.append(.init("Content-Range", value))
            try stream(206, fields, content, range, pace, partSent)
        case .unsatisfiable:
            try respond(.init(status: 416, fields: ["Content-Range": "bytes */\(content.size)"]))
        }
    }

    private func stream(
        _ status: Int, _ fields: [LoopbackServer.Field], _ content: FileContent, _ range: Range<Int>,
        _ pace: Pace, _ partSent: (Int) -> Void
    ) throws {
        try stream(status, fields, .length(range.count)) {
            var sent = 0
            try content.forEachPart(of: range) { part in
                try send(part[...])
                partSent(part.count)
                sent += part.count
                if let wait = pace.pause(after: part.count, sent: sent) { try pause(wait) }
            }
        }
    }
}
