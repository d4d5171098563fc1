#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

extension Client {
    /// Downloads an endpoint's response into a file.
    ///
    ///     try await client.download(.export, to: "export.csv") { progress in print(progress.completed) }
    ///
    /// The bytes are written to `PATH.curlew-part` beside the file and renamed once complete: other processes see the
    /// whole file or none. After an interruption, of the connection or of the process, the next attempt or call
    /// resumes the partial file, if the server sent a strong `ETag` or a `Last-Modified` and the method is GET (RFC
    /// 9110 §14.2). It starts over if the file has changed on the server. `PATH.curlew-part.json` keeps what a resume
    /// needs. In the end only the file remains; a failure that cannot be resumed leaves nothing.
    ///
    /// If a connection stalls, breaks or cannot be made, or if a server is busy or restarts, another attempt follows
    /// as long as there is progress; `DownloadOptions` limits the attempts without progress. After the last attempt
    /// its failure is thrown; `attempts` is the number of all of them.
    ///
    /// The request accepts no content coding. Only one download at a time writes to a path. A symbolic link at the
    /// path is replaced, not its target. `Timeouts.total` limits all exchanges of the call together.
    ///
    /// - Parameters:
    ///   - endpoint: what is sent; its decoder is not used, and a status from 200 to 299 is a success.
    ///   - path: the file's path; its directory must exist.
    ///   - options: whether to replace a file, when to resume and retry, and what to check.
    ///   - progress: called at the start, at most every 100 ms, and at the end, one call at a time. The download
    ///     waits while it runs. The phase `verifying` reads bytes of an earlier call for the checksum.
    /// - Throws: what building and sending throw; `.unacceptableStatus`; `.fileFailed` with the system's error number
    ///   (`EEXIST` if the file must not be replaced, `EWOULDBLOCK` if another download is writing it, `EPERM` if the
    ///   partial file belongs to another user, `ENOSPC` if the disk is full); `.checksumMismatch`;
    ///   `.protocolViolation` for ranges that contradict each other; `.unsupported` for a body that is encoded
    ///   although `identity` was requested, unless the options keep it; `.invalidRequest` for an invalid checksum;
    ///   `.cancelled`, also between two attempts.
    @concurrent
    @discardableResult
    public func download<Output>(
        _ endpoint: Endpoint<Output>, to path: String, options: DownloadOptions = DownloadOptions(),
        progress: (@Sendable (TransferProgress) -> Void)? = nil
    ) async throws(NetworkError) -> DownloadedFile {
        try await performing(endpoint) { request throws(NetworkError) in
            try request.prepareForDownload()
        } then: { request, context throws(NetworkError) in
            let checksum = try options.sha256.map { text throws(NetworkError) in try FileChecksum(text) }
            let target = DownloadTarget(path)
            if let kept = try target.kept(options, checksum, progress) { return kept }
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

    /// Downloads an endpoint's response into a file; throws `.invalidRequest` for a URL that is not a file URL, and
    /// what the overload with a path throws.
    @discardableResult
    public func download<Output>(
        _ endpoint: Endpoint<Output>, to url: URL, options: DownloadOptions = DownloadOptions(),
        progress: (@Sendable (TransferProgress) -> Void)? = nil
    ) async throws(NetworkError) -> DownloadedFile {
        guard url.isFileURL else { throw .invalidRequest("the URL of a download must be a file URL") }
        return try await download(endpoint, to: url.path, options: options, progress: progress)
    }

    /// Whether a download of the endpoint would resume a partial file.
    package func canResumeDownload<Output>(
        of endpoint: Endpoint<Output>, to path: String, options: DownloadOptions
    ) -> Bool {
        let target = DownloadTarget(path)
        guard let request = try? build(endpoint), let size = try? target.resumableSize() else { return false }
        return DownloadMachine(request, target, size: size, options).record != nil
    }
}

extension HTTPRequest {
    /// Requests the bytes without content coding, delivered as they arrive.
    fileprivate mutating func prepareForDownload() throws(NetworkError) {
        guard !fields.contains(.range), !fields.contains(.ifRange) else {
            throw .invalidRequest("downloads set Range and If-Range themselves: remove these fields")
        }
        fields[.acceptEncoding] = "identity"
        options.decoding = .raw
        options.delivery = .streamed
    }
}

extension DownloadTarget {
    /// The existing file, if the options keep it; throws `.fileFailed` and `.checksumMismatch`.
    fileprivate func kept(
        _ options: DownloadOptions, _ checksum: FileChecksum?, _ progress: Download.Report?
    ) throws(NetworkError) -> DownloadedFile? {
        guard let size = try keptSize(options.existing) else { return nil }
        if let checksum {
            var digest = WrittenDigest()
            try digest.read(path, of: size, progress)
            try checksum.check(digest.digest)
        }
        return DownloadedFile(path: path, size: size, received: 0, fields: [:])
    }
}
