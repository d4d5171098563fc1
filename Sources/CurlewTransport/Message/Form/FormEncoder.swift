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
    /// and any error of the value's own.
    package static func items(of value: some Encodable, style: FormStyle) throws -> [FormItem] {
        let items = FormItems()
        let encoder = FormEncoder(style: style, items: items, place: .top, codingPath: [])
        try encoder.encode(value)
        guard !items.lackName else { throw encoder.error(value, "the value has no names for a form") }
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
        KeyedEncodingContainer(FormKeyedContainer(encoder: self))
    }

    package func unkeyedContainer() -> any UnkeyedEncodingContainer {
        if case .top = place { items.lackName = true }
        return FormUnkeyedContainer(encoder: self)
    }

    package func singleValueContainer() -> any SingleValueEncodingContainer { self }
}

extension FormEncoder: SingleValueEncodingContainer {
    package func encodeNil() {}

    package func encode<Value: Encodable>(_ value: Value) throws {
        if let text = style.text(of: value) {
            guard (value as? any BinaryFloatingPoint)?.isFinite ?? true else {
                throw error(value, "the number is not finite")
            }
            write(text)
        } else if let dictionary = value as? any StringKeyed {
            try dictionary.encodeMembers(to: self)
        } else {
            try value.encode(to: self)
        }
    }

    private func write(_ text: String) {
        switch (place, style.arrays.kind) {
        case (.top, _): items.lackName = true
        case (.member(let name), _), (.element(_, let name), .repeated): items.append(name, text)
        case (.element(_, let array), .brackets): items.append(array + "[]", text)
        case (.element(_, let array), .comma): items.join(array, text)
        }
    }

    private func error(_ value: Any, _ reason: String) -> EncodingError {
        .invalidValue(value, .init(codingPath: codingPath, debugDescription: reason))
    }
}

/// Collects the items of one value, in the order in which it encodes them.
private final class FormItems {
    private(set) var all: [FormItem] = []
    /// Whether a value has no name.
    var lackName = false

    func append(_ name: String, _ value: String) { all.append(FormItem(name: name, values: [value])) }

    /// Adds a value to the previous item if that has the same name.
    func join(_ name: String, _ value: String) {
        guard let last = all.indices.last, all[last].name == name else { return append(name, value) }
        all[last].values.append(value)
    }
}

/// A dictionary whose keys are names: they are not restyled, and are sorted, so that equal values have the same text.
private protocol StringKeyed {
    func encodeMembers(to encoder: FormEncoder) throws
}

extension Dictionary: StringKeyed where Key == String, Value: Encodable {
    fileprivate func encodeMembers(to encoder: FormEncoder) throws {
        for (key, value) in sorted(by: { $0.key < $1.key }) {
            try encoder.member(FormKey(stringValue: key), isSpelled: true).encode(value)
        }
    }
}
