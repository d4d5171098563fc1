/// Reads a body line by line.
struct LineReader {
    private let body: ResponseBody
    private var chunks: ResponseBody.AsyncIterator
    private var splitter: LineSplitter
    private let keepsUnterminated: Bool
    private var isAtEnd = false

    /// Claims the body.
    ///
    /// - Parameter keepsUnterminated: whether bytes after the last line ending are a line.
    init(_ body: ResponseBody, limit: Int, keepsUnterminated: Bool = true) {
        self.body = body
        self.keepsUnterminated = keepsUnterminated
        chunks = body.makeAsyncIterator()
        splitter = LineSplitter(limit: limit)
    }

    /// The next line, nil at the end; a line that is too long ends the transfer.
    ///
    /// Throws `.bodyTooLarge` and what reading the body throws.
    mutating func next(
        isolation actor: isolated (any Actor)? = #isolation
    ) async throws(NetworkError) -> [UInt8]? {
        do throws(NetworkError) {
            while !isAtEnd {
                if let line = try splitter.next() { return line }
                guard let chunk = try await chunks.next(isolation: actor) else {
                    isAtEnd = true
                    return keepsUnterminated ? splitter.last() : nil
                }
                splitter.append(chunk)
            }
            return nil
        } catch {
            end()
            throw error
        }
    }

    /// Ends the transfer: no further line is wanted.
    mutating func end() {
        isAtEnd = true
        body.cancel()
    }
}
