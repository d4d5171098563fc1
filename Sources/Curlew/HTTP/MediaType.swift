/// The type and subtype of a media type, in lower case, without parameters (RFC 9110 §8.3.1).
package struct MediaType: Sendable, Equatable {
    package let type: String
    package let subtype: String

    /// Reads a Content-Type value; nil when it has no `type/subtype`.
    package init?(_ value: String) {
        let essence = value.prefix { $0 != ";" && $0 != "," }
        let parts = essence.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count == 2 else { return nil }
        let trimmed = parts.map { part in
            String(decoding: Array(part.utf8)[...].trimmingOptionalWhitespace(), as: UTF8.self).lowercased()
        }
        guard trimmed.allSatisfy({ !$0.isEmpty && $0.utf8.allSatisfy(\.isTokenCharacter) }) else {
            return nil
        }
        type = trimmed[0]
        subtype = trimmed[1]
    }

    /// The `charset` parameter of a Content-Type value, in lower case (RFC 9110 §8.3.2); nil when there is none.
    package static func charset(of value: String) -> String? {
        for parameter in value.utf8.split(separator: UInt8(ascii: ";")).dropFirst() {
            let name = parameter.prefix { $0 != UInt8(ascii: "=") }
            guard name.trimmingOptionalWhitespace().equalsIgnoringCase("charset".utf8) else { continue }
            let text = Substring(parameter.dropFirst(name.count + 1).trimmingOptionalWhitespace())
            let isQuoted = text.count > 1 && text.hasPrefix("\"") && text.hasSuffix("\"")
            return (isQuoted ? text.dropFirst().dropLast() : text).lowercased()
        }
        return nil
    }

    /// `*/json` or `*+json` (RFC 6839 §3.1).
    package var isJSON: Bool { subtype == "json" || subtype.hasSuffix("+json") }

    package var essence: String { "\(type)/\(subtype)" }
}
