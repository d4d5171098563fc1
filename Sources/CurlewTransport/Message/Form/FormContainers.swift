/// Encodes the members of an object.
struct FormKeyedContainer<Key: CodingKey>: KeyedEncodingContainerProtocol {
    let encoder: FormEncoder
    var codingPath: [any CodingKey] { encoder.codingPath }

    func encodeNil(forKey key: Key) {}

    func encode<Value: Encodable>(_ value: Value, forKey key: Key) throws {
        try encoder.member(key).encode(value)
    }

    // Without these the standard library's own would refuse both types.
    func encode(_ value: Int128, forKey key: Key) throws { try encoder.member(key).encode(value) }
    func encode(_ value: UInt128, forKey key: Key) throws { try encoder.member(key).encode(value) }

    func nestedContainer<Nested: CodingKey>(
        keyedBy type: Nested.Type, forKey key: Key
    ) -> KeyedEncodingContainer<Nested> {
        encoder.object(keyedBy: type, in: key)
    }

    func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
        encoder.member(key).unkeyedContainer()
    }

    func superEncoder() -> any Encoder { encoder.member(FormKey(stringValue: "super")) }

    func superEncoder(forKey key: Key) -> any Encoder { encoder.member(key) }
}

/// Encodes the elements of an array.
struct FormUnkeyedContainer: UnkeyedEncodingContainer {
    let encoder: FormEncoder
    private(set) var count = 0
    var codingPath: [any CodingKey] { encoder.codingPath }

    init(encoder: FormEncoder) {
        self.encoder = encoder
    }

    mutating func encodeNil() { count += 1 }

    mutating func encode<Value: Encodable>(_ value: Value) throws { try element().encode(value) }

    // Without these the standard library's own would refuse both types.
    mutating func encode(_ value: Int128) throws { try element().encode(value) }
    mutating func encode(_ value: UInt128) throws { try element().encode(value) }

    mutating func nestedContainer<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        element().container(keyedBy: type)
    }

    mutating func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { element().unkeyedContainer() }

    mutating func superEncoder() -> any Encoder { element() }

    private mutating func element() -> FormEncoder {
        defer { count += 1 }
        return encoder.element(count)
    }
}

/// A key that no type declares: an index, or the key of a dictionary.
struct FormKey: CodingKey {
    let stringValue: String
    let intValue: Int?

    init(_ index: Int) {
        stringValue = "\(index)"
        intValue = index
    }

    init(stringValue: String) {
        self.stringValue = stringValue
        intValue = nil
    }

    init(intValue: Int) {
        self.init(intValue)
    }

    init(_ key: any CodingKey) {
        (stringValue, intValue) = (key.stringValue, key.intValue)
    }

    /// Numbers in their order, before texts.
    func precedes(_ other: FormKey) -> Bool {
        (intValue ?? .max, stringValue) < (other.intValue ?? .max, other.stringValue)
    }
}
