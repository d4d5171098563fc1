#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// How an API describes its failures: the type of their body, and what decodes it.
struct FailureFormat: Sendable {
    let decoder: any BodyDecoder
    /// Nil if neither the endpoint nor the client names a type.
    let type: (any (Decodable & Sendable).Type)?

    /// The format of a bare body.
    init(_ decoder: any BodyDecoder) {
        self.decoder = decoder
        type = nil
    }

    /// What the endpoint names, otherwise what the client does.
    init<Output>(_ endpoint: Endpoint<Output>, _ configuration: Client.Configuration) {
        decoder = endpoint.decoder.bodyDecoder ?? configuration.decoder
        type = endpoint.options.failureBody ?? configuration.failureBody
    }

    /// The failure that a body describes; nil if it is none.
    func failure(in body: Data) -> (any Sendable)? {
        type.flatMap { decode($0, body) }
    }

    /// The value of a line or event; large data is decoded off the caller's actor.
    ///
    /// Throws `.failureReported` for data that is a failure of the API instead, and `.decodingFailed`.
    ///
    /// - Parameter place: what the data is, such as `line` 3.
    func value<Value: Decodable & SendableMetatype>(
        _ type: Value.Type, of data: Data, _ place: (kind: StaticString, number: Int)
    ) async throws(NetworkError) -> Value {
        guard data.count > DecodingPlace.largestInPlace else { return try decoded(type, data, place) }
        return try await DecodingPlace.elsewhere { () throws(NetworkError) -> sending Value in
            try decoded(type, data, place)
        }
    }

    private func decoded<Value: Decodable & SendableMetatype>(
        _ type: Value.Type, _ data: Data, _ place: (kind: StaticString, number: Int)
    ) throws(NetworkError) -> sending Value {
        do {
            return try decoder.value(type, from: data)
        } catch {
            throw failure(error, "\(place.kind) \(place.number)", of: data, as: type)
        }
    }

    /// The error of a line or event that is not a value: `.failureReported` if it is a failure of the API instead.
    ///
    /// - Parameters:
    ///   - cause: what the decoder threw.
    ///   - place: what is wrong, such as `line 3`.
    private func failure(
        _ cause: any Error, _ place: String, of data: Data, as type: Any.Type
    ) -> NetworkError {
        let error =
            failure(in: data) == nil
            ? NetworkError.wrapping(
                cause, as: .decodingFailed,
                "\(place) could not be decoded as \(type)\(CodingPlace.suffix(of: cause))")
            : .failureReported("\(place) of the stream is an error")
        return error.keeping(data)
    }

    private func decode<Value: Decodable & Sendable>(_ type: Value.Type, _ body: Data) -> (any Sendable)? {
        try? decoder.value(type, from: body)
    }
}

extension NetworkError {
    static func failureReported(_ message: String) -> Self { NetworkError(.failureReported, message) }

    /// The same error with the start of a body.
    func keeping(_ body: Data) -> NetworkError { updating { $0.keepPrefix(of: body) } }

    /// The same error, which can decode its body, and with the failure that the body describes.
    func reading(_ format: FailureFormat) -> NetworkError {
        guard let bodyPrefix else { return self }
        return updating { details in
            details.bodyDecoder = format.decoder
            if hasFailureBody { details.failure = format.failure(in: bodyPrefix) }
        }
    }
}
