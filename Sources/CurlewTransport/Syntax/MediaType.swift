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
    ///
    /// Quotes are removed, including the single quotes that some servers send.
    package static func charset(of value: String) -> String? {
        var parameters = QuotedParameters(value)
        while let (name, value) = parameters.next() {
            guard name == "charset" else { continue }
            return value.isEmpty ? nil : value.lowercased()
        }
        return nil
    }

    /// `*/json` or `*+json` (RFC 6839 §3.1).
    package var isJSON: Bool { subtype == "json" || subtype.hasSuffix("+json") }

    package var essence: String { "\(type)/\(subtype)" }
}
