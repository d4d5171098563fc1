#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// Turns a response into a value, after checking its status, media type and size.
///
/// The built-in ones are `.json`, `.data`, `.text`, `.none` and `.optional(_)`. To write your own:
///
///     extension ResponseDecoder where Output == Table {
///         static var csv: Self {
///             ResponseDecoder(accepting: ["text/csv"]) { body, _ in try Table(csv: body) }
///         }
///     }
public struct ResponseDecoder<Output>: Sendable {
    /// The statuses that are decoded; any other is `.unacceptableStatus`.
    public var acceptableStatus: ClosedRange<Int> = 200...299
    /// The largest body in bytes; nil for the client's limit.
    public var bodyLimit: Int?

    let accept: @Sendable (any BodyDecoder) -> String?
    let accepts: @Sendable (_ mediaType: String, any BodyDecoder) -> Bool
    /// Whether a body means no value, for `.optional`.
    let isAbsent: @Sendable (Data) -> Bool
    let decode: @Sendable (Content) throws -> Output
    let ignoresBody: Bool

    /// A complete body and what is needed to decode it.
    struct Content: Sendable {
        let body: Data
        let head: HTTPResponse
        let decoder: any BodyDecoder
    }

    init(
        ignoresBody: Bool = false,
        accept: @escaping @Sendable (any BodyDecoder) -> String?,
        accepts: @escaping @Sendable (_ mediaType: String, any BodyDecoder) -> Bool,
        isAbsent: @escaping @Sendable (Data) -> Bool = { $0.isEmpty },
        decode: @escaping @Sendable (Content) throws -> Output
    ) {
        self.ignoresBody = ignoresBody
        self.accept = accept
        self.accepts = accepts
        self.isAbsent = isAbsent
        self.decode = decode
    }

    /// Makes a decoder of your own.
    ///
    /// - Parameters:
    ///   - mediaTypes: the types that it reads, in lower case without parameters. They are sent as Accept, and a body
    ///     of another type is `.unexpectedContentType`. Empty for any type.
    ///   - decode: takes the whole body and the head; an error that it throws becomes `.decodingFailed` unless it is
    ///     a `NetworkError`.
    public init(
        accepting mediaTypes: [String] = [],
        decode: @escaping @Sendable (_ body: Data, _ head: HTTPResponse) throws -> Output
    ) {
        self.init(
            accept: { _ in mediaTypes.isEmpty ? nil : mediaTypes.joined(separator: ", ") },
            accepts: { type, _ in mediaTypes.isEmpty || mediaTypes.contains(type) },
            decode: { try decode($0.body, $0.head) }
        )
    }
}

extension ResponseDecoder {
    /// Decodes a response.
    ///
    /// Throws `.unacceptableStatus`, `.unexpectedContentType`, `.bodyTooLarge`, `.emptyBody`, `.decodingFailed`, and what
    /// reading the body throws.
    func value(
        of response: HTTPResponse, decoder: any BodyDecoder, bodyLimit: Int
    ) async throws(NetworkError) -> Output {
        let limit = self.bodyLimit ?? bodyLimit
        guard acceptableStatus.contains(response.status.code) else {
            throw try await response.unacceptableStatus()
        }
        let body = try await body(of: response, limit)
        do {
            try checkType(of: body, response, decoder)
            return try decode(Content(body: body, head: response.head, decoder: decoder))
        } catch {
            throw decodingFailure(error).updating { $0.keepPrefix(of: body) }
        }
    }

    /// Returns the response with its body in memory if `value` would decode it, otherwise unchanged.
    ///
    /// Throws `.bodyTooLarge` and what reading the body throws, with the response's head.
    func collected(
        _ response: HTTPResponse, bodyLimit: Int
    ) async throws(NetworkError) -> HTTPResponse {
        guard acceptableStatus.contains(response.status.code), !response.status.isRedirect else {
            return response
        }
        do throws(NetworkError) {
            var collected = response
            let data = try await body(of: response, self.bodyLimit ?? bodyLimit)
            let (trailers, metrics) = (response.body.trailers, response.body.metrics)
            collected.body = .data(data, end: ResponseBody.Completion(trailers: trailers, metrics: metrics))
            return collected
        } catch {
            throw error.updating { details in
                details.response = response.head
                details.attempts = response.attempts
                details.metrics = details.metrics ?? response.body.metrics ?? response.metrics
            }
        }
    }

    private func body(of response: HTTPResponse, _ limit: Int) async throws(NetworkError) -> Data {
        guard ignoresBody else { return try await response.body.collect(upTo: limit) }
        try await response.body.discard(upTo: limit)
        return Data()
    }

    private func checkType(
        of body: Data, _ response: HTTPResponse, _ decoder: any BodyDecoder
    ) throws(NetworkError) {
        guard !body.isEmpty, let value = response.fields[.contentType], !value.isEmpty else { return }
        let type = MediaType(value)?.essence ?? value.lowercased()
        guard !accepts(type, decoder) else { return }
        let expected = accept(decoder) ?? "another type"
        throw NetworkError(
            .unexpectedContentType, "expected \(expected), but the body is \(type.prefix(100))")
    }

    private func decodingFailure(_ error: any Error) -> NetworkError {
        .wrapping(
            error, as: .decodingFailed,
            "the body could not be decoded as \(Output.self)\(CodingPlace.suffix(of: error))")
    }
}

extension HTTPResponse {
    /// The error of a status that is not accepted; throws only `.cancelled`.
    ///
    /// The status matters more than a truncated body, so the bytes received are kept.
    func unacceptableStatus() async throws(NetworkError) -> NetworkError {
        let prefix = try await body.prefix(upTo: NetworkError.bodyPrefixLimit)
        return NetworkError(.unacceptableStatus, "the server responded with \(status)").updating {
            $0.bodyPrefix = prefix
        }
    }
}
