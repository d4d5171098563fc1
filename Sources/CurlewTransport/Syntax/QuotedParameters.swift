/// The parameters of a field's value, such as that of Content-Type (RFC 9110 §5.6.6), one after another.
package struct QuotedParameters {
    private var rest: ArraySlice<UInt8>

    /// Takes a whole value; the text before its first semicolon is not a parameter.
    package init(_ value: String) {
        rest = Array(value.utf8)[...]
        skipToSemicolon()
    }

    /// The next parameter, its name in lower case and its value without quotes; nil at the end.
    package mutating func next() -> (name: String, value: String)? {
        while rest.popFirst() != nil {
            let name = rest.prefix { !Self.isEnd($0) && $0 != UInt8(ascii: "=") }
            rest = rest[name.endIndex...]
            guard rest.first == UInt8(ascii: "=") else { continue }
            rest = rest.dropFirst().drop(while: \.isOptionalWhitespace)
            let value = rest.first == UInt8(ascii: "\"") ? quotedText() : bareText()
            skipToSemicolon()
            let text = String(decoding: name.trimmingOptionalWhitespace(), as: UTF8.self)
            return (text.lowercased(), String(decoding: value, as: UTF8.self))
        }
        return nil
    }

    private mutating func quotedText() -> [UInt8] {
        var text: [UInt8] = []
        rest.removeFirst()
        while let byte = rest.popFirst(), byte != UInt8(ascii: "\"") {
            text.append(byte == UInt8(ascii: "\\") ? rest.popFirst() ?? byte : byte)
        }
        return text
    }

    private mutating func bareText() -> [UInt8] {
        let text = rest.prefix { !Self.isEnd($0) }
        rest = rest[text.endIndex...]
        return text.trimmingOptionalWhitespace().split(separator: UInt8(ascii: "'")).first.map(Array.init)
            ?? []
    }

    /// A comma separates the values of joined fields.
    private static func isEnd(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: ";") || byte == UInt8(ascii: ",")
    }

    private mutating func skipToSemicolon() {
        rest = rest.drop { $0 != UInt8(ascii: ";") }
    }
}
