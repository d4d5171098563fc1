/// What an event stream is read from.
struct EventSource: Sendable {
    /// Connects; nil when the server has no more events for good.
    typealias Connect =
        @Sendable (
            _ lastEventID: String, _ deadline: SendDeadline?
        ) async throws(NetworkError) -> EventConnection?

    let reconnection: EventReconnection
    let lastEventID: String
    /// The most bytes of a line, and of the data of an event.
    let limit: Int
    let timeouts: Timeouts
    let clock: ClientClock
    let connect: Connect
}

/// One connection to an event stream.
struct EventConnection {
    let context: SendContext
    private var lines: LineReader

    /// Takes over an answer whose head is that of an event stream.
    init(_ response: HTTPResponse, _ context: SendContext, limit: Int) {
        self.context = context
        // What stands behind the last line's end may be half a line.
        lines = LineReader(response.body, limit: limit, keepsUnterminated: false)
    }

    mutating func nextLine(isolation actor: isolated (any Actor)?) async throws(NetworkError) -> [UInt8]? {
        try await lines.next(isolation: actor)
    }
}
