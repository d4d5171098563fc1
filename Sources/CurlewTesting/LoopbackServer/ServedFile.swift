import CurlewTransport
import Synchronization

extension LoopbackServer {
    /// A file that a route offers whole and in parts (RFC 9110 §14), and that can change while the server runs.
    ///
    ///     let file = ServedFile(size: 1 << 20)
    ///     let server = try LoopbackServer(routes: [file.route("/file")])
    ///
    /// Its bytes follow from its size and version, and so does its strong entity tag.
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
        ///   - mebibytesPerSecond: how fast it is sent at most; nil for as fast as the connection takes it.
        public init(size: Int, mebibytesPerSecond: Int? = nil) {
            state = Lock(
                State(
                    content: FileContent(size: max(0, size), version: 1),
                    pace: Pace(mebibytesPerSecond: mebibytesPerSecond)))
        }

        /// How many bytes of it the server has sent, over all requests.
        public var sentByteCount: Int { state.withLock { $0.sentByteCount } }

        /// Changes the bytes and the entity tag, for the requests from now on.
        public func change() {
            state.withLock {
                $0.content = FileContent(size: $0.content.size, version: $0.content.version + 1)
            }
        }

        /// Makes each answer from now on stop behind so many bytes, or a few more, until the peer closes; nil lets them end.
        public func holdAnswers(after byteCount: Int?) {
            state.withLock { $0.pace.holdsAfter = byteCount }
        }

        /// The bytes as they are now.
        public var bytes: [UInt8] { content.bytes(0..<content.size) }

        /// The SHA-256 of the bytes as they are now, as hexadecimal digits.
        public var sha256: String {
            var hash = SHA256()
            let content = content
            content.forEachPiece(of: 0..<content.size) { hash.update($0) }
            return SHA256.hex(hash.finalize())
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
    /// Behind so many bytes an answer stops.
    var holdsAfter: Int?

    init(mebibytesPerSecond: Int?) {
        self.mebibytesPerSecond = mebibytesPerSecond
    }

    /// How long to wait behind a piece; nothing is made up for, so that no burst follows a delay.
    func pause(behind piece: Int, sent byteCount: Int) -> Duration? {
        if byteCount >= holdsAfter ?? .max { return .seconds(3600) }
        guard let mebibytesPerSecond, mebibytesPerSecond > 0 else { return nil }
        return .seconds(Double(piece) / Double(1 << 20) / Double(mebibytesPerSecond))
    }
}

extension ServedExchange {
    /// Answers with the part of the file that the request asks for.
    func respond(
        with content: FileContent, pace: Pace, _ pieceSent: (Int) -> Void = { _ in }
    ) throws {
        var fields = [
            LoopbackServer.Field("Content-Type", "application/octet-stream"),
            LoopbackServer.Field("ETag", content.entityTag), LoopbackServer.Field("Accept-Ranges", "bytes"),
        ]
        switch RequestedRange(request, of: content) {
        case .whole: try stream(200, fields, content, 0..<content.size, pace, pieceSent)
        case .part(let range):
            let value = "bytes \(range.lowerBound)-\(range.upperBound - 1)/\(content.size)"
            fields.append(.init("Content-Range", value))
            try stream(206, fields, content, range, pace, pieceSent)
        case .unsatisfiable:
            try respond(.init(status: 416, fields: ["Content-Range": "bytes */\(content.size)"]))
        }
    }

    private func stream(
        _ status: Int, _ fields: [LoopbackServer.Field], _ content: FileContent, _ range: Range<Int>,
        _ pace: Pace, _ pieceSent: (Int) -> Void
    ) throws {
        try stream(status, fields, .length(range.count)) {
            var sent = 0
            try content.forEachPiece(of: range) { piece in
                try send(piece[...])
                pieceSent(piece.count)
                sent += piece.count
                if let wait = pace.pause(behind: piece.count, sent: sent) { try pause(wait) }
            }
        }
    }
}
