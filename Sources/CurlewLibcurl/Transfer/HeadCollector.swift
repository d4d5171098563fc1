import Curlew

/// Collects the head that curl hands over line by line, and the trailers behind the body.
struct HeadCollector {
    /// The most bytes and fields of a head and of a trailer section; curl itself refuses a line above 100 KB.
    private let byteLimit: Int
    private let fieldLimit: Int

    private(set) var status = HTTPResponse.Status(code: 0)
    private(set) var version = HTTPResponse.Version.http1_1
    private(set) var fields = HTTPFields()
    private(set) var trailers = HTTPFields()
    private var byteCount = 0

    init(_ configuration: TransportConfiguration) {
        byteLimit = configuration.headLimit
        fieldLimit = configuration.fieldLimit
    }

    enum Outcome: Equatable {
        case goOn
        /// An empty line: the head is complete.
        case headEnded
        case malformed
        case tooLarge
    }

    /// Takes a line with its line end; behind the final head's end, the line of a trailer.
    mutating func lineReceived(_ line: UnsafeRawBufferPointer, isTrailer: Bool) -> Outcome {
        byteCount += line.count
        guard byteCount <= byteLimit, (isTrailer ? trailers : fields).count <= fieldLimit else {
            return .tooLarge
        }
        let content = unsafe Self.withoutLineEnd(line)
        if isTrailer { return content.isEmpty || trailers.append(line: content) ? .goOn : .malformed }
        if content.isEmpty { return .headEnded }
        if content.starts(with: Self.prefix) { return statusLineReceived(content) }
        return fields.append(line: content) ? .goOn : .malformed
    }

    /// Begins again behind an interim head or the head of an answer that is asked for once more.
    mutating func discard() {
        status = HTTPResponse.Status(code: 0)
        fields = HTTPFields()
        byteCount = 0
    }

    /// Begins to count the bytes of the trailers.
    mutating func headKept() { byteCount = 0 }

    /// Removes what no longer holds once curl has decoded the body.
    mutating func removeContentCoding() {
        guard fields.contains(.contentEncoding) else { return }
        fields.removeAll(.contentEncoding)
        fields.removeAll(.contentLength)
    }

    private static let prefix = Array("HTTP/".utf8)

    private static func withoutLineEnd(_ line: UnsafeRawBufferPointer) -> ArraySlice<UInt8> {
        var content = unsafe ArraySlice(line)
        if content.last == UInt8(ascii: "\n") { content.removeLast() }
        if content.last == UInt8(ascii: "\r") { content.removeLast() }
        return content
    }

    /// RFC 9112 §4: version, space, three digits, space, phrase; the last two may be missing.
    private mutating func statusLineReceived(_ line: ArraySlice<UInt8>) -> Outcome {
        guard let space = line.firstIndex(of: 0x20), let version = Self.version(line[..<space]) else {
            return .malformed
        }
        let rest = line[(space + 1)...].drop { $0 == 0x20 }
        let digits = rest.prefix { $0.isASCIIDigit }
        let phrase = rest.dropFirst(digits.count)
        guard digits.count == 3, let code = Int(String(decoding: digits, as: UTF8.self)), code >= 100,
            phrase.first.map(\.isOptionalWhitespace) ?? true
        else { return .malformed }
        self.version = version
        fields = HTTPFields()
        fields.reserveCapacity(bytes: 512)
        status = HTTPResponse.Status(
            code: code, reasonPhrase: HTTPField.text(of: phrase.trimmingOptionalWhitespace()))
        return .goOn
    }

    private static func version(_ text: ArraySlice<UInt8>) -> HTTPResponse.Version? {
        switch String(decoding: text, as: UTF8.self) {
        case "HTTP/1.0": .http1_0
        case "HTTP/1.1": .http1_1
        case "HTTP/2", "HTTP/2.0": .http2
        case "HTTP/3", "HTTP/3.0": .http3
        default: nil
        }
    }
}
