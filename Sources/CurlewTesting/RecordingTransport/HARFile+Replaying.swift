import CurlewTransport

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

extension HARFile.Entry {
    /// The recorded response; throws the recorded failure, and `.other` for a body that the file does not have.
    func replayed() throws(NetworkError) -> HTTPResponse {
        if response.status == 0 {
            throw _failure?.error
                ?? NetworkError(
                    .connectionLost, "the recorded exchange has no response", mayHaveBeenProcessed: true)
        }
        return HTTPResponse(
            status: HTTPResponse.Status(code: response.status, reasonPhrase: response.statusText ?? ""),
            fields: response.replayedFields, version: response.version, body: try body())
    }

    private func body() throws(NetworkError) -> ResponseBody {
        let data = try data()
        var steps = steps(of: data)
        if let failure = _failure { steps.append(.fail(failure.error)) }
        if _isAbandoned == true { steps.append(.fail(Self.abandoned)) }
        return _chunks == nil && _failure == nil && _isAbandoned == nil ? .data(data) : .scripted(steps)
    }

    private func data() throws(NetworkError) -> Data {
        guard let text = response.content?.text else {
            guard response.content?.size ?? 0 <= 0 else { throw Self.missingBody(request.url) }
            return Data()
        }
        guard response.content?.encoding == "base64" else { return Data(text.utf8) }
        guard let data = Data(base64Encoded: text, options: .ignoreUnknownCharacters) else {
            throw NetworkError(.other, "the recorded body is not base64")
        }
        return data
    }

    /// The chunks as they came; their times pass only on a test clock.
    private func steps(of data: Data) -> [BodyStep] {
        guard let chunks = _chunks else { return [.chunk(data)] }
        var (steps, rest, time) = ([BodyStep](), data[...], 0)
        for chunk in chunks {
            if TestClock.current != nil { steps.append(.wait(.milliseconds(max(0, chunk.at - time)))) }
            time = max(time, chunk.at)
            let length = max(0, chunk.length)
            steps.append(.chunk(Data(rest.prefix(length))))
            rest = rest.dropFirst(length)
        }
        // Redaction changes lengths.
        if !rest.isEmpty { steps.append(.chunk(Data(rest))) }
        return steps
    }

    private static let abandoned = NetworkError(
        .incompleteBody, "the recording ends here: its reader had stopped", mayHaveBeenProcessed: true)

    private static func missingBody(_ url: String) -> NetworkError {
        NetworkError(
            .other, "the recording has no body for \(url.prefix { $0 != "?" }): save it with its contents")
    }
}

extension HARFile.Response {
    /// The fields of the response that is replayed.
    ///
    /// The format decodes bodies and stores text as UTF-8, but keeps the fields of the encoded ones.
    var replayedFields: HTTPFields {
        var fields = HTTPFields(headers ?? [])
        for name in [HTTPField.Name.transferEncoding, .connection, "Keep-Alive"] { fields.removeAll(name) }
        if content?._isEncoded != true, fields.contains(.contentEncoding) {
            fields.removeAll(.contentEncoding)
            fields.removeAll(.contentLength)
        }
        if content?.encoding != "base64", let type = fields[.contentType],
            let charset = MediaType.charset(of: type),
            !["utf-8", "utf8", "us-ascii"].contains(charset)
        {
            fields[.contentType] = type.prefix { $0 != ";" } + "; charset=utf-8"
        }
        return fields
    }

    /// The version, which tools write in many ways, such as `h2`, `http/2.0` and `HTTP/2`.
    var version: HTTPResponse.Version {
        let name = (httpVersion ?? "").lowercased()
        if name.hasPrefix("h3") || name.hasPrefix("http/3") { return .http3 }
        if name.hasPrefix("h2") || name.hasPrefix("http/2") { return .http2 }
        return name == "http/1.0" ? .http1_0 : .http1_1
    }
}
