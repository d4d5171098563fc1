#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// One part of a `multipart/form-data` body (RFC 7578): a text, bytes or a file under a name.
///
/// In names and file names `"`, CR and LF become `%22`, `%0D` and `%0A`, as browsers send them (WHATWG HTML
/// §4.10.22.8); any other control character in them, in a type or in a field is `.invalidRequest` when the request is
/// sent.
public struct MultipartPart: Sendable {
    package let name: String
    package let fileName: String?
    package let contentType: String?
    package let fields: HTTPFields
    package let content: BodySegment

    /// A text, sent as UTF-8; its line endings are kept.
    public static func text(_ name: String, _ value: String) -> Self {
        Self(name: name, fileName: nil, contentType: nil, fields: [:], content: .data(Data(value.utf8)))
    }

    /// Bytes.
    ///
    /// - Parameters:
    ///   - name: the name of the form's control.
    ///   - data: the part's body.
    ///   - fileName: the file name; nil for a part that is not a file.
    ///   - contentType: the part's own Content-Type; nil for none.
    ///   - fields: further fields of the part, except Content-Disposition and Content-Type.
    public static func data(
        _ name: String, _ data: Data, fileName: String? = nil,
        contentType: String? = "application/octet-stream", fields: HTTPFields = [:]
    ) -> Self {
        Self(name: name, fileName: fileName, contentType: contentType, fields: fields, content: .data(data))
    }

    /// A file, streamed from disk; it is opened when the request is sent.
    ///
    /// - Parameters:
    ///   - name: the name of the form's control.
    ///   - path: the file's path; a file that cannot be read is `.fileFailed` before any connection is made.
    ///   - fileName: the file name that is sent; nil for the last component of the path.
    ///   - contentType: the part's own Content-Type; nil for none.
    ///   - fields: further fields of the part, except Content-Disposition and Content-Type.
    public static func file(
        _ name: String, path: String, fileName: String? = nil,
        contentType: String? = "application/octet-stream", fields: HTTPFields = [:]
    ) -> Self {
        let lastComponent = path.split(separator: "/").last.map(String.init) ?? path
        return Self(
            name: name, fileName: fileName ?? lastComponent, contentType: contentType, fields: fields,
            content: .file(path: path))
    }
}

extension MultipartPart {
    /// The part's head, from its first field to the empty line.
    var head: Data {
        var disposition = "form-data; name=\"\(Self.escape(name))\""
        if let fileName { disposition += "; filename=\"\(Self.escape(fileName))\"" }
        var lines = ["Content-Disposition: \(disposition)"]
        if let contentType { lines.append("Content-Type: \(contentType)") }
        var head = Data(lines.map { "\($0)\r\n" }.joined().utf8)
        for field in fields { head += Data("\(field.name): ".utf8) + field.bytes + Data("\r\n".utf8) }
        return head + Data("\r\n".utf8)
    }

    /// Why the part cannot be sent, without its values; nil if it can.
    var problem: String? {
        guard [name, fileName ?? ""].allSatisfy({ Self.escape($0).utf8.allSatisfy(\.isFieldContent) }) else {
            return "a part's name or file name has a control character"
        }
        let hasOwnFields = fields.contains { $0.name == "Content-Disposition" || $0.name == .contentType }
        guard !hasOwnFields else {
            return "a part's fields contain Content-Disposition or Content-Type: "
                + "use its name, fileName and contentType"
        }
        let all = fields + (contentType.map { [HTTPField(name: .contentType, value: $0)] } ?? [])
        return all.lazy.compactMap {
            HTTPRequest.problem(ofField: Array($0.name.rawName.utf8)[...], value: $0.bytes[...])
        }
        .first.map { "in a part, \($0)" }
    }

    private static func escape(_ text: String) -> String {
        var escaped = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": escaped += "%22"
            case "\r": escaped += "%0D"
            case "\n": escaped += "%0A"
            default: escaped.unicodeScalars.append(scalar)
            }
        }
        return escaped
    }
}
