import CurlewTransport

/// The request of one exchange on its way to the server; like `Receiving` it cannot be copied.
struct Sending: ~Copyable {
    private let upload: UploadSource?
    /// Whether the request asks to continue; only one with content may (RFC 9110 §10.1.1).
    let asksToContinue: Bool
    /// When curl began to send the request.
    private(set) var time: MonotonicTime?
    /// Whether the upload still makes progress after a complete response.
    private var standstill = Standstill()
    /// Whether curl waits for the next bytes of the request's body.
    private(set) var isPaused = false

    /// Throws `.fileFailed` if the body's file cannot be read.
    init(_ start: TransferStart) throws(NetworkError) {
        upload = start.request.body == nil ? nil : try UploadSource(start)
        asksToContinue = start.request.options.expectContinue && upload?.hasContent == true
    }

    /// Whether curl reads the body through the callback.
    var isUpload: Bool { upload != nil }

    /// The length of the body that curl reads; nil if unknown.
    var length: Int64? { upload?.length }

    /// Whether curl has read any byte of the body.
    var hasStarted: Bool { upload?.hasStarted ?? false }

    /// Whether the loop has something to do for the upload at the end of the turn.
    var awaitsLoop: Bool { upload.map { $0.pendingProducer != nil || $0.isReported } ?? false }

    mutating func began(at now: MonotonicTime) { time = now }

    /// curl requests bytes of the body.
    mutating func read(into buffer: UnsafeMutableRawBufferPointer) -> UploadSource.Outcome {
        isPaused = false
        let outcome = unsafe upload?.read(into: buffer) ?? .bytes(0)
        if case .pause = outcome { isPaused = true }
        return outcome
    }

    /// Rewinds to an offset before a body is sent again; returns whether that is possible.
    func rewind(to offset: Int64) -> Bool { upload?.rewind(to: offset) ?? true }

    /// Returns whether curl must be unpaused, since it sends nothing more: it would wait for a paused body before it
    /// ends the exchange.
    mutating func release(after status: HTTPResponse.Status) -> Bool {
        guard isPaused, status.code >= 400 else { return false }
        isPaused = false
        return true
    }

    /// Between the turns: resumes the producer of the body, and reports how much was sent.
    func flush() {
        upload?.takePendingProducer()?.resume(with: .success(true))
        upload?.reportProgress()
    }

    /// The exchange is over.
    func end() {
        upload?.reportProgress()
        upload?.close()
        upload?.takePendingProducer()?.resume(with: .success(false))
    }
}

/// Whether the upload still makes progress after a complete response.
extension Sending {
    var isWatched: Bool { standstill.isWatched }
    var standstillEnd: MonotonicTime { standstill.end }

    /// Checks after a time whether more than these bytes were sent.
    mutating func watch(sent: Int64, from now: MonotonicTime, for nanoseconds: Int64) {
        standstill.watch(sent: sent, from: now, for: nanoseconds)
    }

    /// Whether nothing was sent meanwhile, although there is something to send.
    func hasStood(sent: Int64) -> Bool { !isPaused && standstill.hasStood(sent: sent) }
}
