extension ResponseBody {
    /// The body as lines of text, as they arrive.
    ///
    ///     for try await line in response.body.lines() { … }
    ///
    /// A line ends with LF, CR LF or a bare CR, which is not part of it. Empty lines are kept, and text after the
    /// last line ending is a line too. The text is UTF-8: invalid bytes become U+FFFD, and a byte order mark at the
    /// start is dropped.
    ///
    /// - Parameter limit: the most bytes of a line, without its ending; a longer one is `.bodyTooLarge`.
    public func lines(limit: Int = 1 << 20) -> TextLines { TextLines(body: self, limit: limit) }
}

/// The lines of text of a body, which can be read once.
public struct TextLines: AsyncSequence, Sendable {
    /// A line without its ending.
    public typealias Element = String
    /// Reading fails only with `NetworkError`.
    public typealias Failure = NetworkError

    fileprivate let body: ResponseBody
    fileprivate let limit: Int

    /// Starts reading the body.
    public func makeAsyncIterator() -> AsyncIterator {
        AsyncIterator(reader: LineReader(body, limit: limit))
    }

    /// Reads line by line.
    public struct AsyncIterator: AsyncIteratorProtocol {
        fileprivate var reader: LineReader

        /// The next line, nil at the end.
        ///
        /// Throws `.bodyTooLarge` for a line that is too long, and what reading the body throws.
        public mutating func next(
            isolation actor: isolated (any Actor)? = #isolation
        ) async throws(NetworkError) -> String? {
            try await reader.next(isolation: actor).map { String(decoding: $0, as: UTF8.self) }
        }
    }
}
