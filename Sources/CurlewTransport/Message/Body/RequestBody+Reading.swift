#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

// How a transport reads a body, whatever it is made of.
extension RequestBody {
    /// The number of bytes in all, a file's as it is now; nil for a stream that does not say it.
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
    /// A body that ``isReplayable`` gives all of its bytes each time. Bytes in memory are one chunk, those of files come in
    /// chunks of 64 KiB; none is empty.
    ///
    /// Throws `.fileFailed` for a file that cannot be read, and `.invalidRequest` for a stream that gives more or fewer
    /// bytes than it announced; the chunk that completes them is handed over when the stream has ended. What the stream
    /// or the closure throws is thrown as it is when it is a `NetworkError`, otherwise as `.other`.
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
                    // A body is not sent whole when its stream has more to give.
                    if state.count == stream.length { state.last = chunk }
                    return state.count
                }
                if let length = stream.length, count >= length {
                    if count > length { throw Self.miscount }
                    return
                }
                try await write(chunk)
                report?.sent(count)
            }
            let (count, last) = state.withLock { $0 }
            if let length = stream.length, count != length { throw Self.miscount }
            if let last { try await write(last) }
            report?.sent(count)
        } catch {
            throw .wrapping(error, as: .other, "the body of the request could not be sent")
        }
    }

    /// The same body, with every file in memory whose size the system does not know; throws `.fileFailed`.
    func measurable() throws(NetworkError) -> RequestBody {
        switch content {
        case .file(let path):
            guard case .data(let data) = try BodySegment.file(path: path).measurable() else { return self }
            return replacing(.data(data), contentType: contentType)
        case .multipart(let form):
            return replacing(.multipart(try form.measurable()), contentType: contentType)
        case .data, .slice, .stream, .value: return self
        }
    }

    private func stream() throws(NetworkError) -> RequestStream {
        switch try measurable().content {
        case .data(let data): RequestStream(length: Int64(data.count)) { try await $0(data) }
        case .file(let path): try RequestStream([.file(path: path)])
        case .slice(let path, let range): try RequestStream([.slice(path: path, range: range)])
        case .multipart(let form): try RequestStream(form.segments)
        case .stream(let stream): stream
        case .value: throw .invalidRequest("the body's value was not encoded")
        }
    }

    private static var miscount: NetworkError {
        .invalidRequest("the body's stream has not the length that it announced")
    }
}
