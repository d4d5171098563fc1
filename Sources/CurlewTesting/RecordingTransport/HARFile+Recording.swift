import CurlewTransport

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

// How exchanges are written. A recording made again differs only where the server's responses do: there are no dates, no
// durations but those of a stream's chunks, and no fields that are only about the connection.

extension HARFile.Entry {
    /// The entry of an exchange; without a response it has failed before its head.
    init(
        _ request: HTTPRequest, _ response: HTTPResponse?, _ body: RecordedBody.Content,
        _ secrets: RecordingSecrets
    ) {
        let isStream = request.options.delivery == .streamed && body.chunks.count > 1
        startedDateTime = "1970-01-01T00:00:00.000Z"
        time = 0
        cache = [:]
        timings = HARFile.Timings(send: 0, wait: 0, receive: 0)
        self.request = HARFile.Request(request, secrets)
        self.response = HARFile.Response(response, body.data, secrets)
        _chunks = isStream ? body.chunks : nil
        _failure = body.failure.map { HARFile.Failure($0) }
        _isAbandoned = body.isAbandoned ? true : nil
    }
}

extension HARFile.Request {
    init(_ request: HTTPRequest, _ secrets: RecordingSecrets) {
        method = request.method.rawValue
        url = secrets.redactingURL(request.target.url)
        httpVersion = "HTTP/1.1"
        cookies = []
        headers = request.fields.items(redactedBy: secrets)
        let query = url.firstIndex(of: "?").map { url[url.index(after: $0)...] } ?? ""
        queryString = FormText.fields(in: query.utf8).map { HARFile.Item(name: $0.name, value: $0.value) }
        headersSize = -1
        bodySize = request.bodyData.count
        guard request.body != nil else { return }
        let type = request.fields[.contentType]
        let data = secrets.redactingBody(request.bodyData, contentType: type)
        let text = String(validating: data, as: UTF8.self)
        postData = HARFile.PostData(
            mimeType: type ?? "", text: text ?? data.base64EncodedString(), params: nil,
            _encoding: text == nil ? "base64" : nil)
    }
}

extension HARFile.Response {
    init(_ response: HTTPResponse?, _ data: Data, _ secrets: RecordingSecrets) {
        status = response?.status.code ?? 0
        statusText = response?.status.reasonPhrase ?? ""
        httpVersion = response?.version.rawValue ?? "unknown"
        cookies = []
        headers = response?.fields.items(redactedBy: secrets) ?? []
        content = HARFile.Content(data, response?.fields ?? [:], secrets)
        redirectURL = response?.fields[.location].map(secrets.redactingURL) ?? ""
        headersSize = -1
        bodySize = -1
    }
}

extension HARFile.Content {
    /// Text stays text, so that a change can be read in a diff; anything else is base64.
    init(_ data: Data, _ fields: HTTPFields, _ secrets: RecordingSecrets) {
        let isEncoded = fields.contains(.contentEncoding)
        let type = fields[.contentType]
        let data = isEncoded ? data : secrets.redactingBody(data, contentType: type)
        let charset = type.flatMap(MediaType.charset) ?? "utf-8"
        let isText = !isEncoded && ["utf-8", "utf8", "us-ascii"].contains(charset)
        let text = isText ? String(validating: data, as: UTF8.self) : nil
        size = data.count
        mimeType = type ?? ""
        self.text = text ?? data.base64EncodedString()
        encoding = text == nil ? "base64" : nil
        _isEncoded = isEncoded ? true : nil
    }
}

extension HARFile.Failure {
    init(_ error: NetworkError) {
        code = error.code.rawValue
        message = error.message
        phase = error.phase?.rawValue
        mayHaveBeenProcessed = error.mayHaveBeenProcessed
    }

    /// The failure as it is replayed.
    var error: NetworkError {
        NetworkError(
            NetworkError.Code(rawValue: code) ?? .other, message,
            phase: phase.flatMap { Timeouts.Phase(rawValue: $0) }, mayHaveBeenProcessed: mayHaveBeenProcessed)
    }
}

extension HTTPFields {
    /// The fields of which a recording made again would differ, or which are only about the connection.
    private static let unrecorded: Set<HTTPField.Name> = [
        .connection, "Keep-Alive", .transferEncoding, .date, .age, .traceparent, .tracestate,
    ]

    fileprivate func items(redactedBy secrets: RecordingSecrets) -> [HARFile.Item] {
        filter { !Self.unrecorded.contains($0.name) }.map { field in
            HARFile.Item(name: field.name.rawName, value: secrets.redacted(field).value)
        }
    }
}
