#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

extension NetworkError {
    /// The failure that the API describes in the body of its response, or in an event or line; nil if the body is none.
    ///
    ///     let client = Client(baseURL: url, transport: .libcurl, configuration: .init(failureBody: APIError.self))
    ///     do {
    ///         try await client.send(.user("ada"))
    ///     } catch {
    ///         print(error.failure(as: APIError.self)?.message ?? "\(error)")
    ///     }
    ///
    /// A type other than the `failureBody` of the client or the endpoint is decoded from the same bytes, by the same
    /// decoder. Nil if the response was a success: see ``decodeBody(as:by:)``.
    public func failure<Value: Decodable>(as type: Value.Type) -> Value? {
        if let value = failure as? Value { return value }
        return hasFailureBody ? try? decodeBody(as: type) : nil
    }

    /// Decodes the start of the response's body that the error keeps, such as the details of a 422.
    ///
    /// Throws `.emptyBody` if there is none, and `.decodingFailed` if it has another format or was longer than the
    /// error keeps.
    ///
    /// - Parameters:
    ///   - type: what the body decodes into.
    ///   - decoder: what decodes it; nil for the endpoint's own decoder or the client's, and JSON for a bare request.
    public func decodeBody<Value: Decodable>(
        as type: Value.Type, by decoder: (any BodyDecoder)? = nil
    ) throws(NetworkError) -> Value {
        guard let bodyPrefix, !bodyPrefix.isEmpty else {
            throw NetworkError(.emptyBody, "the response has no body to decode as \(type)")
        }
        do {
            return try (decoder ?? bodyDecoder ?? JSONDecoder()).value(type, from: bodyPrefix)
        } catch {
            throw .wrapping(
                error, as: .decodingFailed,
                "the error's body could not be decoded as \(type)\(CodingPlace.suffix(of: error))")
        }
    }
}
