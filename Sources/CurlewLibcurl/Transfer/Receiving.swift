#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif
import CurlewTransport

/// The response of one exchange: collects its head, and decodes its body into chunks on their way to the reader.
///
/// It cannot be copied: each method call would copy it and retain a dozen references.
struct Receiving: ~Copyable {
    private var head: HeadCollector
    private let isHeadRequest: Bool
    private let options: HTTPRequest.Options
    /// Decodes the body; nil if it is delivered as received.
    private var decoding: BodyDecoding?
    private let pool: ChunkPool
    private var chunk: Chunk?
    /// The body's channel to its reader, once the head was delivered without the body.
    private var channel: BodyChannel?
    /// Whether only the connection's end shows where the body ends.
    private(set) var isBodyEndedByClose = false
    private var isReaderPaused = false
    /// Whether curl holds bytes back because the chunk was full.
    private var isChunkPaused = false

    init(_ request: HTTPRequest, _ configuration: TransportConfiguration, pool: ChunkPool) {
        head = HeadCollector(configuration)
        isHeadRequest = request.method == .head
        options = request.options
        self.pool = pool
    }

    deinit {
        chunk?.giveBack(to: pool)
    }

    var status: HTTPResponse.Status { head.status }
    var version: HTTPResponse.Version { head.version }
    var trailers: HTTPFields { head.trailers }
    var isPaused: Bool { isReaderPaused || isChunkPaused }

    /// Whether the head was delivered before the body.
    var isHandedOver: Bool { channel != nil }

    /// Whether the connection is announced to end with the response.
    var endsConnection: Bool { head.fields[.connection]?.lowercased().contains("close") == true }

    /// Why the body that ends here is not complete; nil if it is.
    var problemAtEnd: NetworkError? { decoding?.problemAtEnd }

    private var hasNoBody: Bool { isHeadRequest || head.status.forbidsBody }
}

/// The head.
extension Receiving {
    mutating func lineReceived(_ line: UnsafeRawBufferPointer) -> HeadCollector.Outcome {
        unsafe head.lineReceived(line)
    }

    /// Why the body's end or coding is unknown; nil for a valid head.
    var framingProblem: String? {
        if head.bodyLength == .contradictory { return "the response's Content-Length is not a single number" }
        guard !hasNoBody, !head.fields.isTransferCodingReadable else { return nil }
        return "the response's Transfer-Encoding is not one \"chunked\", and the request allows no other"
    }

    /// The body's expected length; nil if unknown.
    var expectedLength: Int64? {
        guard hasNoBody else { return announcedLength }
        return head.version == .http2 || announcedLength == 0 ? 0 : nil
    }

    private var announcedLength: Int64? {
        if case .known(let length) = head.bodyLength { length } else { nil }
    }

    /// The head is an interim one, or that of a response to a request that is sent again.
    mutating func discardHead() { head.discard() }

    /// The head is the final one.
    mutating func keepHead() {
        head.headKept()
        isBodyEndedByClose = head.isBodyEndedByClose && !isHeadRequest
        // A head without a body keeps its fields.
        guard options.decoding == .automatic, !hasNoBody else { return }
        decoding = BodyDecoding(head.fields, status: head.status.code)
        if decoding != nil { head.removeContentCoding() }
    }

    func response(_ body: ResponseBody, _ metrics: TransferMetrics) -> HTTPResponse {
        HTTPResponse(
            status: head.status, fields: head.fields, version: head.version, body: body, metrics: metrics)
    }
}

/// The body.
extension Receiving {
    /// Takes bytes of the body; returns false if curl must keep them and deliver them again.
    ///
    /// Throws `.contentDecodingFailed`.
    mutating func bodyReceived(_ bytes: UnsafeRawBufferPointer) throws(NetworkError) -> Bool {
        guard !isReaderPaused else { return false }
        var chunk = self.chunk.take() ?? firstChunk
        defer { self.chunk = chunk }
        var isTaken = unsafe try take(bytes, into: &chunk)
        if !isTaken, chunk.isSmall {
            chunk = pool.enlarged(chunk)
            isTaken = unsafe try take(bytes, into: &chunk)
        }
        if !isTaken { isChunkPaused = true }
        return isTaken
    }

    private mutating func take(
        _ bytes: UnsafeRawBufferPointer, into chunk: inout Chunk
    ) throws(NetworkError) -> Bool {
        unsafe try decoding?.decode(bytes, into: &chunk) ?? chunk.append(bytes)
    }

    /// As large as the body if its length is known and small; otherwise small at first.
    private var firstChunk: Chunk {
        guard options.delivery == .collected else { return pool.take() }
        if decoding == nil, let length = announcedLength {
            return length > 0 && length < ChunkPool.chunkSize / 8 ? .small(Int(length)) : pool.take()
        }
        return .small(4 * 1024)
    }

    /// Opens the body's channel, for a head that is delivered before the body.
    mutating func open(_ producer: TransferTicket) -> ResponseBody {
        let channel = BodyChannel(producer: producer)
        self.channel = channel
        return .channel(channel)
    }

    /// Delivers what has arrived; returns whether the reader has enough for now.
    mutating func deliverChunk() -> Bool {
        guard let channel, let chunk = chunk.take() else { return false }
        guard chunk.count > 0 else {
            chunk.giveBack(to: pool)
            return false
        }
        guard channel.write(chunk.takeData(pool: pool)) else { return false }
        isReaderPaused = true
        return true
    }

    /// Returns whether curl must deliver the bytes that it has held back.
    mutating func releaseChunk() -> Bool {
        guard isChunkPaused, !isReaderPaused else { return false }
        isChunkPaused = false
        return true
    }

    /// The reader has caught up; returns whether curl must be unpaused.
    mutating func readerResumed() -> Bool {
        guard isReaderPaused else { return false }
        isReaderPaused = false
        isChunkPaused = false
        return true
    }

    /// The whole body, if none of it was delivered before.
    mutating func takeBody() -> Data { chunk.take()?.takeData(pool: pool) ?? Data() }

    /// Ends the body for its reader.
    func finishBody(_ end: ResponseBody.Completion, failure: NetworkError?) {
        channel?.finish(end, failure: failure)
    }
}
