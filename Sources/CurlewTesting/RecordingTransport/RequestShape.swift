import CurlewTransport

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// A sent or recorded request as it is compared: its secrets replaced, its URL split.
struct RequestShape {
    let method: String
    let origin: String
    let path: String
    let query: [LoopbackServer.Field]
    let fields: HTTPFields
    let body: Data

    init(_ request: HARFile.Request, _ secrets: RecordingSecrets) {
        let url = secrets.redactingURL(request.url).prefix { $0 != "#" }
        let start = url.firstRange(of: "://")?.upperBound ?? url.startIndex
        let pathStart = url[start...].firstIndex { "/?".contains($0) } ?? url.endIndex
        let mark = url.firstIndex(of: "?") ?? url.endIndex
        method = request.method
        origin = Self.normalized(url[..<pathStart].lowercased())
        path = pathStart < mark ? String(url[pathStart..<mark]) : "/"
        query = FormText.fields(in: url[mark...].utf8.dropFirst())
        fields = HTTPFields(request.headers ?? []).redacted(by: secrets)
        let type = fields[.contentType]
        let data = secrets.redactingBody(request.postData?.data ?? Data(), contentType: type)
        body = Self.withoutBoundary(data, type)
    }

    /// An origin without the default port of its scheme.
    private static func normalized(_ origin: String) -> String {
        for (scheme, port) in [("http://", ":80"), ("https://", ":443")] {
            if origin.hasPrefix(scheme), origin.hasSuffix(port) { return String(origin.dropLast(port.count)) }
        }
        return origin
    }

    /// A multipart body with the same boundary each time; clients choose it at random.
    private static func withoutBoundary(_ data: Data, _ contentType: String?) -> Data {
        guard let boundary = contentType.flatMap(boundary(of:)), !boundary.isEmpty else { return data }
        let delimiter = Array("--\(boundary)".utf8)
        var result = Data()
        var rest = Array(data)[...]
        while let byte = rest.first {
            if rest.starts(with: delimiter) {
                result += Data("--boundary".utf8)
                rest = rest.dropFirst(delimiter.count)
            } else {
                result.append(byte)
                rest = rest.dropFirst()
            }
        }
        return result
    }

    private static func boundary(of contentType: String) -> String? {
        var parameters = QuotedParameters(contentType)
        while let (name, value) = parameters.next() {
            if name == "boundary" { return value }
        }
        return nil
    }

    var isForm: Bool {
        fields[.contentType].flatMap(MediaType.init)?.essence == "application/x-www-form-urlencoded"
    }

    /// The start of the body, for messages.
    var bodyStart: String {
        guard let text = String(validating: body, as: UTF8.self) else { return "of binary data" }
        return body.isEmpty ? "" : "“\(text.prefix(60))\(text.utf8.count > 60 ? "…" : "")”"
    }
}

extension HTTPFields {
    /// The fields of an archive, without those of HTTP/2 that are no fields, such as `:authority`.
    init(_ items: [HARFile.Item]) {
        self.init()
        for item in items where !item.name.hasPrefix(":") {
            // Browsers join repeated fields with a line feed.
            for value in (item.value ?? "").split(separator: "\n", omittingEmptySubsequences: false) {
                append(HTTPField(name: HTTPField.Name(item.name), value: String(value)))
            }
        }
    }

    func redacted(by secrets: RecordingSecrets) -> HTTPFields {
        var redacted = HTTPFields()
        for field in self { redacted.append(secrets.redacted(field)) }
        return redacted
    }
}

extension HARFile.PostData {
    /// The bytes of the body; of a form that is listed only by its parameters, as it is sent.
    var data: Data {
        if let text { return _encoding == "base64" ? Data(base64Encoded: text) ?? Data() : Data(text.utf8) }
        let pairs = (params ?? []).map { item in
            "\(PercentEncoding.encodeValue(item.name))=\(PercentEncoding.encodeValue(item.value ?? ""))"
        }
        return Data(pairs.joined(separator: "&").utf8)
    }
}
