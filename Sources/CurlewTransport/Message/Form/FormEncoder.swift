/// One item of a query or form; several values are joined with commas.
package struct FormItem: Equatable {
    let name: String
    var values: [String]
}

extension [FormItem] {
    /// The items in one text, each name and value encoded.
    package func text(encodedBy encode: (String) -> String) -> String {
        map { item in "\(encode(item.name))=\(item.values.map(encode).joined(separator: ","))" }
            .joined(separator: "&")
    }
}

/// Encodes a value as items: each scalar is one, named by the path to it.
package struct FormEncoder: Encoder {
    /// The position of a value.
    enum Place {
        case top
        case member(name: String)
        case element(index: Int, array: String)
    }

    let style: FormStyle
    private let items: FormItems
    private let place: Place
    package let codingPath: [any CodingKey]
    package var userInfo: [CodingUserInfoKey: Any] { [:] }

    /// The items of a value.
    ///
    /// Throws `EncodingError` for a value without names, such as a number or an array, for a number that is not finite,
    /// for a value that encodes nothing, such as a case of an enumeration without raw values, and any error of the
    /// value's own.
    package static func items(of value: some Encodable, style: FormStyle) throws -> [FormItem] {
        let items = FormItems()
        let encoder = FormEncoder(style: style, items: items, place: .top, codingPath: [])
        try encoder.encode(value)
        guard !items.lackName else { throw encoder.error(value, .noName) }
        return items.all
    }

    /// The prefix of the members' names; empty at the top.
    private var name: String {
        switch place {
        case .top: ""
        case .member(let name): name
        case .element(let index, let array): style.name(of: "\(index)", in: array)
        }
    }

    /// The encoder of a member; the key of a dictionary is not restyled.
    func member(_ key: some CodingKey, isSpelled: Bool = false) -> FormEncoder {
        let member = isSpelled ? key.stringValue : style.spelling(of: key.stringValue)
        return at(.member(name: style.name(of: member, in: name)), key)
    }

    /// The encoder of an element of the value.
    func element(_ index: Int) -> FormEncoder { at(.element(index: index, array: name), FormKey(index)) }

    private func at(_ place: Place, _ key: some CodingKey) -> FormEncoder {
        FormEncoder(style: style, items: items, place: place, codingPath: codingPath + [key])
    }

    package func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        items.counts.containers += 1
        return KeyedEncodingContainer(FormKeyedContainer(encoder: self))
    }

    /// The container of a member that is an object: the payload of a case, if the value is an enumeration.
    func object<Key: CodingKey>(keyedBy type: Key.Type, in member: some CodingKey) -> KeyedEncodingContainer<
        Key
    > {
        items.counts.memberObjects += 1
        return self.member(member).container(keyedBy: type)
    }

    package func unkeyedContainer() -> any UnkeyedEncodingContainer {
        items.counts.containers += 1
        if case .top = place { items.lackName = true }
        return FormUnkeyedContainer(encoder: self)
    }

    package func singleValueContainer() -> any SingleValueEncodingContainer { self }
}

extension FormEncoder: SingleValueEncodingContainer {
    package func encodeNil() { items.counts.nils += 1 }

    // Without these the standard library's own would refuse both types.
    package func encode(_ value: Int128) throws { write(value.queryText) }
    package func encode(_ value: UInt128) throws { write(value.queryText) }

    package func encode<Value: Encodable>(_ value: Value) throws {
        guard FormStyle.isFinite(value) else { throw error(value, .notFinite) }
        if let text = style.text(of: value) {
            write(text)
        } else if let dictionary = value as? any NameKeyed {
            try dictionary.encodeMembers(to: self)
        } else {
            try encodeItself(value)
        }
    }

    /// Has the value encode itself, and refuses one that would vanish.
    private func encodeItself(_ value: some Encodable) throws {
        let before = items.counts
        try value.encode(to: self)
        let after = items.counts
        guard after != before else { throw error(value, .nothing) }
        // The compiler encodes a case without a raw value as an object in a member, which here has no items.
        if after.values == before.values, after.memberObjects > before.memberObjects,
            Mirror(reflecting: value).displayStyle == .enum
        {
            throw error(value, .caseWithoutValue)
        }
    }

    private func write(_ text: String) {
        items.counts.values += 1
        switch (place, style.arrays.kind) {
        case (.top, _): items.lackName = true
        case (.member(let name), _), (.element(_, let name), .repeated): items.append(name, text)
        case (.element(_, let array), .brackets): items.append(array + "[]", text)
        case (.element(_, let array), .comma): items.join(array, text)
        }
    }

    private func error(_ value: Any, _ reason: FormProblem) -> EncodingError {
        .invalidValue(
            value, .init(codingPath: codingPath, debugDescription: reason.rawValue, underlyingError: reason))
    }
}

/// Why a value cannot be a query or form, in words that hold nothing of the value.
enum FormProblem: String, Error {
    case noName = "a value without names, such as a number or an array, cannot be a query or form"
    case notFinite = "a number is not finite"
    case nothing = "a value encodes nothing"
    case caseWithoutValue = "a case of an enumeration has no raw value"
}

/// Collects the items of one value, in the order in which it encodes them.
private final class FormItems {
    private(set) var all: [FormItem] = []
    /// Whether a value has no name.
    var lackName = false
    /// What has been encoded so far, even if it made no item.
    var counts = Counts()

    struct Counts: Equatable {
        var containers = 0, memberObjects = 0, nils = 0, values = 0
    }

    func append(_ name: String, _ value: String) { all.append(FormItem(name: name, values: [value])) }

    /// Adds a value to the previous item if that has the same name.
    func join(_ name: String, _ value: String) {
        guard let last = all.indices.last, all[last].name == name else { return append(name, value) }
        all[last].values.append(value)
    }
}

/// A dictionary whose keys are names: they are not restyled, and are sorted, so that equal values have the same text.
private protocol NameKeyed {
    func encodeMembers(to encoder: FormEncoder) throws
}

extension Dictionary: NameKeyed where Key: CodingKeyRepresentable, Value: Encodable {
    fileprivate func encodeMembers(to encoder: FormEncoder) throws {
        let members = map { (key: FormKey($0.key.codingKey), value: $0.value) }
        for (key, value) in members.sorted(by: { $0.key.precedes($1.key) }) {
            try encoder.member(key, isSpelled: true).encode(value)
        }
    }
}
