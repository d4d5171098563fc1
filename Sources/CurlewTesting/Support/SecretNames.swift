import CurlewTransport

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The names whose values are secrets, in queries, forms and JSON.
struct SecretNames: Sendable {
    /// In lower case, without `-` and `_`.
    private let names: Set<String>

    init(_ names: some Sequence<String>) {
        self.names = Set(names.map(Self.normalized))
    }

    static let standard = SecretNames(words)

    static let words = [
        "access_token", "refresh_token", "id_token", "token", "api_key", "apikey", "key", "auth", "secret",
        "client_secret", "client_assertion", "password", "passwd", "pwd", "passphrase", "code",
        "code_verifier",
        "assertion", "signature", "sig", "credential", "credentials", "session", "session_id", "sessionid",
        "private_key", "authorization", "X-Amz-Signature", "X-Amz-Credential", "X-Amz-Security-Token",
        "X-Goog-Signature", "X-Goog-Credential",
    ]

    private static func normalized(_ name: String) -> String {
        String(decoding: name.utf8.filter { $0 != 0x2D && $0 != 0x5F }.map(\.asciiLowercased), as: UTF8.self)
    }

    /// Words that JSON often has for something else, such as the code of an error.
    private static let harmlessInJSON: Set<String> = ["auth", "code", "key", "session", "sig"]

    /// Whether it is a secret name in JSON.
    func containsInJSON(_ name: String) -> Bool {
        contains(name) && !Self.harmlessInJSON.contains(Self.normalized(name))
    }

    func contains(_ name: String) -> Bool { names.contains(Self.normalized(name)) }

    /// A value, or what is shown in place of a secret.
    func redacted(_ value: String, of name: String) -> String {
        contains(name) ? HTTPField.redactedValue : value
    }

    /// A query or form with the values of secret names replaced; everything else is unchanged.
    func redactingForm(_ text: some StringProtocol) -> String {
        text.split(separator: "&", omittingEmptySubsequences: false).map { pair in
            let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard parts.count == 2, contains(FormText.decode(parts[0].utf8)) else { return String(pair) }
            return "\(parts[0])=\(Self.escapedRedaction)"
        }.joined(separator: "&")
    }

    /// `<redacted>` as a query or form contains it.
    private static var escapedRedaction: String { PercentEncoding.encodeValue(HTTPField.redactedValue) }

    /// A JSON text with the values of secret names replaced; everything else is unchanged.
    func redactingJSON(_ text: String) -> String {
        var redaction = JSONRedaction(Array(text.utf8), names: self)
        return String(decoding: redaction.run(), as: UTF8.self)
    }

    /// The start of a request's body, for messages.
    func shortBody(of request: HTTPRequest) -> String {
        let text = redactingBody(request.bodyText, contentType: request.fields[.contentType])
        if request.bodyData.isEmpty { return "empty" }
        return text.utf8.count <= 200 ? text : "\(text.prefix(200))…"
    }

    /// A body with the values of secret names replaced, if its media type is one that has names.
    func redactingBody(_ text: String, contentType: String?) -> String {
        let type = contentType.flatMap(MediaType.init)
        let hasJSON = type?.isJSON == true || ["event-stream", "x-ndjson", "jsonl"].contains(type?.subtype)
        if hasJSON { return redactingJSON(text) }
        return type?.essence == "application/x-www-form-urlencoded" ? redactingForm(text) : text
    }
}
