#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

extension Client {
    /// Downloads an endpoint's answer into a file.
    ///
    ///     try await client.download(.export, to: "export.csv") { progress in print(progress.completed) }
    ///
    /// The bytes are written to `PATH.curlew-part` beside the file, which gets its name once it is complete: whoever looks
    /// sees the whole file or none. After an interruption, of the connection or of the process, the next attempt or call
    /// resumes with what is there, when the server named a strong `ETag` or a `Last-Modified` and the method is GET
    /// (RFC 9110 §14.2); it starts over when the file has changed on the server. What that needs is kept in
    /// `PATH.curlew-part.json`. Nothing but the file remains in the end; a failure that cannot be resumed from leaves
    /// nothing.
    ///
    /// A connection that stalls, breaks off or cannot be made, and a server that is busy or restarts, are followed by
    /// another attempt, as long as there is progress; `DownloadOptions` says how often and when without. When there is no
    /// other attempt the failure of the last one is thrown, and `attempts` counts all of them.
    ///
    /// The body is asked for without content coding. Only one download at a time writes to a path. A symbolic link at the
    /// path is replaced itself. `Timeouts.total` limits all exchanges of the call together.
    ///
    /// - Parameters:
    ///   - endpoint: what is sent; its decoder is not used, a status from 200 to 299 is a success.
    ///   - path: where the file goes; its directory must be there.
    ///   - options: whether a file is replaced, what is resumed and tried again, and what is checked.
    ///   - progress: called at the start, at most every 100 ms, and at the end, one call after the other. It holds up the
    ///     download while it runs.
    /// - Throws: what building and sending throw; `.unacceptableStatus`; `.fileFailed` with the system's error number
    ///   (`EEXIST` when the file is not to be replaced, `EWOULDBLOCK` when another download writes it, `EPERM` when the
    ///   part is another user's, `ENOSPC` when the disk is full); `.checksumMismatch`; `.protocolViolation` for ranges that
    ///   contradict each other; `.unsupported` for a body that is encoded although `identity` was asked for, unless
    ///   the options keep it; `.invalidRequest` for a checksum that is none; `.cancelled`, also between two attempts.
    @concurrent
    @discardableResult
    public func download<Output>(
        _ endpoint: Endpoint<Output>, to path: String, options: DownloadOptions = DownloadOptions(),
        progress: (@Sendable (TransferProgress) -> Void)? = nil
    ) async throws(NetworkError) -> DownloadedFile {
        try await performing(endpoint) { request throws(NetworkError) in
            try request.askForBytes()
        } then: { request, context throws(NetworkError) in
            let checksum = try options.sha256.map { text throws(NetworkError) in try FileChecksum(text) }
            let target = DownloadTarget(path)
            if let kept = try target.kept(options, checksum) { return kept }
            let number = SendNumber()
            var download = try Download(
                request, to: target, options, checksum, configuration.clock, progress
            ) { [observers = configuration.observers] request, failure, delay in
                observers.observeRetry(
                    of: request, after: delay, for: failure, number.context(endpoint.name))
            }
            return try await download.run { request, deadline throws(NetworkError) in
                context.response = nil
                let options = SendOptions(endpoint, within: deadline, number: number)
                let response = try await pipeline.perform(request, options, attempts: &context.attempts)
                context.response = response.head
                return response
            }
        }
    }

    /// Downloads an endpoint's answer into a file; throws `.invalidRequest` for a URL that is not a file's, and what the
    /// other one throws.
    @discardableResult
    public func download<Output>(
        _ endpoint: Endpoint<Output>, to url: URL, options: DownloadOptions = DownloadOptions(),
        progress: (@Sendable (TransferProgress) -> Void)? = nil
    ) async throws(NetworkError) -> DownloadedFile {
        guard url.isFileURL else { throw .invalidRequest("a download goes to a file") }
        return try await download(endpoint, to: url.path, options: options, progress: progress)
    }

    /// Whether a download of the endpoint would ask for the rest of what is there.
    package func canResumeDownload<Output>(
        of endpoint: Endpoint<Output>, to path: String, options: DownloadOptions
    ) -> Bool {
        let target = DownloadTarget(path)
        guard let request = try? build(endpoint), let size = try? target.resumableSize() else { return false }
        return DownloadMachine(request, target, size: size, options).record != nil
    }
}

extension HTTPRequest {
    /// The request for the bytes as they are, handed over as they come.
    fileprivate mutating func askForBytes() throws(NetworkError) {
        guard !fields.contains(.range), !fields.contains(.ifRange) else {
            throw .invalidRequest("the range of a download is the client's to set")
        }
        fields[.acceptEncoding] = "identity"
        options.decoding = .raw
        options.delivery = .streamed
    }
}

extension DownloadTarget {
    /// The file that is there, where it is to be kept; throws `.fileFailed` and `.checksumMismatch`.
    fileprivate func kept(
        _ options: DownloadOptions, _ checksum: FileChecksum?
    ) throws(NetworkError) -> DownloadedFile? {
        guard let size = try keptSize(options.existing) else { return nil }
        try checksum?.check(path)
        return DownloadedFile(path: path, size: size, received: 0, fields: [:])
    }
}
