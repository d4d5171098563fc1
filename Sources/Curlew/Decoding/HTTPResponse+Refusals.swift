// The errors of responses whose body is not wanted; each keeps the body's start.
extension HTTPResponse {
    /// The error of a status that is not accepted; throws only `.cancelled`.
    ///
    /// The status matters more than a truncated body, so the bytes received are kept.
    func unacceptableStatus() async throws(NetworkError) -> NetworkError {
        try await refusal(.unacceptableStatus, "the server responded with \(status)")
    }

    /// The error of a media type that is not accepted; throws only `.cancelled`.
    func unexpectedContentType(_ type: String, expected: String) async throws(NetworkError) -> NetworkError {
        try await refusal(
            .unexpectedContentType, "expected \(expected), but the body is \(type.prefix(100))")
    }

    private func refusal(
        _ code: NetworkError.Code, _ message: String
    ) async throws(NetworkError) -> NetworkError {
        let prefix = try await body.prefix(upTo: NetworkError.bodyPrefixLimit)
        return NetworkError(code, message).updating { $0.bodyPrefix = prefix }
    }

    /// The media type, in lower case and without parameters; nil if the server names none.
    var mediaType: String? {
        guard let value = fields[.contentType], !value.isEmpty else { return nil }
        return MediaType(value)?.essence ?? value.lowercased()
    }
}
