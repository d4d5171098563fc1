import CurlewTransport

/// Removes the framing from a request body (RFC 9112 §6, §7.1).
struct RequestBodyReader {
    private enum State {
        case length(Int)
        case sizeLine([UInt8])
        case chunk(Int)
        case chunkEnd([UInt8])
        case trailer([UInt8])
        case complete
    }

    private var state: State

    /// Longer lines, of chunk sizes or trailers, are refused.
    private static let lineLimit = 8 << 10

    /// A reader for the body that follows the head of `request`.
    ///
    /// - Throws: an error if the fields that frame the body are malformed.
    init(for request: LoopbackServer.ReceivedRequest) throws(LoopbackServer.ConnectionError) {
        let codings = request.values(of: "Transfer-Encoding")
        let lengths = request.values(of: "Content-Length")
        if codings.isEmpty {
            let length = try Self.length(lengths)
            state = length == 0 ? .complete : .length(length)
            return
        }
        guard lengths.isEmpty else { throw .malformed("both Content-Length and Transfer-Encoding") }
        guard request.minorVersion > 0 else { throw .malformed("Transfer-Encoding in HTTP/1.0") }
        guard codings.count == 1, codings[0].equalsIgnoringCase("chunked")
        else { throw .malformed("a Transfer-Encoding other than chunked", status: 501) }
        state = .sizeLine([])
    }

    /// Whether the body has ended.
    var isComplete: Bool {
        if case .complete = state { true } else { false }
    }

    /// Takes the next bytes of the connection, at least one of them.
    ///
    /// - Returns: the bytes of the body among them, and the number of bytes taken, with their framing.
    mutating func bytesReceived(
        _ bytes: ArraySlice<UInt8>
    ) throws(LoopbackServer.ConnectionError) -> (data: ArraySlice<UInt8>, used: Int) {
        switch state {
        case .length(let rest):
            let data = bytes.prefix(rest)
            state = rest == data.count ? .complete : .length(rest - data.count)
            return (data, data.count)
        case .chunk(let rest):
            let data = bytes.prefix(rest)
            state = rest == data.count ? .chunkEnd([]) : .chunk(rest - data.count)
            return (data, data.count)
        case .sizeLine(let line), .chunkEnd(let line), .trailer(let line):
            return ([], try lineReceived(after: line, bytes))
        case .complete:
            return ([], 0)
        }
    }

    private mutating func lineReceived(
        after start: [UInt8], _ bytes: ArraySlice<UInt8>
    ) throws(LoopbackServer.ConnectionError) -> Int {
        let end = bytes.firstIndex(of: UInt8(ascii: "\n"))
        let taken = end.map { bytes[...$0] } ?? bytes
        let line = start + taken
        guard line.count <= Self.lineLimit else {
            throw .malformed("a line of the chunked framing is too long")
        }
        if end != nil && !line.dropLast().hasSuffix(13) {
            throw .malformed("a chunk line does not end with CR LF")
        }
        try lineReceived(line, isWhole: end != nil)
        return taken.count
    }

    private mutating func lineReceived(_ line: [UInt8], isWhole: Bool) throws(LoopbackServer.ConnectionError)
    {
        switch state {
        case .sizeLine where isWhole:
            let size = try Self.chunkSize(line.dropLast(2))
            state = size == 0 ? .trailer([]) : .chunk(size)
        case .sizeLine: state = .sizeLine(line)
        case .chunkEnd where isWhole && line.count == 2: state = .sizeLine([])
        case .chunkEnd where isWhole || line != [13]: throw .malformed("a chunk is longer than its size")
        case .chunkEnd: state = .chunkEnd(line)
        case .trailer where isWhole && line.count == 2: state = .complete
        case .trailer where isWhole:
            _ = try RequestHeadParser.field(line.dropLast(2))
            state = .trailer([])
        case .trailer: state = .trailer(line)
        case .length, .chunk, .complete: break
        }
    }

    private static func chunkSize(_ line: ArraySlice<UInt8>) throws(LoopbackServer.ConnectionError) -> Int {
        let digits = line.prefix { $0 != UInt8(ascii: ";") && $0 != 32 && $0 != 9 }
        let values = digits.compactMap(\.hexDigitValue)
        guard !digits.isEmpty, digits.count <= 15, values.count == digits.count
        else { throw .malformed("a chunk size is malformed") }
        return values.reduce(0) { $0 << 4 | Int($1) }
    }

    private static func length(_ values: [String]) throws(LoopbackServer.ConnectionError) -> Int {
        guard let first = values.first else { return 0 }
        guard values.allSatisfy({ $0 == first }), first.utf8.allSatisfy({ (48...57).contains($0) }),
            let length = Int(first)
        else { throw .malformed("Content-Length is malformed") }
        return length
    }
}

extension ArraySlice<UInt8> {
    fileprivate func hasSuffix(_ byte: UInt8) -> Bool { last == byte }
}
