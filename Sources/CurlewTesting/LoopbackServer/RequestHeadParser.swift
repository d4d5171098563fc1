import CurlewTransport

/// Finds the end of a request head and parses it strictly (RFC 9112 §2 to §5): what a client must not send is refused.
struct RequestHeadParser {
    /// The largest head accepted, in bytes.
    static let headLimit = 256 << 10

    private var head: [UInt8] = []
    private var lineLength = 0
    private var skippedEmptyLine = false

    /// Whether no byte of a head has arrived yet.
    var isEmpty: Bool { head.isEmpty }

    /// Takes the bytes that belong to the head.
    ///
    /// - Returns: the request once its head is complete, and the number of bytes taken.
    /// - Throws: the first problem of the head.
    mutating func bytesReceived(
        _ bytes: ArraySlice<UInt8>
    ) throws(LoopbackServer.ConnectionError) -> (request: LoopbackServer.ReceivedRequest?, used: Int) {
        var start = bytes.startIndex
        while let end = bytes[start...].firstIndex(of: UInt8(ascii: "\n")) {
            try append(bytes[start...end])
            let isLastLine =
                lineLength == 1 || (lineLength == 2 && head[head.count - 2] == UInt8(ascii: "\r"))
            lineLength = 0
            start = end + 1
            guard isLastLine else { continue }
            guard head.count <= 2, !skippedEmptyLine else {
                defer { self = RequestHeadParser() }
                return (try Self.parse(head), start - bytes.startIndex)
            }
            // One empty line before a request is tolerated (RFC 9112 §2.2).
            skippedEmptyLine = true
            head.removeAll(keepingCapacity: true)
        }
        try append(bytes[start...])
        return (nil, bytes.count)
    }

    private mutating func append(_ bytes: ArraySlice<UInt8>) throws(LoopbackServer.ConnectionError) {
        head += bytes
        lineLength += bytes.count
        if head.count > Self.headLimit { throw .malformed("the head is too large", status: 431) }
    }
}

// The lines.
extension RequestHeadParser {
    private static func parse(
        _ head: [UInt8]
    ) throws(LoopbackServer.ConnectionError) -> LoopbackServer.ReceivedRequest {
        var lines = head[...]
        let requestLine = try nextLine(&lines)
        var fields: [LoopbackServer.Field] = []
        while true {
            let line = try nextLine(&lines)
            if line.isEmpty { break }
            fields.append(try field(line))
        }
        return try request(requestLine, fields: fields, head: head)
    }

    private static func nextLine(
        _ lines: inout ArraySlice<UInt8>
    ) throws(LoopbackServer.ConnectionError) -> ArraySlice<UInt8> {
        guard let end = lines.firstIndex(of: UInt8(ascii: "\n")), end > lines.startIndex,
            lines[end - 1] == UInt8(ascii: "\r")
        else { throw .malformed("a line does not end with CR LF") }
        let line = lines[lines.startIndex..<(end - 1)]
        lines = lines[(end + 1)...]
        return line
    }

    private static func request(
        _ line: ArraySlice<UInt8>, fields: [LoopbackServer.Field], head: [UInt8]
    ) throws(LoopbackServer.ConnectionError) -> LoopbackServer.ReceivedRequest {
        let parts = line.split(separator: UInt8(ascii: " "), omittingEmptySubsequences: false)
        guard parts.count == 3, isToken(parts[0]), !parts[1].isEmpty,
            parts[1].allSatisfy({ $0 > 32 && $0 != 127 })
        else { throw .malformed("the request line is malformed") }
        guard parts[2].count == 8, parts[2].starts(with: "HTTP/1.".utf8), let minor = parts[2].last,
            minor == UInt8(ascii: "0") || minor == UInt8(ascii: "1")
        else { throw .malformed("the version is not HTTP/1.0 or HTTP/1.1", status: 505) }
        let request = LoopbackServer.ReceivedRequest(
            method: String(decoding: parts[0], as: UTF8.self),
            target: String(decoding: parts[1], as: UTF8.self),
            minorVersion: Int(minor - UInt8(ascii: "0")), fields: fields, head: head)
        let hostCount = request.values(of: "Host").count
        guard hostCount == 1 || (hostCount == 0 && request.minorVersion == 0)
        else { throw .malformed("a request needs exactly one Host field") }
        return request
    }

    /// One field line without its line end; a folded line or a blank before the colon is refused (RFC 9112 §5).
    static func field(_ line: ArraySlice<UInt8>) throws(LoopbackServer.ConnectionError)
        -> LoopbackServer.Field
    {
        guard let colon = line.firstIndex(of: UInt8(ascii: ":")), isToken(line[..<colon])
        else { throw .malformed("a field name is malformed") }
        let value = line[(colon + 1)...]
        guard value.allSatisfy({ $0 == 9 || ($0 >= 32 && $0 != 127) })
        else { throw .malformed("a field value holds a control character") }
        return LoopbackServer.Field(
            String(decoding: line[..<colon], as: UTF8.self),
            String(String(decoding: value, as: UTF8.self).trimmingBlanks))
    }

    private static func isToken(_ bytes: ArraySlice<UInt8>) -> Bool {
        !bytes.isEmpty && bytes.allSatisfy { tokenBytes[Int($0)] }
    }

    private static let tokenBytes: [Bool] = {
        let marks = Set("!#$%&'*+-.^_`|~".utf8)
        return (0...255).map { (byte: UInt8) in
            marks.contains(byte) || (48...57).contains(byte) || (97...122).contains(byte.asciiLowercased)
        }
    }()
}
