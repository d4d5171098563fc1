#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

// How a transport reads a body, whatever it is made of.
extension RequestBody {
    /// The total number of bytes, with each file's current size; nil for a stream of unknown length.
    ///
    /// Throws `.fileFailed` for a file that cannot be read, and `.invalidRequest` for a value that
    /// ``HTTPRequest/prepared()`` has not encoded.
    public func measuredLength() throws(NetworkError) -> Int64? {
        try stream().length
    }

    /// Hands the bytes to a closure, chunk by chunk, and reports them as sent when it returns.
    ///
    ///     try await body.forEachChunk { chunk in try await connection.send(chunk) }
    ///
    /// A body that ``isReplayable`` produces all of its bytes on each call. Bytes in memory are one chunk; files are
    /// read in chunks of 64 KiB. No chunk is empty.
    ///
    /// Throws `.fileFailed` for a file that cannot be read, and `.invalidRequest` for a stream that produces more or
    /// fewer bytes than its declared length; its last chunk is handed over when the stream has ended. A
    /// `NetworkError` of the stream or the closure is rethrown; any other error becomes `.other`.
    public func forEachChunk(
        _ write: @escaping @Sendable (Data) async throws -> Void
    ) async throws(NetworkError) {
        let stream = try stream()
        let state = Lock((count: Int64(0), last: Data?.none))
        let report = UploadReport(self)
        do {
            try await stream.produce { chunk in
                guard !chunk.isEmpty else { return }
                let count = state.withLock { state in
                    state.count += Int64(chunk.count)
                    // Hold the last chunk back: the stream may produce more than its length.
                    if state.count == stream.length { state.last = chunk }
                    return state.count
                }
                if let length = stream.length, count >= length {
                    if count > length { throw NetworkError.streamTooLong }
                    return
                }
                try await write(chunk)
                report?.sent(count)
            }
            let (count, last) = state.withLock { $0 }
            if let length = stream.length, count < length {
                throw NetworkError.streamTooShort(by: length - count)
            }
            if let last { try await write(last) }
            report?.sent(count)
        } catch {
            throw .wrapping(error, as: .other, "the body of the request could not be sent")
        }
    }

    /// Returns the same body, with files of unknown size read into memory; throws `.fileFailed`.
    func measurable() throws(NetworkError) -> RequestBody {
        switch content {
        case .file(let path): return try measurable(.file(path: path))
        case .slice(let path, let range): return try measurable(.slice(path: path, range: range))
        case .multipart(let form):
            return replacing(.multipart(try form.measurable()), contentType: contentType)
        case .data, .stream, .value: return self
        }
    }

    private func measurable(_ segment: BodySegment) throws(NetworkError) -> RequestBody {
        guard case .data(let data) = try segment.measurable() else { return self }
        return replacing(.data(data), contentType: contentType)
    }

    private func stream() throws(NetworkError) -> RequestStream {
        switch try measurable().content {
        case .data(let data): RequestStream(length: Int64(data.count)) { try await $0(data) }
        case .file(let path): try RequestStream([.file(path: path)])
        case .slice(let path, let range): try RequestStream([.slice(path: path, range: range)])
        case .multipart(let form): try RequestStream(form.segments)
        case .stream(let stream): stream
        case .value: throw .bodyNotEncoded
        }
    }
}

extension NetworkError {
    /// The body is a value, which the client encodes when it is sent.
    package static var bodyNotEncoded: NetworkError {
        .invalidRequest("the body's value was not encoded: call prepared() first")
    }

    /// A stream has produced more bytes than its declared length.
    package static var streamTooLong: NetworkError {
        .invalidRequest("the stream produced more bytes than its declared length")
    }

    /// A stream has ended n bytes before its declared length.
    package static func streamTooShort(by count: Int64) -> NetworkError {
        .invalidRequest("the stream ended \(count) bytes before its declared length")
    }
}
