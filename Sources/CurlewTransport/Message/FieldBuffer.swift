/// The bytes of all fields in one buffer, scanned on demand.
struct FieldBuffer: Sendable {
    /// Entries one after another: name length and flag (4 bytes), value length (4 bytes), name, value.
    private(set) var bytes: [UInt8] = []
    /// Where the last entry begins, for a folded line that continues it.
    private var lastOffset = 0
    /// The number of entries.
    private(set) var count = 0
    /// A bit for each length of a name, the last one for all from 63: most lookups are for missing names and end
    /// here.
    private var nameLengths: UInt64 = 0

    private static let prefixLength = 8
    private static let sensitiveFlag: UInt32 = 1 << 31

    /// The byte ranges of one field.
    struct Entry {
        var name: Range<Int>
        var value: Range<Int>
        var isSensitive: Bool
    }

    mutating func reserveCapacity(_ count: Int) {
        bytes.reserveCapacity(count)
    }

    mutating func append(name: some Collection<UInt8>, value: some Collection<UInt8>, isSensitive: Bool) {
        let prefix = noteEntry(name: name.count, value: value.count, isSensitive: isSensitive)
        unsafe withUnsafeBytes(of: prefix) { unsafe bytes.append(contentsOf: $0) }
        bytes.append(contentsOf: name)
        bytes.append(contentsOf: value)
    }

    mutating func append(contentsOf other: FieldBuffer) {
        guard other.count > 0 else { return }
        lastOffset = bytes.count + other.lastOffset
        bytes += other.bytes
        count += other.count
        nameLengths |= other.nameLengths
    }

    /// Registers the entry that follows; returns the lengths that it begins with.
    private mutating func noteEntry(name: Int, value: Int, isSensitive: Bool) -> (name: UInt32, value: UInt32)
    {
        lastOffset = bytes.count
        count += 1
        nameLengths |= Self.bit(ofLength: name)
        let nameLength = UInt32(truncatingIfNeeded: name) | (isSensitive ? Self.sensitiveFlag : 0)
        return (nameLength.littleEndian, UInt32(truncatingIfNeeded: value).littleEndian)
    }

    private static func bit(ofLength length: Int) -> UInt64 { 1 << UInt64(Swift.min(length, 63)) }

    /// Adds a received field line, or the continuation of the last one; returns false for an invalid line.
    mutating func append(line: UnsafeRawBufferPointer) -> Bool {
        guard let first = unsafe line.first else { return false }
        if first.isOptionalWhitespace { return appendFolded(unsafe ArraySlice(line)) }
        var colon = 0
        while colon < line.count, unsafe line[colon] != UInt8(ascii: ":") { colon += 1 }
        guard colon > 0, colon < line.count, unsafe !line[colon - 1].isOptionalWhitespace else {
            return false
        }
        var start = colon + 1
        var end = line.count
        while start < end, unsafe line[start].isOptionalWhitespace { start += 1 }
        while start < end, unsafe line[end - 1].isOptionalWhitespace { end -= 1 }
        unsafe append(
            name: UnsafeRawBufferPointer(rebasing: line[..<colon]),
            value: UnsafeRawBufferPointer(rebasing: line[start..<end]))
        return true
    }

    /// Appends once: growing the array costs more than copying a few bytes twice.
    private mutating func append(name: UnsafeRawBufferPointer, value: UnsafeRawBufferPointer) {
        let prefix = noteEntry(name: name.count, value: value.count, isSensitive: false)
        let valueStart = Self.prefixLength + name.count
        unsafe withUnsafeTemporaryAllocation(byteCount: valueStart + value.count, alignment: 4) { entry in
            unsafe entry.storeBytes(of: prefix.name, as: UInt32.self)
            unsafe entry.storeBytes(of: prefix.value, toByteOffset: 4, as: UInt32.self)
            unsafe UnsafeMutableRawBufferPointer(rebasing: entry[Self.prefixLength...]).copyMemory(from: name)
            unsafe UnsafeMutableRawBufferPointer(rebasing: entry[valueStart...]).copyMemory(from: value)
            unsafe bytes.append(contentsOf: entry)
        }
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
        unsafe bytes.withUnsafeBytes { bytes in
            precondition(offset + 4 <= bytes.count)
            return unsafe UInt32(
                littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt32.self))
        }
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
    /// Iterates over the entries; a type of its own, since the standard library's `sequence` allocates its closure.
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
}

// Lookups by name, ignoring case.
extension FieldBuffer {
    /// The first entry of a name at or after an offset, which must be an entry's start.
    func entry(named name: HTTPField.Name, from start: Int = 0) -> Entry? {
        let length = name.rawName.utf8.count
        guard nameLengths & Self.bit(ofLength: length) != 0 else { return nil }
        var offset = start
        while offset < bytes.count {
            let entry = entry(at: offset)
            if entry.name.count == length, hasName(entry, name) { return entry }
            offset = entry.value.upperBound
        }
        return nil
    }

    func forEachEntry(named name: HTTPField.Name, _ body: (Entry) -> Void) {
        var next = entry(named: name)
        while let entry = next {
            body(entry)
            next = self.entry(named: name, from: entry.value.upperBound)
        }
    }

    /// Whether the last entry has this name.
    func isLast(_ name: HTTPField.Name) -> Bool {
        guard count > 0 else { return false }
        let last = entry(at: lastOffset)
        return last.name.count == name.rawName.utf8.count && hasName(last, name)
    }

    /// Whether an entry has this name, which must have the same length.
    private func hasName(_ entry: Entry, _ name: HTTPField.Name) -> Bool {
        var text = name.rawName
        return text.withUTF8 { name in
            // By index: a slice would be retained and released for every entry.
            let start = entry.name.lowerBound
            return name.indices.allSatisfy { place in
                let (own, other) = unsafe (bytes[start + place], name[place])
                return own == other || own.asciiLowercased == other.asciiLowercased
            }
        }
    }
}
