import CurlewTransport

#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// Collects the head that curl delivers line by line, and the trailers after the body.
struct HeadCollector {
    /// The most bytes and fields of a head and of a trailer section; curl itself refuses a line above 100 KB.
    private let byteLimit: Int
    private let fieldLimit: Int

    private(set) var status = HTTPResponse.Status(code: 0)
    private(set) var version = HTTPResponse.Version.http1_1
    private(set) var fields = HTTPFields()
    private(set) var trailers = HTTPFields()
    /// The body's length according to the whole head.
    private(set) var bodyLength = HTTPFields.BodyLength.unknown
    /// Whether only the connection's end shows where the body ends (RFC 9112 §6.3).
    private(set) var isBodyEndedByClose = false
    private var byteCount = 0
    /// Whether the final head is complete, so that trailers follow.
    private var isKept = false

    init(_ configuration: TransportConfiguration) {
        byteLimit = configuration.headLimit
        fieldLimit = configuration.fieldLimit
    }

    enum Outcome: Equatable {
        case lineTaken
        /// The status line: a response begins.
        case begun
        /// An empty line: the head is complete.
        case headEnded
        case trailerReceived
        case malformed
        case tooLarge
    }

    /// Takes a line with its line end; after the final head's end, the line of a trailer.
    mutating func lineReceived(_ line: UnsafeRawBufferPointer) -> Outcome {
        byteCount += line.count
        guard byteCount <= byteLimit, isKept ? trailers.count <= fieldLimit : fields.count <= fieldLimit
        else { return .tooLarge }
        guard let content = unsafe Self.content(of: line) else { return .malformed }
        if isKept {
            return unsafe content.isEmpty || trailers.append(line: content) ? .trailerReceived : .malformed
        }
        if unsafe content.isEmpty {
            bodyLength = fields.bodyLength
            isBodyEndedByClose =
                bodyLength == .unknown && version != .http2 && !status.forbidsBody
                && !fields.contains(.transferEncoding)
            return .headEnded
        }
        if unsafe StatusLine.matches(content) { return unsafe statusLineReceived(content) }
        if let first = unsafe content.first, first.isOptionalWhitespace, isLastFieldFraming {
            return .malformed
        }
        return unsafe fields.append(line: content) ? .lineTaken : .malformed
    }

    /// Whether the last field says where the body ends: libcurl reads it without the lines on which it continues (RFC
    /// 9112 §5.2), and would delimit a different body.
    private var isLastFieldFraming: Bool {
        fields.isLast(.transferEncoding) || fields.isLast(.contentLength)
    }

    /// Starts again after an interim head, or after the response to a request that is sent again.
    mutating func discard() {
        status = HTTPResponse.Status(code: 0)
        fields = HTTPFields()
        byteCount = 0
    }

    /// The head is the final one: trailers follow, whose bytes are counted separately.
    mutating func headKept() {
        isKept = true
        byteCount = 0
    }

    /// Removes the fields that no longer apply once the body is decoded.
    mutating func removeContentCoding() {
        fields.removeAll(.contentEncoding)
        fields.removeAll(.contentLength)
    }

    /// The line without its end; nil if it has none, or contains a NUL.
    ///
    /// Since 8.7 libcurl delivers the line in which a connection has ended as it is, and until 7.82 a NUL in a field.
    private static func content(of line: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer? {
        var end = line.count - 1
        guard end >= 0, unsafe line[end] == UInt8(ascii: "\n"), let start = line.baseAddress,
            unsafe memchr(start, 0, end) == nil
        else { return nil }
        if end > 0, unsafe line[end - 1] == UInt8(ascii: "\r") { end -= 1 }
        return unsafe UnsafeRawBufferPointer(rebasing: line[..<end])
    }

    private mutating func statusLineReceived(_ line: UnsafeRawBufferPointer) -> Outcome {
        // No request offers another protocol, so no server may switch to one (RFC 9110 §7.8).
        guard let statusLine = unsafe StatusLine(line), statusLine.status.code != 101 else {
            return .malformed
        }
        version = statusLine.version
        status = statusLine.status
        fields = HTTPFields()
        fields.reserveCapacity(bytes: 512)
        return .begun
    }
}
