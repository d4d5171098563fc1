/// The fields of a message: in order, with repeats, names compared ignoring case (RFC 9110 §5).
///
///     var fields: HTTPFields = [.accept: "application/json"]
///     fields[.authorization] = "Bearer …"
///     fields[values: .setCookie]           // every line
///
/// All fields share one byte buffer that is scanned on demand: a message costs one allocation for any number of
/// fields, and a lookup in the dozen fields of a typical head is a few comparisons of lengths.
public struct HTTPFields: Sendable {
    private var buffer = FieldBuffer()

    /// The number of fields, repeats included.
    public var count: Int { buffer.count }

    /// Makes an empty list of fields.
    public init() {}

    /// The value as text; the values of several fields are joined by `", "` (RFC 9110 §5.3).
    ///
    /// Setting replaces all fields of that name with one at the end; setting nil removes them.
    public subscript(name: HTTPField.Name) -> String? {
        get { joinedValue(of: name) }
        set { replace(name, with: newValue) }
    }

    /// Every value of a name, in order; setting replaces them all.
    public subscript(values name: HTTPField.Name) -> [String] {
        get {
            var values: [String] = []
            buffer.forEachEntry(named: name) { values.append(text(of: $0.value)) }
            return values
        }
        set {
            removeAll(name)
            for value in newValue { append(HTTPField(name: name, value: value)) }
        }
    }

    /// The value's bytes as they were received or will be sent; those of several fields are joined by `", "`.
    public subscript(bytes name: HTTPField.Name) -> [UInt8]? {
        var joined: [UInt8]?
        buffer.forEachEntry(named: name) { entry in
            let value = buffer.bytes[entry.value]
            joined = joined.map { $0 + ", ".utf8 + value } ?? Array(value)
        }
        return joined
    }

    /// The name and the value of each field, in order, secrets included.
    ///
    ///     for (name, value) in response.fields.pairs { print(name, value) }
    public var pairs: some Sequence<(name: HTTPField.Name, value: String)> {
        lazy.map { ($0.name, $0.value) }
    }

    /// Whether there is a field of this name.
    public func contains(_ name: HTTPField.Name) -> Bool { buffer.entry(named: name) != nil }

    /// Adds a field after the others, even if the name exists.
    public mutating func append(_ field: HTTPField) {
        append(name: field.name.rawName.utf8, value: field.bytes, isSensitive: field.isSensitive)
    }

    /// Adds all fields of another list at the end.
    public mutating func append(contentsOf other: HTTPFields) {
        buffer.append(contentsOf: other.buffer)
    }

    /// Removes every field of a name.
    public mutating func removeAll(_ name: HTTPField.Name) {
        guard contains(name) else { return }
        removeAll { $0.name == name }
    }

    /// Removes every field for which the closure returns true.
    public mutating func removeAll(where shouldRemove: (HTTPField) -> Bool) {
        var kept = HTTPFields()
        for field in self where !shouldRemove(field) { kept.append(field) }
        self = kept
    }

    /// Adds every field of the other list; they replace fields of the same name.
    public mutating func merge(_ other: HTTPFields) {
        guard other.count > 0 else { return }
        removeAll { other.contains($0.name) }
        append(contentsOf: other)
    }

    private mutating func replace(_ name: HTTPField.Name, with value: String?) {
        removeAll(name)
        if let value { append(HTTPField(name: name, value: value)) }
    }

    private func joinedValue(of name: HTTPField.Name) -> String? {
        var joined: String?
        buffer.forEachEntry(named: name) { entry in
            let value = text(of: entry.value)
            joined = joined.map { "\($0), \(value)" } ?? value
        }
        return joined
    }

    private func text(of range: Range<Int>) -> String { HTTPField.text(of: buffer.bytes[range]) }
}

// Access to the bytes, without making strings.
extension HTTPFields {
    /// Reserves room for fields of about this size in total.
    package mutating func reserveCapacity(bytes: Int) {
        buffer.reserveCapacity(bytes)
    }

    package mutating func append(
        name: some Collection<UInt8>, value: some Collection<UInt8>, isSensitive: Bool = false
    ) {
        buffer.append(name: name, value: value, isSensitive: isSensitive)
    }

    /// Adds a received field line, `name: value` without its line ending, or the continuation of the last one.
    ///
    /// An obsolete folded line is joined by one space (RFC 9112 §5.2). Returns false for a line with no colon, with an
    /// empty name, or with white space between name and colon.
    package mutating func append(line: ArraySlice<UInt8>) -> Bool {
        unsafe line.withUnsafeBytes { unsafe append(line: $0) }
    }

    /// Adds a line from raw bytes, as every response's head arrives.
    package mutating func append(line: UnsafeRawBufferPointer) -> Bool { unsafe buffer.append(line: line) }

    /// Whether the last field has this name.
    package func isLast(_ name: HTTPField.Name) -> Bool { buffer.isLast(name) }

    /// The bytes of all names and values, plus eight for each field, which is more than its line adds.
    var byteCount: Int { buffer.bytes.count }

    func count(of name: HTTPField.Name) -> Int {
        var count = 0
        buffer.forEachEntry(named: name) { _ in count += 1 }
        return count
    }

    /// Whether the other list has the same bytes, which is faster than comparing fields.
    package func isIdentical(to other: HTTPFields) -> Bool { buffer.bytes == other.buffer.bytes }

    /// The bytes of each value of a name.
    package func forEachValue(of name: HTTPField.Name, _ body: (ArraySlice<UInt8>) -> Void) {
        buffer.forEachEntry(named: name) { body(buffer.bytes[$0.value]) }
    }

    /// The bytes of each field's name and value.
    package func forEachField(_ body: (_ name: ArraySlice<UInt8>, _ value: ArraySlice<UInt8>) -> Void) {
        for entry in buffer { body(buffer.bytes[entry.name], buffer.bytes[entry.value]) }
    }
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

    /// The place after the last field.
    public var endIndex: Index { Index(offset: buffer.bytes.count) }

    /// The place after a place.
    public func index(after index: Index) -> Index {
        Index(offset: buffer.entry(at: index.offset).value.upperBound)
    }

    /// The field at a place.
    public subscript(position: Index) -> HTTPField {
        let entry = buffer.entry(at: position.offset)
        let name = HTTPField.Name(text(of: entry.name))
        return HTTPField(name: name, bytes: Array(buffer.bytes[entry.value]), isSensitive: entry.isSensitive)
    }
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
    package var redacted: HTTPFields {
        var fields = HTTPFields()
        for field in self { fields.append(field.redacted) }
        return fields
    }
}
