/// The states of a download; no I/O, no lock, no await.
///
/// Legal transitions: idle → receiving → idle, for each exchange; receiving → complete.
///
/// A request for the rest begins one byte early, at the last byte on disk. This also works when the file is already
/// complete, and makes 416 always mean that the file changed.
struct DownloadMachine {
    private enum State: Equatable {
        case idle
        /// The next byte is written at `offset`; the body ends at `end`, if known.
        case receiving(offset: Int64, end: Int64?)
        case complete
    }

    /// The rest of a file that a request asks for.
    struct Rest: Equatable {
        let first: Int64
        let validator: RangeValidator
    }

    private let urlHash: String
    private let resumes: Bool
    private let contentCoding: DownloadOptions.ContentCoding
    private var retries: DownloadRetryMachine
    private var state = State.idle
    /// What a later resume needs; nil while the download cannot be resumed.
    private(set) var record: PartialRecord?
    /// The rest was unavailable: the next request asks for the whole file.
    private var needsWhole = false
    private var requested: Rest?
    /// The number of bytes on disk.
    private(set) var size: Int64
    /// The largest `size` so far: an attempt that starts over makes progress only past it.
    private var furthest: Int64
    /// The length of the whole file; nil if unknown.
    private(set) var total: Int64?
    /// The number of bytes received.
    private(set) var received: Int64 = 0

    /// Starts from what an earlier process left, if anything.
    init(urlHash: String, record: PartialRecord?, size: Int64, _ options: DownloadOptions) {
        self.urlHash = urlHash
        resumes = options.resumes
        contentCoding = options.contentCoding
        retries = DownloadRetryMachine(options)
        let fits =
            resumes && record?.urlHash == urlHash && size > 0 && size <= record?.total ?? .max
            && (options.contentCoding == .keep || record?.contentCodings == nil)
        self.record = fits ? record : nil
        self.size = fits ? size : 0
        furthest = fits ? size : 0
        total = fits ? record?.total : nil
    }

    /// A request is about to be sent; returns nil to request the whole file.
    mutating func requestStarted() -> Rest? {
        requested = nil
        if let record, size > 0, !needsWhole {
            requested = Rest(first: size - 1, validator: record.validator)
        }
        return requested
    }

    enum HeadAction: Equatable {
        /// The body continues the bytes on disk.
        case write
        /// The body is the whole file: drop the bytes on disk, and store the record if there is one.
        case startOver(PartialRecord?)
        case sendAgain
        /// The status is an error.
        case refuse
        case fail(NetworkError.Code, String)
    }

    /// A head has arrived.
    mutating func headReceived(status: Int, fields: HTTPFields, length: Int64?) -> HeadAction {
        retries.headReceived()
        if status == 416, requested != nil { return restFailed() }
        guard 200...299 ~= status else { return .refuse }
        guard contentCoding == .keep || fields.contentCodings.isEmpty else {
            let codings = fields.contentCodings.joined(separator: ", ").prefix(100)
            return .fail(
                .unsupported,
                "the server encoded the body with \(codings), although identity was requested: "
                    + "\(DownloadOptions.ContentCoding.nameOfKeep) stores it encoded")
        }
        return status == 206 ? partReceived(fields) : wholeReceived(fields, length)
    }

    private mutating func wholeReceived(_ fields: HTTPFields, _ length: Int64?) -> HeadAction {
        let validator = resumes ? RangeValidator(fields) : nil
        total = length
        let codings = fields.contentCodings
        record = validator.map {
            PartialRecord(
                urlHash: urlHash, validator: $0, total: length,
                contentCodings: codings.isEmpty ? nil : codings, fields)
        }
        size = 0
        needsWhole = false
        state = .receiving(offset: 0, end: length)
        return .startOver(record)
    }

    private mutating func partReceived(_ fields: HTTPFields) -> HeadAction {
        guard let requested else {
            return .fail(.protocolViolation, "the server sent a part (206) that was not requested")
        }
        guard let value = fields[.contentRange], case .part(let range, let whole) = ContentRange(value),
            range.lowerBound == requested.first, !requested.validator.isContradicted(by: fields),
            hasSameCoding(fields),
            let total = whole ?? total, total == self.total ?? total, range.upperBound < total
        else { return restFailed() }
        self.total = total
        state = .receiving(offset: range.lowerBound, end: range.upperBound + 1)
        return .write
    }

    /// A part need not repeat the content coding of the whole (RFC 9110 §15.3.7), but a different coding means
    /// different bytes.
    private func hasSameCoding(_ fields: HTTPFields) -> Bool {
        let codings = fields.contentCodings
        return codings.isEmpty || codings == record?.contentCodings
    }

    /// The rest is unavailable, or belongs to another version of the file.
    private mutating func restFailed() -> HeadAction {
        needsWhole = true
        return .sendAgain
    }

    enum ChunkAction: Equatable {
        case write(at: Int64)
        case fail(NetworkError.Code, String)
    }

    /// Bytes have arrived; they count as progress once they are written.
    mutating func chunkReceived(_ count: Int) -> ChunkAction {
        received += Int64(count)
        guard case .receiving(let offset, let end) = state, offset + Int64(count) <= end ?? .max else {
            return .fail(.protocolViolation, "the body is longer than its head says")
        }
        return .write(at: offset)
    }

    mutating func chunkWritten(_ count: Int) {
        guard case .receiving(let start, let end) = state else { return }
        let offset = start + Int64(count)
        state = .receiving(offset: offset, end: end)
        size = max(size, offset)
        guard size > furthest else { return }
        furthest = size
        retries.progressed()
    }

    enum EndAction: Equatable {
        case complete
        case sendAgain
        case fail(NetworkError.Code, String)
    }

    /// The body has ended successfully.
    mutating func bodyEnded() -> EndAction {
        guard case .receiving(let offset, let end) = state, offset >= end ?? 0 else {
            return .fail(.incompleteBody, "the body is shorter than its head says")
        }
        guard offset < total ?? 0 else {
            total = offset
            state = .complete
            return .complete
        }
        // A server may send less than was requested (RFC 9110 §15.3.7), but it must make progress.
        guard let requested, offset > requested.first + 1 else {
            return .fail(.protocolViolation, "the server sends no further bytes of the file")
        }
        state = .idle
        return .sendAgain
    }

    /// An exchange has failed.
    mutating func failed(_ error: NetworkError, retryAfter: Duration?) -> DownloadRetryMachine.Action {
        state = .idle
        return retries.failed(error, retryAfter: retryAfter)
    }
}
