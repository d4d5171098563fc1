/// Splits bytes into lines, however they are divided into chunks.
///
/// A line ends with LF, CR LF or a bare CR (WHATWG HTML §9.2.5), and the last line ends with the bytes. A byte order
/// mark at the very start is dropped.
struct LineSplitter: Sendable {
    /// The most bytes of a line, without its ending.
    let limit: Int
    /// The start of a line that is not complete.
    private var partial: [UInt8] = []
    private var chunk: ArraySlice<UInt8> = []
    /// The last line ended with CR: an LF that follows belongs to it.
    private var skipsLineFeed = false
    private var isFirst = true

    init(limit: Int) {
        self.limit = limit
    }

    /// Takes the next bytes, once `next` has returned nil.
    mutating func append(_ bytes: some Sequence<UInt8>) {
        chunk = Array(bytes)[...]
    }

    /// The next complete line; nil if more bytes are needed; throws `.bodyTooLarge`.
    mutating func next() throws(NetworkError) -> [UInt8]? {
        if skipsLineFeed, let first = chunk.first {
            skipsLineFeed = false
            if first == UInt8(ascii: "\n") { chunk.removeFirst() }
        }
        guard let end = chunk.firstIndex(where: Self.isEnd) else {
            try extend(with: chunk)
            chunk = []
            return nil
        }
        try extend(with: chunk[..<end])
        skipsLineFeed = chunk[end] == UInt8(ascii: "\r")
        chunk = chunk[(end + 1)...]
        return take()
    }

    /// The text after the last line ending, once all bytes have arrived; nil if there is none.
    mutating func last() -> [UInt8]? {
        let line = take()
        return line.isEmpty ? nil : line
    }

    private mutating func extend(with bytes: ArraySlice<UInt8>) throws(NetworkError) {
        guard partial.count + bytes.count <= limit else {
            throw NetworkError(.bodyTooLarge, "a line has more than \(limit) bytes")
        }
        partial += bytes
    }

    private mutating func take() -> [UInt8] {
        defer { (partial, isFirst) = ([], false) }
        return isFirst && partial.starts(with: Self.byteOrderMark) ? Array(partial.dropFirst(3)) : partial
    }

    private static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

    private static func isEnd(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r")
    }
}
