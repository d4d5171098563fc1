#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// A running download: the partial file, and the exchanges that fill it.
struct Download: ~Copyable {
    typealias Send = (HTTPRequest, SendDeadline?) async throws(NetworkError) -> HTTPResponse
    typealias Report = @Sendable (TransferProgress) -> Void

    typealias NoteRetry = (_ request: HTTPRequest, _ failure: NetworkError, _ delay: Duration) -> Void

    private let request: HTTPRequest
    private let options: DownloadOptions
    private let checksum: FileChecksum?
    private var digest = WrittenDigest()
    private let report: Report?
    private let noteRetry: NoteRetry
    private let target: DownloadTarget
    private let file: FileWriter
    private let clock: Client.Clock
    private let deadline: SendDeadline?
    private var machine: DownloadMachine
    /// Whether the part holds only bytes of this download; the bytes of another one stay until they are replaced.
    private var ownsPart: Bool
    private var meter = ProgressMeter()
    /// The head of the current exchange, once received.
    private var head: HTTPResponse?
    /// The fields of the whole file, updated by those of the parts.
    private var fields: HTTPFields

    /// Opens the partial file and locks it; throws `.fileFailed`.
    init(
        _ request: HTTPRequest, to target: DownloadTarget, _ options: DownloadOptions,
        _ checksum: FileChecksum?, _ clock: Client.Clock, _ report: Report?,
        noteRetry: @escaping NoteRetry
    ) throws(NetworkError) {
        let file = try target.openPart()
        let size = try file.size()
        ownsPart = size == 0
        machine = DownloadMachine(request, target, size: size, options)
        fields = machine.record?.fields ?? [:]
        deadline = request.timeouts.deadline(from: clock)
        self.clock = clock
        self.request = request
        self.target = target
        self.options = options
        self.checksum = checksum
        self.report = report
        self.noteRetry = noteRetry
        self.file = file
    }

    /// Sends requests until the file is complete, then renames it.
    ///
    /// Throws what sending and reading the body throw, `.unacceptableStatus`, `.protocolViolation`, `.unsupported`,
    /// `.checksumMismatch` and `.fileFailed`.
    mutating func run(_ send: Send) async throws(NetworkError) -> DownloadedFile {
        do throws(NetworkError) {
            if machine.size > 0 { try readDigest() }
            reportProgress(isDue: true)
            try await receive(send)
            reportProgress(isDue: true)
            try finish()
            return DownloadedFile(
                path: target.path, size: machine.size, received: machine.received, fields: fields)
        } catch {
            // A failure to remove the part must not hide the original error.
            if ownsPart, !isWorthKeeping || error.code == .checksumMismatch { try? target.removePart() }
            throw error
        }
    }

    /// A write that failed half-way has left bytes, too.
    private var isWorthKeeping: Bool { machine.record != nil && (try? file.size()) ?? 0 > 0 }

    private mutating func receive(_ send: Send) async throws(NetworkError) {
        while true {
            do throws(NetworkError) {
                if try await exchange(send) { return }
            } catch {
                try await waitForRetry(after: error)
            }
        }
    }

    /// Waits for the next attempt.
    ///
    /// Throws the failure if no attempt follows, `.timedOut` if the next one would be too late, and `.cancelled`.
    private mutating func waitForRetry(after failure: NetworkError) async throws(NetworkError) {
        let retryAfter = failure.response.flatMap { RetryAfter.delay(in: $0.fields, now: clock.date()) }
        guard case .retry(let delay) = machine.failed(failure, retryAfter: retryAfter) else { throw failure }
        if let deadline, delay >= deadline.rest {
            throw deadline.error.updating { details in
                details.response = failure.response
                details.underlying = failure
            }
        }
        noteRetry(request, failure.updating { $0.response = $0.response ?? head }, delay)
        do {
            try await clock.sleep(delay)
        } catch {
            throw .wrapping(error, as: .other, "the wait for the next attempt failed")
        }
    }

    /// Runs one exchange; returns false if another one is needed.
    private mutating func exchange(_ send: Send) async throws(NetworkError) -> Bool {
        head = nil
        let response = try await send(nextRequest(), deadline)
        head = response.head
        let action = machine.headReceived(
            status: response.status.code, fields: response.fields, length: response.contentLength)
        switch action {
        case .write: fields.merge(response.fields)
        case .startOver(let record):
            try startOver(record)
            fields = response.fields
        case .sendAgain: return false
        case .refuse:
            throw try await response.unacceptableStatus().updating { $0.response = response.head }
        case .fail(let code, let message): throw NetworkError(code, message)
        }
        for try await chunk in response.body { try write(chunk) }
        switch machine.bodyEnded() {
        case .complete: return true
        case .sendAgain: return false
        case .fail(let code, let message): throw NetworkError(code, message)
        }
    }

    private mutating func nextRequest() -> HTTPRequest {
        var request = request
        if let rest = machine.requestStarted() {
            request.fields[.range] = "bytes=\(rest.first)-"
            request.fields.removeAll(.ifRange)
            request.fields.append(rest.validator.field)
        }
        return request
    }

    /// In this order, a process that dies never leaves a record beside bytes of another version.
    private mutating func startOver(_ record: PartialRecord?) throws(NetworkError) {
        try target.removeRecord()
        try file.truncate()
        ownsPart = true
        try record?.save(to: target.recordPath)
        reportProgress(isDue: true)
    }

    private mutating func write(_ chunk: Data) throws(NetworkError) {
        switch machine.chunkReceived(chunk.count) {
        case .write(let offset):
            ownsPart = true
            try file.write(chunk, at: offset)
            if checksum != nil { digest.written(chunk, at: offset) }
        case .fail(let code, let message): throw NetworkError(code, message)
        }
        machine.chunkWritten(chunk.count)
        reportProgress(isDue: false)
    }

    private mutating func reportProgress(isDue: Bool) {
        guard let report else { return }
        let now = ContinuousClock.now
        if isDue {
            report(meter.report(machine.size, of: machine.total, now: now))
        } else if let progress = meter.moved(to: machine.size, of: machine.total, now: now) {
            report(progress)
        }
    }

    /// Computes the digest of the bytes on disk, if there is a checksum.
    private mutating func readDigest() throws(NetworkError) {
        guard checksum != nil else { return }
        digest = WrittenDigest()
        try digest.read(target.partPath, of: machine.total, report)
    }

    private mutating func finish() throws(NetworkError) {
        if digest.count != machine.size { try readDigest() }
        try checksum?.check(digest.digest)
        if options.synchronizes { try file.synchronize() }
        try takeName()
        // From here on the part and the record may belong to another download.
        ownsPart = false
        if options.synchronizes { try target.synchronizeDirectory() }
    }

    /// Removes the record while the part's lock excludes other downloads, and restores it if the part stays.
    private func takeName() throws(NetworkError) {
        try target.removeRecord()
        do throws(NetworkError) {
            try target.take(target.partPath, options.existing)
        } catch {
            try? machine.record?.save(to: target.recordPath)
            throw error
        }
    }
}

extension DownloadMachine {
    /// Starts from the record beside the target, and from `size` bytes of the part.
    ///
    /// Only GET has ranges (RFC 9110 §14.2) and is retried.
    init(_ request: HTTPRequest, _ target: DownloadTarget, size: Int64, _ options: DownloadOptions) {
        var options = options
        if request.method != .get { (options.resumes, options.maxRetries) = (false, 0) }
        self.init(
            urlHash: SHA256Hasher.digest(of: request.target.url.utf8).hex,
            record: PartialRecord.load(from: target.recordPath), size: size, options)
    }
}
