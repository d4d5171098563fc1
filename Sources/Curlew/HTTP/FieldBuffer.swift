/// The bytes of fields, one after another, which are scanned on demand.
struct FieldBuffer: Sendable {
    /// Entries one after another: name length and flag (4 bytes), value length (4 bytes), name, value.
    private(set) var bytes: [UInt8] = []
    /// Where the last entry begins, for a folded line that goes on with it.
    private var lastOffset = 0
    /// The number of entries.
    private(set) var count = 0

    private static let prefixLength = 8
    private static let sensitiveFlag: UInt32 = 1 << 31

    /// Where one field lies.
    struct Entry {
        var name: Range<Int>
        var value: Range<Int>
        var isSensitive: Bool
    }

    mutating func reserveCapacity(_ count: Int) {
        bytes.reserveCapacity(count)
    }

    mutating func append(name: some Collection<UInt8>, value: some Collection<UInt8>, isSensitive: Bool) {
        appendLengths(name: name.count, value: value.count, isSensitive: isSensitive)
        bytes.append(contentsOf: name)
        bytes.append(contentsOf: value)
    }

    mutating func append(contentsOf other: FieldBuffer) {
        guard other.count > 0 else { return }
        lastOffset = bytes.count + other.lastOffset
        bytes += other.bytes
        count += other.count
    }

    private mutating func appendLengths(name: Int, value: Int, isSensitive: Bool) {
        lastOffset = bytes.count
        count += 1
        let nameLength = UInt32(truncatingIfNeeded: name) | (isSensitive ? Self.sensitiveFlag : 0)
        let lengths = (nameLength.littleEndian, UInt32(truncatingIfNeeded: value).littleEndian)
        unsafe withUnsafeBytes(of: lengths) { unsafe bytes.append(contentsOf: $0) }
    }

    /// Adds a received field line, or the continuation of the one before; false for one that is none.
    mutating func append(line: UnsafeRawBufferPointer) -> Bool {
        guard let first = unsafe line.first else { return false }
        if first.isOptionalWhitespace { return appendFolded(unsafe ArraySlice(line)) }
        guard let colon = unsafe line.firstIndex(of: UInt8(ascii: ":")), colon > 0,
            unsafe !line[colon - 1].isOptionalWhitespace
        else { return false }
        var start = colon + 1
        var end = line.count
        while start < end, unsafe line[start].isOptionalWhitespace { start += 1 }
        while start < end, unsafe line[end - 1].isOptionalWhitespace { end -= 1 }
        appendLengths(name: colon, value: end - start, isSensitive: false)
        unsafe bytes.append(contentsOf: UnsafeRawBufferPointer(rebasing: line[..<colon]))
        unsafe bytes.append(contentsOf: UnsafeRawBufferPointer(rebasing: line[start..<end]))
        return true
    }

    private mutating func appendFolded(_ line: ArraySlice<UInt8>) -> Bool {
        guard count > 0 else { return false }
        let continuation = line.trimmingOptionalWhitespace()
        guard !continuation.isEmpty else { return true }
        let last = entry(at: lastOffset)
        if !last.value.isEmpty { bytes.append(UInt8(ascii: " ")) }
        bytes.append(contentsOf: continuation)
        let valueLength = UInt32(truncatingIfNeeded: bytes.count - last.value.lowerBound)
        setLength(valueLength, at: lastOffset + 4)
        return true
    }

    private mutating func setLength(_ length: UInt32, at offset: Int) {
        for place in 0..<4 { bytes[offset + place] = UInt8(truncatingIfNeeded: length >> (8 * place)) }
    }

    private func length(at offset: Int) -> UInt32 {
        UInt32(bytes[offset]) | UInt32(bytes[offset + 1]) << 8 | UInt32(bytes[offset + 2]) << 16
            | UInt32(bytes[offset + 3]) << 24
    }

    func entry(at offset: Int) -> Entry {
        let prefix = length(at: offset)
        let nameStart = offset + Self.prefixLength
        let valueStart = nameStart + Int(prefix & ~Self.sensitiveFlag)
        let end = valueStart + Int(length(at: offset + 4))
        return Entry(
            name: nameStart..<valueStart, value: valueStart..<end,
            isSensitive: prefix & Self.sensitiveFlag != 0)
    }
}

extension FieldBuffer: Sequence {
    /// Goes over the entries; a type of its own, since the standard library's `sequence` allocates its closure.
    struct Iterator: IteratorProtocol {
        fileprivate let buffer: FieldBuffer
        private var offset = 0

        fileprivate init(_ buffer: FieldBuffer) {
            self.buffer = buffer
        }

        mutating func next() -> Entry? {
            guard offset < buffer.bytes.count else { return nil }
            let entry = buffer.entry(at: offset)
            offset = entry.value.upperBound
            return entry
        }
    }

    func makeIterator() -> Iterator { Iterator(self) }

    /// Whether an entry has this name, compared without case.
    func isMatch(_ entry: Entry, _ name: HTTPField.Name) -> Bool {
        let nameBytes = name.rawName.utf8
        guard entry.name.count == nameBytes.count else { return false }
        // By index: a slice would be retained and released for every entry.
        var offset = entry.name.lowerBound
        for byte in nameBytes {
            let own = bytes[offset]
            guard own == byte || own.asciiLowercased == byte.asciiLowercased else { return false }
            offset += 1
        }
        return true
    }
}
