public import CurlewTransport

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Answers requests from a closure instead of the network, and remembers them.
///
///     let transport = ScriptedTransport { request in .json(#"{"name": "Ada"}"#) }
///     let client = Client(baseURL: "https://api.example.com", transport: transport)
///     let user = try await client.send(.user("ada"))
///     #expect(transport.requests.map(\.path) == ["/users/ada"])
///
/// Make a new response in each call, since a body is read once. Requests are checked as every transport checks
/// them; their timeouts do not run.
public final class ScriptedTransport: Transport {
    /// Answers one request; an error that is not a `NetworkError` becomes `.other`.
    public typealias Answer = @Sendable (HTTPRequest) async throws -> HTTPResponse

    /// What the transport claims to be able to do.
    public let capabilities: TransportCapabilities
    private let answer: Answer
    private let received = Lock<[HTTPRequest]>([])

    /// Makes a transport that answers with what the closure returns or throws.
    public init(
        capabilities: TransportCapabilities = TransportCapabilities(transport: "scripted"),
        answer: @escaping Answer
    ) {
        self.capabilities = capabilities
        self.answer = answer
    }

    /// The requests so far, in order, as they would have been sent: bodies encoded, Content-Type set.
    public var requests: [HTTPRequest] { received.withLock { $0 } }

    /// Answers a request; throws what checking it or the closure throws, and `.cancelled` in a cancelled task.
    public func send(_ request: HTTPRequest) async throws(NetworkError) -> HTTPResponse {
        let request = try request.prepared()
        do {
            try Task.checkCancellation()
            received.withLock { $0.append(request) }
            let response = try await answer(request)
            try Task.checkCancellation()
            return response
        } catch {
            throw .wrapping(error, as: .other, "the script failed")
        }
    }
}

extension HTTPResponse {
    /// An answer whose body is JSON text.
    public static func json(_ text: String, status: Status = 200) -> Self {
        HTTPResponse(
            status: status, fields: [.contentType: "application/json"], body: .data(Data(text.utf8)))
    }
}
