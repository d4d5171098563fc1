/// The content of an `application/problem+json` body (RFC 9457).
///
///     } catch NetworkError.Code.unacceptableStatus {
///         let problem = try error.decodeBody(as: ProblemDetails.self)
///
/// A member of the wrong type is ignored, as §3.1 requires, and so is a member with a number outside the range of
/// `Double`. Only a body that is not a JSON object fails to decode.
public struct ProblemDetails: Sendable, Hashable {
    /// A URI reference that names the kind of problem; `about:blank` if there is none.
    public var type: String
    /// The kind of problem in a few words.
    public var title: String?
    /// The status code as the server states it.
    public var status: Int?
    /// What went wrong in this occurrence.
    public var detail: String?
    /// A URI reference that names this occurrence.
    public var instance: String?
    /// All other members.
    public var extensions: [String: JSONValue]

    /// Makes a problem.
    public init(
        type: String = "about:blank", title: String? = nil, status: Int? = nil, detail: String? = nil,
        instance: String? = nil, extensions: [String: JSONValue] = [:]
    ) {
        self.type = type
        self.title = title
        self.status = status
        self.detail = detail
        self.instance = instance
        self.extensions = extensions
    }
}

extension ProblemDetails: Decodable {
    /// Decodes an object; throws `DecodingError` for anything else.
    public init(from decoder: any Decoder) throws {
        var members = try [String: Member](from: decoder).compactMapValues(\.value)
        self.init(
            type: members.removeValue(forKey: "type")?.stringValue ?? "about:blank",
            title: members.removeValue(forKey: "title")?.stringValue,
            status: members.removeValue(forKey: "status")?.intValue,
            detail: members.removeValue(forKey: "detail")?.stringValue,
            instance: members.removeValue(forKey: "instance")?.stringValue, extensions: members)
    }

    /// A member's value, nil for one that cannot be decoded.
    private struct Member: Decodable {
        let value: JSONValue?

        init(from decoder: any Decoder) {
            value = try? JSONValue(from: decoder)
        }
    }
}

extension ProblemDetails: CustomStringConvertible {
    /// Title and detail, which are meant for people; without them, the type.
    public var description: String {
        let texts = [title, detail].compactMap(\.self).filter { !$0.isEmpty }
        return texts.isEmpty ? type : texts.joined(separator: ": ")
    }
}
