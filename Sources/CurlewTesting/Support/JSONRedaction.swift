import CurlewTransport

/// Replaces the values of secret names in a JSON text, and leaves every other byte as it is.
///
/// Strings become `<redacted>` and numbers 0, also those in arrays and objects, so that the text still decodes as the
/// same types.
struct JSONRedaction {
    private let text: [UInt8]
    private let names: SecretNames
    private var index = 0
    private var result: [UInt8] = []

    init(_ text: [UInt8], names: SecretNames) {
        self.text = text
        self.names = names
    }

    mutating func run() -> [UInt8] {
        while index < text.count {
            guard text[index] == UInt8(ascii: "\"") else {
                result.append(text[index])
                index += 1
                continue
            }
            let name = takeString()
            result += name
            guard takeColon(), isSecret(name) else { continue }
            replaceValue()
        }
        return result
    }

    private func isSecret(_ name: ArraySlice<UInt8>) -> Bool {
        names.containsInJSON(String(decoding: name.dropFirst().dropLast(), as: UTF8.self))
    }

    /// The string at the index, with its quotes.
    private mutating func takeString() -> ArraySlice<UInt8> {
        let start = index
        index += 1
        while index < text.count, text[index] != UInt8(ascii: "\"") {
            index += text[index] == UInt8(ascii: "\\") ? 2 : 1
        }
        index = min(index + 1, text.count)
        return text[start..<index]
    }

    /// Takes a colon and the blanks around it; returns whether there is one.
    private mutating func takeColon() -> Bool {
        var end = index
        while end < text.count, isBlank(text[end]) { end += 1 }
        guard end < text.count, text[end] == UInt8(ascii: ":") else { return false }
        end += 1
        while end < text.count, isBlank(text[end]) { end += 1 }
        result += text[index..<end]
        index = end
        return true
    }

    /// Replaces the strings and numbers of the value at the index.
    private mutating func replaceValue() {
        var depth = 0
        while index < text.count {
            switch text[index] {
            case UInt8(ascii: "\""): replaceString()
            case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
                while index < text.count, Self.isNumber(text[index]) { index += 1 }
                result.append(UInt8(ascii: "0"))
            case UInt8(ascii: "{"), UInt8(ascii: "["):
                depth += 1
                copyByte()
            case UInt8(ascii: "}"), UInt8(ascii: "]"):
                guard depth > 0 else { return }
                depth -= 1
                copyByte()
            default: copyByte()
            }
            if depth == 0, index < text.count, isEnd(text[index]) { return }
        }
    }

    /// Replaces the string at the index, unless it is a name in an object.
    private mutating func replaceString() {
        let string = takeString()
        let start = result.count
        result += string
        if !takeColon() { result.replaceSubrange(start..., with: "\"\(HTTPField.redactedValue)\"".utf8) }
    }

    private mutating func copyByte() {
        result.append(text[index])
        index += 1
    }

    private static func isNumber(_ byte: UInt8) -> Bool { byte.isASCIIDigit || "+-.eE".utf8.contains(byte) }

    private func isEnd(_ byte: UInt8) -> Bool { isBlank(byte) || ",}]".utf8.contains(byte) }

    private func isBlank(_ byte: UInt8) -> Bool { byte == 32 || (9...10).contains(byte) || byte == 13 }
}
