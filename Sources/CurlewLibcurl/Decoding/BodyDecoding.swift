import CurlewTransport

/// The decoding of one body: a piece of which only a part was decoded is handed over by curl once more.
struct BodyDecoding {
    private let decoder: any ContentDecoder
    private let codings: [String]
    /// How much of the piece that curl hands over next was decoded already.
    private var usedCount = 0

    /// Nil for a body that is not encoded; a part of one that is cannot be decoded, and fails with its first byte.
    init?(_ fields: HTTPFields, status: Int) {
        codings = fields.contentCodings
        if let problem = fields.decodingProblem(status: status) {
            decoder = UnknownDecoder(problem)
            return
        }
        guard let decoder = ContentCodings.decoder(for: codings) else { return nil }
        self.decoder = decoder
    }

    /// Decodes a piece into the chunk; false when the chunk is full and the piece has to come again.
    ///
    /// Throws `.contentDecodingFailed`.
    mutating func decode(
        _ piece: UnsafeRawBufferPointer, into chunk: inout Chunk
    ) throws(NetworkError) -> Bool {
        let skipped = min(usedCount, piece.count)
        var rest = unsafe UnsafeRawBufferPointer(rebasing: piece[skipped...])
        let filled = unsafe try decoder.decode(&rest, into: chunk.room)
        let isFull = unsafe filled == chunk.room.count
        chunk.fill(filled)
        usedCount = isFull ? usedCount - skipped + piece.count - rest.count : usedCount - skipped
        return !isFull
    }

    /// What is wrong with a body that ends here; nil when it is whole.
    var flawAtEnd: NetworkError? {
        decoder.isComplete
            ? nil : .undecodable(codings.joined(separator: ", "), "ended before its end: the body was cut")
    }
}
