/// The fields of a message: in order, with repeats, names compared without case (RFC 9110 §5).
///
///     var fields: HTTPFields = [.accept: "application/json"]
///     fields[.authorization] = "Bearer …"
///     fields[values: .setCookie]           // every line
///
/// All fields lie in one byte buffer and are scanned on demand: a message costs one allocation, however many
/// fields it has, and a lookup in the dozen fields of a usual head is a few comparisons of lengths.
public struct HTTPFields: Sendable {
    /// Entries one after another: name length and flag (4 bytes), value length (4 bytes), name, value.
    private var buffer: [UInt8] = []
    /// Where the last entry begins, for a folded line that goes on with it.
    private var lastOffset = 0
    /// The number of fields, repeats included.
    public private(set) var count = 0

    private static let prefixLength = 8
    private static let sensitiveFlag: UInt32 = 1 << 31

    /// Makes an empty list of fields.
    public init() {}

    /// The first value's text when there is one value, all values joined by `", "` when there are more (RFC 9110 §5.3).
    ///
    /// Setting replaces every field of that name by one, behind the others; setting nil removes them.
    public subscript(name: HTTPField.Name) -> String? {
        get { joinedValue(of: name) }
        set { replace(name, with: newValue) }
    }

    /// Every value of a name, in order; setting replaces them all.
    public subscript(values name: HTTPField.Name) -> [String] {
        get { matches(of: name).map { HTTPField.text(of: buffer[$0.value]) } }
        set {
            removeAll(name)
            for value in newValue { append(HTTPField(name: name, value: value)) }
        }
    }

    /// Whether there is a field of this name.
    public func contains(_ name: HTTPField.Name) -> Bool { firstMatch(of: name) != nil }

    /// Adds a field after the others, also when there is one of that name already.
    public mutating func append(_ field: HTTPField) {
        append(name: field.name.rawName.utf8, value: field.bytes, isSensitive: field.isSensitive)
    }

    /// Adds all fields of another list after the own ones.
    public mutating func append(contentsOf other: HTTPFields) {
        guard other.count > 0 else { return }
        lastOffset = buffer.count + other.lastOffset
        buffer += other.buffer
        count += other.count
    }

    /// Removes every field of a name.
    public mutating func removeAll(_ name: HTTPField.Name) {
        guard contains(name) else { return }
        removeAll { $0.name == name }
    }

    /// Removes every field for which the closure answers true.
    public mutating func removeAll(where shouldRemove: (HTTPField) -> Bool) {
        var kept = HTTPFields()
        for field in self where !shouldRemove(field) { kept.append(field) }
        self = kept
    }

    /// Sets every field of the other list, each replacing those of its name here.
    public mutating func merge(_ other: HTTPFields) {
        guard other.count > 0 else { return }
        removeAll { other.contains($0.name) }
        append(contentsOf: other)
    }

    private mutating func replace(_ name: HTTPField.Name, with value: String?) {
        removeAll(name)
        if let value { append(HTTPField(name: name, value: value)) }
    }
}

/// The byte buffer.
extension HTTPFields {
    /// Where one field lies in the buffer.
    struct Entry {
        var name: Range<Int>
        var value: Range<Int>
        var isSensitive: Bool
    }

    /// Makes room for fields of about so many bytes in all.
    package mutating func reserveCapacity(bytes: Int) {
        buffer.reserveCapacity(bytes)
    }

    package mutating func append(
        name: some Collection<UInt8>, value: some Collection<UInt8>, isSensitive: Bool = false
    ) {
        appendLengths(name: name.count, value: value.count, isSensitive: isSensitive)
        buffer.append(contentsOf: name)
        buffer.append(contentsOf: value)
    }

    private mutating func appendLengths(name: Int, value: Int, isSensitive: Bool) {
        lastOffset = buffer.count
        count += 1
        let nameLength = UInt32(truncatingIfNeeded: name) | (isSensitive ? Self.sensitiveFlag : 0)
        let lengths = (nameLength.littleEndian, UInt32(truncatingIfNeeded: value).littleEndian)
        unsafe withUnsafeBytes(of: lengths) { unsafe buffer.append(contentsOf: $0) }
    }

    /// Adds a received field line, `name: value` without its line end, or the continuation of the one before.
    ///
    /// An obsolete folded line is joined by one space (RFC 9112 §5.2). Returns false for a line with no colon, with an
    /// empty name, or with white space between name and colon.
    package mutating func append(line: ArraySlice<UInt8>) -> Bool {
        unsafe line.withUnsafeBytes { unsafe append(line: $0) }
    }

    /// The same for bytes at an address: every answer's head comes this way.
    package mutating func append(line: UnsafeRawBufferPointer) -> Bool {
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
        unsafe buffer.append(contentsOf: UnsafeRawBufferPointer(rebasing: line[..<colon]))
        unsafe buffer.append(contentsOf: UnsafeRawBufferPointer(rebasing: line[start..<end]))
        return true
    }

    private mutating func appendFolded(_ line: ArraySlice<UInt8>) -> Bool {
        guard count > 0 else { return false }
        let continuation = line.trimmingOptionalWhitespace()
        guard !continuation.isEmpty else { return true }
        let last = entry(at: lastOffset)
        if !last.value.isEmpty { buffer.append(UInt8(ascii: " ")) }
        buffer.append(contentsOf: continuation)
        let valueLength = UInt32(truncatingIfNeeded: buffer.count - last.value.lowerBound)
        setLength(valueLength, at: lastOffset + 4)
        return true
    }

    private mutating func setLength(_ length: UInt32, at offset: Int) {
        for place in 0..<4 { buffer[offset + place] = UInt8(truncatingIfNeeded: length >> (8 * place)) }
    }

    private func length(at offset: Int) -> UInt32 {
        UInt32(buffer[offset]) | UInt32(buffer[offset + 1]) << 8 | UInt32(buffer[offset + 2]) << 16
            | UInt32(buffer[offset + 3]) << 24
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

    /// The entries in order; a type of its own, since the standard library's `sequence` allocates its closure.
    private struct Entries: Sequence, IteratorProtocol {
        let fields: HTTPFields
        var offset = 0

        mutating func next() -> Entry? {
            guard offset < fields.buffer.count else { return nil }
            let entry = fields.entry(at: offset)
            offset = entry.value.upperBound
            return entry
        }
    }

    private var entries: Entries { Entries(fields: self) }

    private func isMatch(_ entry: Entry, _ name: HTTPField.Name) -> Bool {
        let bytes = name.rawName.utf8
        guard entry.name.count == bytes.count else { return false }
        // By index: a slice would be retained and released for every entry.
        var offset = entry.name.lowerBound
        for byte in bytes {
            let own = buffer[offset]
            guard own == byte || own.asciiLowercased == byte.asciiLowercased else { return false }
            offset += 1
        }
        return true
    }

    func count(of name: HTTPField.Name) -> Int {
        var count = 0
        for entry in entries where isMatch(entry, name) { count += 1 }
        return count
    }

    /// Whether the other list has the same bytes, which is quicker to say than whether its fields are equal.
    package func isIdentical(to other: HTTPFields) -> Bool { buffer == other.buffer }

    private func matches(of name: HTTPField.Name) -> [Entry] { entries.filter { isMatch($0, name) } }

    private func firstMatch(of name: HTTPField.Name) -> Entry? { entries.first { isMatch($0, name) } }

    private func joinedValue(of name: HTTPField.Name) -> String? {
        var joined: String?
        for entry in entries where isMatch(entry, name) {
            let value = HTTPField.text(of: buffer[entry.value])
            joined = joined.map { "\($0), \(value)" } ?? value
        }
        return joined
    }

    /// The bytes of each value of a name, without making a string of them.
    func forEachValue(of name: HTTPField.Name, _ body: (ArraySlice<UInt8>) -> Void) {
        for entry in entries where isMatch(entry, name) { body(buffer[entry.value]) }
    }

    /// The bytes of each field's name and value, without making a string of them.
    package func forEachField(_ body: (_ name: ArraySlice<UInt8>, _ value: ArraySlice<UInt8>) -> Void) {
        for entry in entries { body(buffer[entry.name], buffer[entry.value]) }
    }

    fileprivate func field(of entry: Entry) -> HTTPField {
        let name = HTTPField.Name(HTTPField.text(of: buffer[entry.name]))
        return HTTPField(name: name, bytes: Array(buffer[entry.value]), isSensitive: entry.isSensitive)
    }

    fileprivate var endOffset: Int { buffer.count }
}

extension HTTPFields: Collection {
    /// A place in the list.
    public struct Index: Sendable, Comparable {
        fileprivate var offset: Int

        /// Whether the left place comes first.
        public static func < (left: Self, right: Self) -> Bool { left.offset < right.offset }
    }

    /// The place of the first field.
    public var startIndex: Index { Index(offset: 0) }

    /// The place behind the last field.
    public var endIndex: Index { Index(offset: endOffset) }

    /// The place behind a place.
    public func index(after index: Index) -> Index { Index(offset: entry(at: index.offset).value.upperBound) }

    /// The field at a place.
    public subscript(position: Index) -> HTTPField { field(of: entry(at: position.offset)) }
}

extension HTTPFields: Hashable {
    /// Whether both have equal fields in the same order.
    public static func == (left: Self, right: Self) -> Bool { left.elementsEqual(right) }

    /// Hashes every field.
    public func hash(into hasher: inout Hasher) {
        for field in self { hasher.combine(field) }
    }
}

extension HTTPFields: ExpressibleByDictionaryLiteral, CustomStringConvertible {
    /// Makes fields from names and values, repeats kept.
    public init(dictionaryLiteral elements: (HTTPField.Name, String)...) {
        for (name, value) in elements { append(HTTPField(name: name, value: value)) }
    }

    /// One field a line, secrets redacted.
    public var description: String { map(\.description).joined(separator: "\n") }

    /// The same fields with `<redacted>` in place of each secret and of what may be one in a URL.
    var redacted: HTTPFields {
        var fields = HTTPFields()
        for field in self { fields.append(field.redacted) }
        return fields
    }
}
