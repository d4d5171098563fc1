public import CurlewTransport

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// What a ``RecordingTransport`` replaces by `<redacted>` before it writes a file.
public struct RecordingSecrets: Sendable {
    private var names: [String]
    private var fields: Set<HTTPField.Name>
    /// Whether fields that carry secrets by their name, or are marked sensitive, are replaced.
    private let isOn: Bool

    /// Nothing is replaced: for servers without secrets.
    public static let none = RecordingSecrets(names: [], fields: [], isOn: false)

    /// Fields that carry secrets or are marked sensitive, the values of cookies, and in queries, forms, JSON and event
    /// streams the values of names such as `access_token`, `password`, `api_key` and `signature`.
    ///
    /// Names are compared without case, `-` and `_`. In JSON, strings become `<redacted>` and numbers 0, so that the
    /// replayed text decodes as the same types; `code` and `key`, which JSON often has for something else, stay.
    public static let standard = RecordingSecrets(names: SecretNames.words, fields: [], isOn: true)

    /// The same secrets and others.
    ///
    /// - Parameters:
    ///   - names: names in queries, forms, JSON and event streams.
    ///   - fields: names of fields.
    public func adding(names: [String] = [], fields: [HTTPField.Name] = []) -> RecordingSecrets {
        var copy = self
        copy.names += names
        copy.fields.formUnion(fields)
        return copy
    }

    var secretNames: SecretNames { SecretNames(names) }

    /// A field as it is written: of cookies the names stay, and of URLs all but the secrets of their queries.
    func redacted(_ field: HTTPField) -> HTTPField {
        if fields.contains(field.name) { return replacing(field, by: HTTPField.redactedValue) }
        guard isOn else { return field }
        if field.name == .cookie { return replacing(field, by: Self.redactingPairs(field.value, all: true)) }
        if field.name == .setCookie {
            return replacing(field, by: Self.redactingPairs(field.value, all: false))
        }
        if field.name.carriesSecret || field.isSensitive {
            return replacing(field, by: HTTPField.redactedValue)
        }
        let isURL = [.location, .contentLocation, .referer].contains(field.name)
        return isURL ? replacing(field, by: redactingURL(field.value)) : field
    }

    private func replacing(_ field: HTTPField, by value: String) -> HTTPField {
        HTTPField(name: field.name, value: value)
    }

    /// The pairs of a cookie field; the attributes after the first pair of a Set-Cookie stay.
    private static func redactingPairs(_ text: String, all: Bool) -> String {
        let pairs = text.split(separator: ";", omittingEmptySubsequences: false)
        return pairs.enumerated().map { index, pair in
            guard all || index == 0, let name = pair.split(separator: "=", maxSplits: 1).first else {
                return String(pair)
            }
            return "\(name)=\(HTTPField.redactedValue)"
        }.joined(separator: ";")
    }

    /// A URL with the secrets of its query replaced.
    func redactingURL(_ url: String) -> String {
        guard let mark = url.firstIndex(of: "?") else { return url }
        let end = url[mark...].firstIndex(of: "#") ?? url.endIndex
        let query = secretNames.redactingForm(url[url.index(after: mark)..<end])
        return "\(url[..<mark])?\(query)\(url[end...])"
    }

    /// A body with its secrets replaced, if its media type is one that has names.
    func redactingBody(_ data: Data, contentType: String?) -> Data {
        guard let text = String(validating: data, as: UTF8.self) else { return data }
        let redacted = secretNames.redactingBody(text, contentType: contentType)
        return redacted == text ? data : Data(redacted.utf8)
    }
}
