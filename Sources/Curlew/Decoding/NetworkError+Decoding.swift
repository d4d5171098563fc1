#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

extension NetworkError {
    /// Decodes the start of the response's body that the error keeps, such as the details of a 422.
    ///
    /// Throws `.emptyBody` if there is none, and `.decodingFailed` if it has another format or was longer than the
    /// error keeps.
    public func decodeBody<Value: Decodable>(
        as type: Value.Type, by decoder: some BodyDecoder = JSONDecoder()
    ) throws(NetworkError) -> Value {
        guard let bodyPrefix, !bodyPrefix.isEmpty else {
            throw NetworkError(.emptyBody, "the response has no body to decode as \(type)")
        }
        do {
            return try decoder.value(type, from: bodyPrefix)
        } catch {
            throw .wrapping(
                error, as: .decodingFailed,
                "the error's body could not be decoded as \(type)\(CodingPlace.suffix(of: error))")
        }
    }
}
