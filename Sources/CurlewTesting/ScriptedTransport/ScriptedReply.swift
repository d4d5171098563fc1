public import CurlewTransport

#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// A response of a ``ScriptedTransport`` as a value, which can be sent any number of times, or a failure.
///
///     let transport = ScriptedTransport([.status(503), .json(User(name: "Ada")), .failure(offline)])
public struct ScriptedReply: Sendable {
    private let make: @Sendable (HTTPRequest) async throws -> HTTPResponse

    /// A response that a closure makes from the request; it may throw.
    public static func script(
        _ make: @escaping @Sendable (HTTPRequest) async throws -> HTTPResponse
    ) -> ScriptedReply {
        ScriptedReply(make: make)
    }

    /// A response with a status, fields and no body.
    public static func status(
        _ status: HTTPResponse.Status, fields: HTTPFields = [:]
    ) -> ScriptedReply {
        ScriptedReply { _ in HTTPResponse(status: status, fields: fields) }
    }

    /// A response with bytes as its body.
    public static func data(
        _ data: Data, contentType: String = "application/octet-stream", status: HTTPResponse.Status = 200
    ) -> ScriptedReply {
        ScriptedReply { _ in
            HTTPResponse(status: status, fields: [.contentType: contentType], body: .data(data))
        }
    }

    /// A response with text in UTF-8.
    public static func text(
        _ text: String, contentType: String = "text/plain; charset=utf-8", status: HTTPResponse.Status = 200
    ) -> ScriptedReply {
        .data(Data(text.utf8), contentType: contentType, status: status)
    }

    /// A response with JSON text.
    public static func json(_ text: String, status: HTTPResponse.Status = 200) -> ScriptedReply {
        .text(text, contentType: "application/json", status: status)
    }

    /// A response with a value as JSON; one that cannot be encoded fails the send with `.encodingFailed`.
    public static func json(
        _ value: some Encodable & Sendable, status: HTTPResponse.Status = 200,
        encoder: JSONEncoder = JSONEncoder()
    ) -> ScriptedReply {
        ScriptedReply { _ in
            do {
                let data = try encoder.encode(value)
                return HTTPResponse(
                    status: status, fields: [.contentType: "application/json"], body: .data(data))
            } catch {
                throw NetworkError(
                    .encodingFailed, "the reply's value could not be encoded", underlying: error)
            }
        }
    }

    /// A response with the bytes of a file, read for each request; the send fails with `.fileFailed` without it.
    public static func file(
        _ path: String, contentType: String = "application/octet-stream",
        status: HTTPResponse.Status = 200
    ) -> ScriptedReply {
        ScriptedReply { _ in
            let bytes = Lock(Data())
            try await RequestBody.file(path).forEachChunk { chunk in bytes.withLock { $0 += chunk } }
            return HTTPResponse(
                status: status, fields: [.contentType: contentType], body: .data(bytes.withLock { $0 }))
        }
    }

    /// A response whose body takes steps: chunks, waits and faults.
    public static func stream(
        _ steps: [BodyStep], contentType: String = "application/octet-stream",
        status: HTTPResponse.Status = 200
    ) -> ScriptedReply {
        ScriptedReply { _ in
            HTTPResponse(status: status, fields: [.contentType: contentType], body: .scripted(steps))
        }
    }

    /// A failure of the exchange before its head.
    public static func failure(_ error: NetworkError) -> ScriptedReply {
        ScriptedReply { _ in throw error }
    }

    /// The same reply after a delay of the test clock; needs ``TestClock/run(_:)``.
    public func delayed(by delay: Duration) -> ScriptedReply {
        ScriptedReply { request in
            try await TestClock.ofCurrentTest().sleep(for: delay)
            return try await make(request)
        }
    }

    /// The same reply with more fields; they replace those of the same names.
    public func with(_ fields: HTTPFields) -> ScriptedReply {
        ScriptedReply { request in
            var response = try await make(request)
            response.fields.merge(fields)
            return response
        }
    }

    /// The response to a request; throws what the reply fails with.
    public func response(to request: HTTPRequest) async throws -> HTTPResponse {
        try await make(request)
    }
}
