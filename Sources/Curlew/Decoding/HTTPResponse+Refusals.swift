// The errors of responses whose body is not wanted; each keeps the body's start.
extension HTTPResponse {
    /// The error of a status that is not accepted; throws only `.cancelled`.
    ///
    /// The status matters more than a truncated body, so the bytes received are kept.
    ///
    /// - Parameter limit: ends the reading of a body; nil if the transport limits it.
    func unacceptableStatus(within limit: IdleLimit? = nil) async throws(NetworkError) -> NetworkError {
        try await refusal(.unacceptableStatus, "the server responded with \(status)", limit)
    }

    /// The error of a media type that is not accepted; throws only `.cancelled`.
    ///
    /// - Parameter limit: ends the reading of a body; nil if the transport limits it.
    func unexpectedContentType(
        _ type: String, expected: String, within limit: IdleLimit? = nil
    ) async throws(NetworkError) -> NetworkError {
        try await refusal(
            .unexpectedContentType, "expected \(expected), but the body is \(type.prefix(100))", limit)
    }

    private func refusal(
        _ code: NetworkError.Code, _ message: String, _ limit: IdleLimit?
    ) async throws(NetworkError) -> NetworkError {
        let length = NetworkError.bodyPrefixLimit
        let prefix =
            if let limit { try await limit.prefix(of: body, upTo: length) } else {
                try await body.prefix(upTo: length)
            }
        return NetworkError(code, message).updating { $0.bodyPrefix = prefix }
    }

    /// The media type, in lower case and without parameters; nil if the server names none.
    var mediaType: String? {
        guard let value = fields[.contentType], !value.isEmpty else { return nil }
        return MediaType(value)?.essence ?? value.lowercased()
    }
}
