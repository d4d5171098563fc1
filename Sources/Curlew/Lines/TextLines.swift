extension ResponseBody {
    /// The body as lines of text, as they arrive.
    ///
    ///     for try await line in response.body.lines() { … }
    ///
    /// For a body that `withResponse` passes on, whatever its status; `client.lines(from:)` checks the status.
    ///
    /// A line ends with LF, CR LF or a bare CR, which is not part of it. Empty lines are kept, and text after the
    /// last line ending is a line too. The text is UTF-8: invalid bytes become U+FFFD, and a byte order mark at the
    /// start is dropped.
    ///
    /// - Parameter limit: the most bytes of a line, without its ending; a longer one is `.bodyTooLarge`.
    public func lines(limit: Int = 1 << 20) -> TextLines { TextLines(source: .body(self), limit: limit) }
}

/// The lines of text of a response.
///
/// Those of a body can be read once; those of an endpoint are requested anew by each loop.
public struct TextLines: AsyncSequence, Sendable {
    /// A line without its ending.
    public typealias Element = String
    /// Reading fails only with `NetworkError`.
    public typealias Failure = NetworkError

    let source: LineSource
    let limit: Int

    /// Starts reading.
    public func makeAsyncIterator() -> AsyncIterator {
        AsyncIterator(lines: SourceLines(source, limit: limit))
    }

    /// Reads line by line.
    public struct AsyncIterator: AsyncIteratorProtocol {
        fileprivate var lines: SourceLines

        /// The next line, nil at the end.
        ///
        /// Throws `.bodyTooLarge` for a line that is too long, what reading the body throws, and for an endpoint what sending
        /// it throws.
        public mutating func next(
            isolation actor: isolated (any Actor)? = #isolation
        ) async throws(NetworkError) -> String? {
            try await lines.next(isolation: actor).map { String(decoding: $0, as: UTF8.self) }
        }
    }
}
