extension SHA256Hasher {
    /// The digest of a file.
    ///
    ///     let digest = try await SHA256Hasher.digest(ofFile: "backup.tar")
    ///     upload.fields["x-amz-content-sha256"] = digest.hex
    ///
    /// - Parameters:
    ///   - path: the path of a regular file.
    ///   - progress: called at the start, at most every 100 ms, and at the end, one call at a time.
    /// - Throws: `.fileFailed` with the system's error number, and `.cancelled`.
    @concurrent
    public static func digest(
        ofFile path: String, progress: (@Sendable (TransferProgress) -> Void)? = nil
    ) async throws(NetworkError) -> Digest {
        let file = try FileReader(path: path)
        var hasher = SHA256Hasher()
        try file.verify(of: file.size, progress) { hasher.update($0) }
        return hasher.finalize()
    }
}

extension FileReader {
    /// Reads to the end, and reports the phase `verifying`.
    ///
    /// Throws `.fileFailed` and `.cancelled`.
    ///
    /// - Parameter total: the length to report; nil if unknown.
    package func verify(
        of total: Int64?, _ progress: (@Sendable (TransferProgress) -> Void)?,
        _ chunk: (ArraySlice<UInt8>) -> Void
    ) throws(NetworkError) {
        var (meter, completed) = (ProgressMeter(phase: .verifying), Int64(0))
        var buffer = [UInt8](repeating: 0, count: 256 * 1024)
        progress?(meter.report(completed, of: total, now: .now))
        while case let count = try read(into: &buffer), count > 0 {
            guard !Task.isCancelled else { throw .cancelled }
            chunk(buffer[..<count])
            completed += Int64(count)
            if let progress, let report = meter.moved(to: completed, of: total, now: .now) {
                progress(report)
            }
        }
        progress?(meter.report(completed, of: total, now: .now))
    }
}
