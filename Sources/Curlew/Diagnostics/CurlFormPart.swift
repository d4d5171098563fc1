#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// A part of a form as a curl option.
struct CurlFormPart {
    let option: String
    let value: String

    /// Describes a part; nil for one that curl would send differently.
    init?(_ part: MultipartPart, showing shown: HTTPRequest.CurlCommandContent) {
        guard !part.name.isEmpty, !part.name.contains("="), Self.hasExpressibleType(part),
            let content = Self.content(of: part, isShown: shown.contains(.body))
        else { return nil }
        if part.fileName == nil, part.contentType == nil, part.fields.isEmpty {
            option = "--form-string"
            value = "\(part.name)=\(content)"
            return
        }
        option = "-F"
        var words = ["\(part.name)=\(Self.mark(of: part))\(Self.quoted(content))"]
        if let type = part.contentType { words.append("type=\(type)") }
        if let name = part.fileName { words.append("filename=\(Self.quoted(name))") }
        words += part.fields.map { field in
            let text = shown.contains(.secretFields) ? "\(field.name): \(field.value)" : field.description
            return "headers=\(Self.quoted(text))"
        }
        value = words.joined(separator: ";")
    }

    /// curl chooses a type for a file without one, and reads a type up to the next parameter that it knows.
    private static func hasExpressibleType(_ part: MultipartPart) -> Bool {
        guard let type = part.contentType else { return part.fileName == nil }
        return type.contains("/")
            && type.utf8.allSatisfy { $0.isASCIILetter || $0.isASCIIDigit || "/;=+.-_ ".utf8.contains($0) }
    }

    private static func mark(of part: MultipartPart) -> String {
        if case .file = part.content { "@" } else { "" }
    }

    /// The path, or the text; nil for bytes that no argument can hold, and for a range.
    private static func content(of part: MultipartPart, isShown: Bool) -> String? {
        switch part.content {
        case .file(let path): return path == "-" ? "./-" : path
        case .slice: return nil
        case .data(let data):
            guard isShown else { return HTTPField.redactedValue }
            let bytes = Array(data)
            return ShellWord.canBeArgument(bytes) ? String(decoding: bytes, as: UTF8.self) : nil
        }
    }

    /// The text in curl's quotation marks, if it has characters that are special to curl.
    private static func quoted(_ text: String) -> String {
        let isPlain = text.utf8.allSatisfy {
            $0.isASCIILetter || $0.isASCIIDigit || "./-_".utf8.contains($0)
        }
        if isPlain, !text.isEmpty { return text }
        let escaped = text.unicodeScalars.map { "\"\\".unicodeScalars.contains($0) ? "\\\($0)" : "\($0)" }
        return "\"\(escaped.joined())\""
    }
}
