#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// What a request carries: bytes, a value to encode, a file or a stream.
public struct RequestBody: Sendable {
    package let content: Content
    /// The Content-Type that the request gets unless it has one; nil for none.
    public let contentType: String?
    /// Receives the progress of the upload; nil if it is not reported.
    package private(set) var report: (@Sendable (TransferProgress) -> Void)?

    package init(content: Content, contentType: String?) {
        self.content = content
        self.contentType = contentType
    }

    /// Where the bytes come from.
    package enum Content: Sendable {
        case data(Data)
        case file(path: String)
        case slice(path: String, range: Range<Int64>)
        case multipart(MultipartForm)
        case stream(RequestStream)
        /// A value that is encoded when it is sent, by the given encoder or its own.
        case value(@Sendable (any BodyEncoder) throws -> (Data, contentType: String))
    }

    /// Bytes as they are.
    public static func data(_ data: Data, contentType: String? = nil) -> Self {
        Self(content: .data(data), contentType: contentType)
    }

    /// A text in UTF-8; its line ends are kept.
    public static func text(_ text: String, contentType: String? = "text/plain; charset=utf-8") -> Self {
        .data(Data(text.utf8), contentType: contentType)
    }

    /// A value, encoded when it is sent, by the client's encoder.
    ///
    /// What the encoder throws becomes `.encodingFailed`.
    public static func json(_ value: some Encodable & Sendable) -> Self {
        Self(content: .value { try ($0.data(of: value), $0.contentType) }, contentType: nil)
    }

    /// A value, encoded when it is sent, by an encoder of its own.
    ///
    /// What the encoder throws becomes `.encodingFailed`.
    public static func encoded(_ value: some Encodable & Sendable, by encoder: some BodyEncoder) -> Self {
        Self(content: .value { _ in try (encoder.data(of: value), encoder.contentType) }, contentType: nil)
    }

    /// A file, streamed from disk; it is opened when the request is sent.
    ///
    /// A file that cannot be read, or is not a regular file, is `.fileFailed` before any connection is made. A file
    /// whose size the system does not know, as in /proc, is read into memory first, up to 16 MiB.
    public static func file(_ path: String, contentType: String? = "application/octet-stream") -> Self {
        Self(content: .file(path: path), contentType: contentType)
    }

    /// The bytes of a file from one offset to another, such as a part of an upload; it can be sent again.
    ///
    ///     for start in stride(from: 0, to: size, by: 8 << 20) {
    ///         try await client.send(.part(body: .file(path, range: start..<min(start + (8 << 20), size))))
    ///     }
    ///
    /// A file that cannot be read, is not a regular file or does not have these bytes is `.fileFailed` before any
    /// connection. A file whose size the system does not know, as in /proc, is read into memory first, up to 16 MiB.
    public static func file(
        _ path: String, range: Range<Int64>, contentType: String? = "application/octet-stream"
    ) -> Self {
        Self(content: .slice(path: path, range: range), contentType: contentType)
    }

    /// A stream of chunks, which is read once and so cannot be sent again.
    ///
    /// - Parameters:
    ///   - chunks: the bytes; an error that it throws fails the send, as `.other` unless it is a `NetworkError`.
    ///   - length: the total number of bytes, if known; otherwise HTTP/1.1 uses chunked coding. A stream that
    ///     produces more or fewer bytes fails with `.invalidRequest`.
    ///   - contentType: the Content-Type that the request gets unless it has one.
    public static func stream<Chunks: AsyncSequence & Sendable>(
        _ chunks: Chunks, length: Int64? = nil, contentType: String? = "application/octet-stream"
    ) -> Self where Chunks.Element == Data {
        let stream = RequestStream(length: length) { write in
            for try await chunk in chunks { try await write(chunk) }
        }
        return Self(content: .stream(stream), contentType: contentType)
    }

    /// Returns the same body, which reports its progress while it is sent.
    ///
    ///     .put("/backup", body: .file(path).reporting { print($0.fraction ?? 0) })
    ///
    /// The transports of this package report progress. A byte is sent once the underlying library has accepted it. The
    /// closure is called at most every 100 ms and for the last byte, one call at a time, on no particular thread, with
    /// the task-local values of the task that sends. The last call may come after the send has returned. The count restarts when the body is sent again.
    public func reporting(_ report: @escaping @Sendable (TransferProgress) -> Void) -> Self {
        var body = self
        body.report = report
        return body
    }

    /// Returns a body with other content and the same progress report.
    package func replacing(_ content: Content, contentType: String?) -> Self {
        var body = Self(content: content, contentType: contentType)
        body.report = report
        return body
    }

    /// Whether the body can be sent again.
    public var isReplayable: Bool {
        if case .stream = content { false } else { true }
    }

    /// The number of bytes, if it is known without reading a file's size: of data, of a range of a file, of a multipart
    /// form without files, and of a stream with a declared length.
    public var length: Int64? {
        switch content {
        case .data(let data): Int64(data.count)
        case .multipart(let form): form.length
        case .stream(let stream): stream.length
        case .slice(_, let range): range.upperBound &- range.lowerBound
        case .file, .value: nil
        }
    }

    /// The bytes, if they are in memory: of data, a form, and an encoded value; nil for a file or a stream.
    public var data: Data? {
        if case .data(let data) = content { data } else { nil }
    }

    /// The body with its value encoded; throws `.encodingFailed`.
    package func encoded(by encoder: any BodyEncoder) throws(NetworkError) -> RequestBody {
        guard case .value(let encode) = content else { return self }
        do {
            let (data, contentType) = try encode(encoder)
            return replacing(.data(data), contentType: contentType)
        } catch {
            throw NetworkError(
                .encodingFailed, "the request's value could not be encoded\(CodingPlace.suffix(of: error))",
                underlying: error)
        }
    }
}
