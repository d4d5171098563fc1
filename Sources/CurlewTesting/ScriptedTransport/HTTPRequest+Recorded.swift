public import CurlewTransport

#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// What a recorded request contains, for expectations.
extension HTTPRequest {
    /// The names and values of the query, read as a form: percent-decoded, `+` as a space.
    public var queryItems: [LoopbackServer.Field] {
        target.query.map { FormText.fields(in: $0.utf8) } ?? []
    }

    /// The first value of that name in the query; nil without one.
    public func queryValue(_ name: String) -> String? {
        queryItems.first { $0.name == name }?.value
    }

    /// The bytes of the body; empty without one.
    ///
    /// A ``ScriptedTransport`` reads files, forms and streams into memory before it calls its script, unless they
    /// declare more than 64 MiB.
    public var bodyData: Data { body?.data ?? Data() }

    /// The body as text in UTF-8.
    public var bodyText: String { String(decoding: bodyData, as: UTF8.self) }

    /// The body as a JSON value; throws `.decodingFailed`.
    public func decodeBody<Value: Decodable>(
        as type: Value.Type = Value.self, by decoder: JSONDecoder = JSONDecoder()
    ) throws(NetworkError) -> Value {
        do {
            return try decoder.decode(type, from: bodyData)
        } catch {
            throw NetworkError(.decodingFailed, "the request's body is not a \(type)", underlying: error)
        }
    }

    /// The names and values of a body in `application/x-www-form-urlencoded`.
    public var formItems: [LoopbackServer.Field] { FormText.fields(in: bodyData) }

    /// The largest body that is read into memory; a larger one is passed on unread.
    private static var recordedLimit: Int64 { 64 << 20 }

    /// Returns the request with its body in memory; throws what reading it throws.
    consuming func withBodyInMemory() async throws(NetworkError) -> HTTPRequest {
        var request = self
        guard let body = request.body, body.data == nil else { return request }
        guard try body.measuredLength() ?? 0 <= Self.recordedLimit else { return request }
        let bytes = Lock(Data())
        try await body.forEachChunk { chunk in bytes.withLock { $0 += chunk } }
        request.body = .data(bytes.withLock { $0 }, contentType: body.contentType)
        return request
    }
}
