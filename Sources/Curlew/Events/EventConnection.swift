/// One connection to an event stream.
struct EventConnection {
    let context: ErrorContext
    /// False for a 204, with which the server has no more events.
    let hasEvents: Bool
    private var lines: LineReader

    /// Takes a response whose head is that of an event stream, or a 204.
    init(_ response: HTTPResponse, _ context: ErrorContext, limit: Int) {
        self.context = context
        hasEvents = response.status != 204
        // The bytes after the last line ending may be half a line.
        lines = LineReader(response.body, limit: limit, keepsUnterminated: false)
    }

    mutating func nextLine(isolation actor: isolated (any Actor)?) async throws(NetworkError) -> [UInt8]? {
        try await lines.next(isolation: actor)
    }
}
