/// The states of a download; no I/O, no lock, no await.
///
/// Legal transitions: idle → receiving → idle, for each exchange; receiving → complete.
///
/// A request for the rest begins one byte early, at the last byte that is there. So it can be answered for a complete file,
/// too, and a 416 always means that the file has become another.
struct DownloadMachine {
    private enum State: Equatable {
        case idle
        /// The next byte goes to `offset`; the body ends at `end` where that is known.
        case receiving(offset: Int64, end: Int64?)
        case complete
    }

    /// The rest of a file that is to be asked for.
    struct Rest: Equatable {
        let first: Int64
        let validator: RangeValidator
    }

    private let urlHash: String
    private let resumes: Bool
    private let contentCoding: DownloadOptions.ContentCoding
    private var retries: DownloadRetryMachine
    private var state = State.idle
    /// What is needed to go on later; nil while nothing can be gone on with.
    private(set) var record: PartialRecord?
    /// The rest could not be had: the whole is asked for next.
    private var asksForWhole = false
    private var asked: Rest?
    /// How many bytes are there.
    private(set) var size: Int64
    /// The largest `size` so far: an attempt that starts over makes progress only beyond it.
    private var furthest: Int64
    /// How many bytes there will be.
    private(set) var total: Int64?
    /// How many bytes have come.
    private(set) var received: Int64 = 0

    /// Begins with what an earlier process has left, if anything.
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

    /// A request is to be sent; nil to ask for the whole.
    mutating func requestStarted() -> Rest? {
        asked = nil
        if let record, size > 0, !asksForWhole {
            asked = Rest(first: size - 1, validator: record.validator)
        }
        return asked
    }

    enum HeadAction: Equatable {
        /// The body goes behind what is there.
        case write
        /// The body is the whole file: what is there goes, and the record is kept, if there can be one.
        case startOver(PartialRecord?)
        case sendAgain
        /// The status is that of an error.
        case refuse
        case fail(NetworkError.Code, String)
    }

    /// A head has come.
    mutating func headReceived(status: Int, fields: HTTPFields, length: Int64?) -> HeadAction {
        retries.headReceived()
        if status == 416, asked != nil { return restFailed() }
        guard 200...299 ~= status else { return .refuse }
        guard contentCoding == .keep || fields.contentCodings.isEmpty else {
            let codings = fields.contentCodings.joined(separator: ", ").prefix(100)
            return .fail(
                .unsupported,
                "the server encoded the body with \(codings), though identity was asked for; with "
                    + "\(DownloadOptions.ContentCoding.nameOfKeep) it is stored as it is")
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
        asksForWhole = false
        state = .receiving(offset: 0, end: length)
        return .startOver(record)
    }

    private mutating func partReceived(_ fields: HTTPFields) -> HeadAction {
        guard let asked else { return .fail(.protocolViolation, "the server sent a part, unasked") }
        guard let value = fields[.contentRange], case .part(let range, let whole) = ContentRange(value),
            range.lowerBound == asked.first, !asked.validator.isContradicted(by: fields),
            hasSameCoding(fields),
            let total = whole ?? total, total == self.total ?? total, range.upperBound < total
        else { return restFailed() }
        self.total = total
        state = .receiving(offset: range.lowerBound, end: range.upperBound + 1)
        return .write
    }

    /// A part need not repeat the content coding of the whole (RFC 9110 §15.3.7), but a different one is of other bytes.
    private func hasSameCoding(_ fields: HTTPFields) -> Bool {
        let codings = fields.contentCodings
        return codings.isEmpty || codings == record?.contentCodings
    }

    /// The rest cannot be had, or is not that of the file that is there.
    private mutating func restFailed() -> HeadAction {
        asksForWhole = true
        return .sendAgain
    }

    enum ChunkAction: Equatable {
        case write(at: Int64)
        case fail(NetworkError.Code, String)
    }

    /// Bytes have come, and are there once they are written.
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

    /// The body has ended well.
    mutating func bodyEnded() -> EndAction {
        guard case .receiving(let offset, let end) = state, offset >= end ?? 0 else {
            return .fail(.incompleteBody, "the body is shorter than its head says")
        }
        guard offset < total ?? 0 else {
            total = offset
            state = .complete
            return .complete
        }
        // A server may send less than was asked for (RFC 9110 §15.3.7), but it must get on.
        guard let asked, offset > asked.first + 1 else {
            return .fail(.protocolViolation, "the server sends no more of the file")
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
