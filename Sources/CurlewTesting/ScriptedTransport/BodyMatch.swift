import Curlew
import CurlewTransport

#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// What the body of a request must be, for a ``ScriptedRoute``.
public struct BodyMatch: Sendable {
    /// What the body must be, for messages.
    public let description: String
    private let matches: @Sendable (Data) -> Bool

    /// A body for which a closure returns true.
    ///
    /// - Parameters:
    ///   - description: what the body must be, for messages.
    ///   - matches: returns whether the body's bytes match.
    public init(_ description: String, matches: @escaping @Sendable (Data) -> Bool) {
        self.description = description
        self.matches = matches
    }

    /// The same bytes.
    public static func data(_ data: Data) -> BodyMatch {
        BodyMatch("\(data.count) bytes of data") { $0 == data }
    }

    /// The same text in UTF-8.
    public static func text(_ text: String) -> BodyMatch {
        BodyMatch("the text of \(text.utf8.count) bytes") { $0 == Data(text.utf8) }
    }

    /// The same JSON value, however it is written.
    public static func json(_ text: String) -> BodyMatch {
        let wanted = try? JSONValue(json: Data(text.utf8))
        return BodyMatch("the JSON \(SecretNames.standard.redactingJSON(text))") { data in
            guard let wanted, let found = try? JSONValue(json: data) else { return false }
            return found.differences(from: wanted, at: "$", ignoring: []).isEmpty
        }
    }

    /// A form in `application/x-www-form-urlencoded` with these names and values, and perhaps others.
    public static func form(_ items: [String: String]) -> BodyMatch {
        let names = items.keys.sorted().joined(separator: ", ")
        return BodyMatch("a form with \(names)") { data in
            let found = FormText.fields(in: data)
            return items.allSatisfy { name, value in found.contains(LoopbackServer.Field(name, value)) }
        }
    }

    /// How the body of a request differs; nil if it matches.
    func difference(from request: HTTPRequest) -> String? {
        if matches(request.bodyData) { return nil }
        return "the body is \(SecretNames.standard.shortBody(of: request)), not \(description)"
    }
}

extension BodyMatch: CustomStringConvertible {}
