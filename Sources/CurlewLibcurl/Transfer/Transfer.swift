import CCurl
import Curlew
import Synchronization

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// One exchange on one easy handle: its state machine, and what curl's callbacks write.
///
/// It never leaves the loop's thread.
/// A callback only stores what came and marks the transfer as touched; the loop then hands it over, once curl has
/// returned.
final class Transfer {
    let easy: PooledHandle
    let ticket: TransferTicket
    let request: HTTPRequest
    let startTime: MonotonicTime
    let settings: TransferSettings
    /// When a connection was free for it.
    var admittedTime: MonotonicTime?
    /// When curl began to send the request, and what was agreed with the server then.
    private(set) var sendingTime: MonotonicTime?
    private(set) var tlsSession: TLSSession?
    var machine: TransferMachine
    var deadlines: Deadlines
    var head: HeadCollector
    var fieldList = FieldList()
    let upload: UploadSource?
    /// Only a request with content may ask (RFC 9110 §10.1.1).
    let asksToContinue: Bool
    /// Who waits for the head; nil once it was handed over.
    var continuation: NetworkContinuation<HTTPResponse>?
    /// The way of the body to its reader, once the head was handed over without it.
    var channel: BodyChannel?
    /// Why a callback has ended the exchange; counts for more than curl's result.
    var failure: NetworkError?

    let callbacks: LoopCallbacks
    /// Whether it counts against the limits of connections.
    var queueState = QueueState.unlimited
    /// Scheme, host and port: what a connection is for.
    var host: String { "\(request.scheme)://\(request.authority)" }

    enum QueueState {
        case unlimited
        case waiting
        case admitted
    }

    private let pool: ChunkPool
    private var chunk: Chunk?
    private var isTouched = false
    private var isReaderPaused = false
    /// Whether curl holds bytes back because the chunk was full.
    private var isChunkPaused = false
    /// Whether curl waits for the next bytes of the request's body.
    private var isUploadPaused = false

    /// Throws `.fileFailed` when the body's file cannot be read.
    init(
        _ start: TransferStart, easy: PooledHandle, settings: TransferSettings, callbacks: LoopCallbacks,
        pool: ChunkPool
    ) throws(NetworkError) {
        self.easy = easy
        self.settings = settings
        head = HeadCollector(settings.configuration)
        upload = try UploadSource(start)
        asksToContinue = start.request.options.expectContinue && upload?.hasContent == true
        self.callbacks = callbacks
        self.pool = pool
        ticket = start.ticket
        request = start.request
        startTime = start.startTime
        continuation = start.continuation
        machine = TransferMachine(
            isIdempotent: start.request.method.isIdempotent,
            asksToContinue: asksToContinue)
        deadlines = Deadlines(start.request.timeouts, start: start.startTime)
    }

    deinit {
        chunk?.giveBack(to: pool)
    }

    /// Where the loop keeps it.
    var slot: Int { ticket.slot.load(ordering: .relaxed) }

    private func touch() {
        guard !isTouched else { return }
        isTouched = true
        callbacks.touched.append(self)
    }
}

/// What curl's callbacks report.
extension Transfer {
    /// A line of a head or trailer section; answers whether curl is to go on.
    func lineReceived(_ line: UnsafeRawBufferPointer) -> Bool {
        deadlines.bytesReceived(at: callbacks.now)
        switch unsafe head.lineReceived(line, isTrailer: machine.isHeadComplete) {
        case .goOn: return true
        case .headEnded:
            headEnded()
            return true
        case .malformed:
            failure = NetworkError(.protocolViolation, "the answer's head is not HTTP")
            return false
        case .tooLarge:
            failure = NetworkError(
                .headersTooLarge,
                "the answer's head has more than \(settings.configuration.headLimit) bytes or "
                    + "\(settings.configuration.fieldLimit) fields")
            return false
        }
    }

    private func headEnded() {
        let status = head.status.code
        switch machine.headEnded(status: status, hasSentBody: upload?.hasStarted ?? false) {
        case .discard: head.discard()
        case .repeatUnasked:
            head.discard()
            fieldList.askNoLonger()
        case .keep:
            head.headKept()
            if isBodyDecoded { head.removeContentCoding() }
            deadlines.headReceived(at: callbacks.now)
            touch()
        }
    }

    /// Whether curl undoes a content coding; a head without a body keeps its fields as they are.
    private var isBodyDecoded: Bool {
        request.options.decoding == .automatic && request.method != .head && !head.status.forbidsBody
    }

    enum BodyOutcome {
        case taken
        case pause
    }

    /// Bytes of the body; curl keeps them when the answer is to pause, and hands them over again.
    func bodyReceived(_ bytes: UnsafeRawBufferPointer) -> BodyOutcome {
        deadlines.bytesReceived(at: callbacks.now)
        // The body of an answer that is not the final one, such as a 417 that is followed by a repeat.
        guard machine.isHeadComplete else { return .taken }
        touch()
        guard !isReaderPaused else { return .pause }
        var chunk = self.chunk.take() ?? pool.take()
        let isTaken = unsafe chunk.append(bytes)
        self.chunk = chunk
        if !isTaken { isChunkPaused = true }
        return isTaken ? .taken : .pause
    }

    /// curl asks for bytes of the request's body.
    func bodyWanted(_ buffer: UnsafeMutableRawBufferPointer) -> UploadSource.Outcome {
        guard let upload else { return .bytes(0) }
        let outcome = unsafe upload.read(into: buffer)
        switch outcome {
        case .bytes: deadlines.bytesSent(at: callbacks.now)
        case .pause: isUploadPaused = true
        case .fail(let error): failure = error
        }
        if upload.pendingProducer != nil { touch() }
        return outcome
    }

    func rewind(to offset: Int64) -> Bool {
        guard upload?.rewind(to: offset) ?? true else {
            failure = request.method.isIdempotent ? Self.notReplayable : Self.connectionLost
            return false
        }
        return true
    }

    /// A connection is ready and curl is about to send the request; answers whether it may.
    func attemptStarted() -> Bool {
        deadlines.connected()
        sendingTime = callbacks.now
        // Reading figures is all that a callback asks curl for: only curl knows what it has written, and to whom.
        if request.scheme == "https" { tlsSession = TLSSession(easy.handle) }
        let hasSentBytes = easy.handle.long(CURLINFO_REQUEST_SIZE) > 0
        guard machine.attemptStarted(hasSentBytes: hasSentBytes) == .refuse else { return true }
        failure = Self.connectionLost
        return false
    }

    private static var notReplayable: NetworkError {
        NetworkError(
            .bodyNotReplayable, "the request had to be sent again, but its body can be read only once"
        ).updating { $0.mayHaveBeenProcessed = true }
    }

    private static var connectionLost: NetworkError {
        NetworkError(.connectionLost, "the connection broke before an answer came").updating {
            $0.mayHaveBeenProcessed = true
        }
    }
}

/// What the loop does with a transfer between the turns.
extension Transfer {
    /// Hands over what has come in this turn; answers whether curl is to be unpaused.
    func flush() -> Bool {
        isTouched = false
        upload?.takePendingProducer()?.resume(with: .success(true))
        if machine.turnEnded() { deliverHead() }
        deliverChunk()
        return releaseUpload() || releaseChunk()
    }

    private func releaseChunk() -> Bool {
        guard isChunkPaused, !isReaderPaused else { return false }
        isChunkPaused = false
        return true
    }

    /// curl sends nothing more behind an early refusal, but would wait for a paused body before it ends the exchange.
    private func releaseUpload() -> Bool {
        guard isUploadPaused, machine.isHeadComplete, head.status.code >= 400 else { return false }
        isUploadPaused = false
        return true
    }

    private func deliverHead() {
        let channel = BodyChannel(producer: ticket)
        self.channel = channel
        continuation.take()?.resume(with: .success(response(body: .channel(channel), metrics: metrics)))
    }

    private func deliverChunk() {
        guard let channel, let chunk = chunk.take() else { return }
        guard chunk.count > 0 else { return chunk.giveBack(to: pool) }
        let data = takeData(of: chunk)
        guard channel.write(data) else { return }
        isReaderPaused = true
        deadlines.readerPaused()
    }

    /// A small chunk is copied, so that its buffer serves again; a large one is handed on as it is.
    private func takeData(of chunk: Chunk) -> Data {
        guard chunk.count < ChunkPool.chunkSize / 8 else { return chunk.wrapped(pool: pool) }
        defer { chunk.giveBack(to: pool) }
        return chunk.copy()
    }

    /// The reader has caught up; answers whether curl is to be unpaused.
    func readerResumed() -> Bool {
        guard isReaderPaused else { return false }
        isReaderPaused = false
        isChunkPaused = false
        deadlines.readerResumed(at: callbacks.now)
        return true
    }

    /// What curl's result means; nil for success.
    func failure(for result: CURLcode) -> NetworkError? {
        guard result != CURLE_OK else { return nil }
        return CurlFailure(
            result: result, text: easy.handle.errorText, hasHead: machine.isHeadComplete,
            hasSentBytes: easy.handle.long(CURLINFO_REQUEST_SIZE) > 0,
            verifyResult: easy.handle.long(CURLINFO_SSL_VERIFYRESULT)
        ).networkError
    }

    /// The exchange is over, well or with a failure.
    func end(_ failure: NetworkError?) {
        isTouched = false
        deadlines.ended()
        upload?.close()
        upload?.takePendingProducer()?.resume(with: .success(false))
        let metrics = self.metrics
        let end = BodyEnd(trailers: head.trailers, metrics: metrics)
        switch machine.ended(failure) {
        case .none: break
        case .failSend(let error):
            continuation.take()?.resume(with: .failure(error.updating { $0.metrics = metrics }))
        case .deliverWhole(nil):
            let data = chunk?.copy() ?? Data()
            continuation.take()?.resume(
                with: .success(response(body: .data(data, end: end), metrics: metrics)))
        case .deliverWhole(let error?):
            deliverHead()
            finishBody(end, error)
        case .finishBody(let error): finishBody(end, error)
        }
    }

    private func finishBody(_ end: BodyEnd, _ failure: NetworkError?) {
        deliverChunk()
        channel?.finish(end, failure: failure?.updating { $0.metrics = end.metrics })
    }

    private func response(body: ResponseBody, metrics: TransferMetrics) -> HTTPResponse {
        HTTPResponse(
            status: head.status, fields: head.fields, version: head.version, body: body, metrics: metrics)
    }
}
