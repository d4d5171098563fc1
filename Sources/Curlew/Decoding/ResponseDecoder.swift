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
///
/// A body of more than 32 KiB is decoded off the caller's actor and executor, so that neither a user interface nor
/// other transfers wait for it; a smaller one is decoded where the caller runs.
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
    /// Decodes error bodies too, and lines and events; nil for the client's decoder.
    var bodyDecoder: (any BodyDecoder)?
    /// The value of a 304; nil if that status is an error, like any other that is not acceptable.
    var notModified: (@Sendable () -> Output)?
    /// Whether decoding takes no time, whatever the body's size.
    var isImmediate = false

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

extension ResponseDecoder where Output: Sendable {
    /// Decodes a response; a large body off the caller's actor.
    ///
    /// Throws `.unacceptableStatus`, `.unexpectedContentType`, `.bodyTooLarge`, `.emptyBody`, `.decodingFailed`, and what
    /// reading the body throws.
    func value(
        of response: HTTPResponse, decoder: any BodyDecoder, bodyLimit: Int
    ) async throws(NetworkError) -> Output {
        let limit = self.bodyLimit ?? bodyLimit
        guard acceptableStatus.contains(response.status.code) else {
            if response.status == .notModified, let notModified { return notModified() }
            throw try await response.unacceptableStatus()
        }
        let body = try await body(of: response, limit)
        do {
            try checkType(of: body, response, decoder)
            let content = Content(body: body, head: response.head, decoder: decoder)
            guard body.count > DecodingPlace.largestInPlace, !isImmediate else { return try decode(content) }
            return try await DecodingPlace.elsewhere { try decode(content) }
        } catch {
            throw decodingFailure(error).updating { $0.keepPrefix(of: body) }
        }
    }
}

extension ResponseDecoder {
    /// The same decoder for another output, made of this one's.
    func mapping<Other>(
        isAbsent: @escaping @Sendable (Data) -> Bool, _ decode: @escaping @Sendable (Content) throws -> Other
    ) -> ResponseDecoder<Other> {
        var other = ResponseDecoder<Other>(
            ignoresBody: ignoresBody, accept: accept, accepts: accepts, isAbsent: isAbsent
        ) { content in
            try decode(Content(body: content.body, head: content.head, decoder: content.decoder))
        }
        other.acceptableStatus = acceptableStatus
        other.bodyLimit = bodyLimit
        other.bodyDecoder = bodyDecoder
        other.isImmediate = isImmediate
        return other
    }

    /// The same decoder, for which a 304 is nil.
    func orNotModified() -> ResponseDecoder<Output?> {
        var decoder = mapping(isAbsent: isAbsent) { content -> Output? in try decode(content) }
        decoder.notModified = { nil }
        return decoder
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
        guard !body.isEmpty, let type = response.mediaType, !accepts(type, decoder) else { return }
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
