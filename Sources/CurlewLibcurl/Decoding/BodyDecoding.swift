import CurlewTransport

/// The decoding of one body: curl delivers a chunk again if only part of it was decoded.
struct BodyDecoding {
    private let decoder: any ContentDecoder
    private let codings: [String]
    /// The number of bytes of the next delivery that were decoded already.
    private var usedCount = 0

    /// Nil for a body that is not encoded; a part (206) of an encoded body cannot be decoded, and fails at its first
    /// byte.
    init?(_ fields: HTTPFields, status: Int) {
        codings = fields.contentCodings
        if let problem = fields.decodingProblem(status: status) {
            decoder = UnknownDecoder(problem)
            return
        }
        guard let decoder = ContentCodings.decoder(for: codings) else { return nil }
        self.decoder = decoder
    }

    /// Decodes bytes into the chunk; returns false if the chunk is full and the bytes must come again.
    ///
    /// Throws `.contentDecodingFailed`.
    mutating func decode(
        _ bytes: UnsafeRawBufferPointer, into chunk: inout Chunk
    ) throws(NetworkError) -> Bool {
        let skipped = min(usedCount, bytes.count)
        var rest = unsafe UnsafeRawBufferPointer(rebasing: bytes[skipped...])
        let filled = unsafe try decoder.decode(&rest, into: chunk.room)
        let isFull = unsafe filled == chunk.room.count
        chunk.fill(filled)
        usedCount = isFull ? usedCount - skipped + bytes.count - rest.count : usedCount - skipped
        return !isFull
    }

    /// What is wrong with a body that ends here; nil if it is complete.
    var problemAtEnd: NetworkError? {
        decoder.isComplete
            ? nil : .undecodable(codings.joined(separator: ", "), "ended early: the body is truncated")
    }
}
