#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

extension NetworkError {
    /// Decodes the kept start of the answer's body, such as the error that a 422 carries.
    ///
    /// Throws `.emptyBody` when there is none and `.decodingFailed` when it is something else, or longer than was kept.
    public func decodeBody<Value: Decodable>(
        as type: Value.Type, by decoder: some BodyDecoder = JSONDecoder()
    ) throws(NetworkError) -> Value {
        guard let bodyPrefix, !bodyPrefix.isEmpty else {
            throw NetworkError(.emptyBody, "the answer has no body to decode as \(type)")
        }
        do {
            return try decoder.value(type, from: bodyPrefix)
        } catch {
            throw .wrapping(error, as: .decodingFailed, "the error's body could not be decoded as \(type)")
        }
    }
}
