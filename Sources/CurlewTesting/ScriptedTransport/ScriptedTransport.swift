public import CurlewTransport

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Responds to requests from a script instead of the network, and remembers them.
///
///     let transport = ScriptedTransport { request in .json(#"{"name": "Ada"}"#) }
///     let client = Client(baseURL: "https://api.example.com", transport: transport)
///     let user = try await client.send(.user("ada"))
///     #expect(transport.requests.map(\.path) == ["/users/ada"])
///
/// The script is a closure, a list of replies or a table of routes. A closure makes a new response in each call, since a
/// body is read once. Requests are checked as in every transport.
///
/// In ``TestClock/run(_:)`` the limits of a request pass: a script that waits for the clock, and a body that does, end
/// with `.timedOut` as over a real transport. Elsewhere no limit passes.
public final class ScriptedTransport: Transport {
    /// Responds to one request; an error that is not a `NetworkError` becomes `.other`.
    public typealias Script = @Sendable (HTTPRequest) async throws -> HTTPResponse

    /// The features that the transport claims to have.
    public let capabilities: TransportCapabilities
    private let connectDelay: Duration
    private let script: Script
    private let routes: RouteScript?
    private let received = Lock<[HTTPRequest]>([])

    /// Makes a transport that responds with what the closure returns or throws.
    ///
    /// - Parameters:
    ///   - capabilities: the features that the transport claims to have.
    ///   - connectDelay: how long each exchange takes to get a connection, in ``TestClock/run(_:)``.
    ///   - script: makes the response to a request.
    public init(
        capabilities: TransportCapabilities = standardCapabilities, connectDelay: Duration = .zero,
        script: @escaping Script
    ) {
        self.capabilities = capabilities
        self.connectDelay = connectDelay
        self.script = script
        routes = nil
    }

    /// Makes a transport that responds with the first matching route that has a reply left.
    ///
    /// A request that no route takes fails with `.unsupported`; the message names the nearest route and the difference.
    ///
    /// - Parameters:
    ///   - capabilities: the features that the transport claims to have.
    ///   - connectDelay: how long each exchange takes to get a connection, in ``TestClock/run(_:)``.
    ///   - routes: which requests get which replies.
    public init(
        capabilities: TransportCapabilities = standardCapabilities, connectDelay: Duration = .zero,
        routes: [ScriptedRoute]
    ) {
        let table = RouteScript(routes)
        self.capabilities = capabilities
        self.connectDelay = connectDelay
        self.routes = table
        script = { try await table.reply(to: $0).response(to: $0) }
    }

    /// Makes a transport that sends the first reply to the first request, and so on; one more request fails with
    /// `.unsupported`.
    public convenience init(_ replies: [ScriptedReply]) {
        self.init(routes: [ScriptedRoute(nil, "**", replies: replies)])
    }

    /// The capabilities of a scripted transport, which has every feature.
    public static let standardCapabilities = TransportCapabilities(transport: "scripted")

    /// The routes that have taken no request and the replies that were not sent, in words; empty for a closure.
    public var unused: [String] { routes?.unused ?? [] }

    /// Throws `.other` if a route has taken no request, or a reply was not sent.
    ///
    ///     #expect(throws: Never.self) { try transport.verifyAllUsed() }
    public func verifyAllUsed() throws(NetworkError) {
        let unused = unused
        guard unused.isEmpty else {
            throw NetworkError(.other, "not used: \(unused.joined(separator: "; "))")
        }
    }

    /// The requests so far, in order, as they would have been sent: Content-Type set, bodies encoded and in memory.
    public var requests: [HTTPRequest] { received.withLock { $0 } }

    /// Responds to a request; throws what the check or the closure throws, and `.cancelled` in a cancelled task.
    public func send(_ request: HTTPRequest) async throws(NetworkError) -> HTTPResponse {
        let request = try request.prepared()
        do {
            try Task.checkCancellation()
            let response = try await respond(to: request)
            try Task.checkCancellation()
            return response
        } catch {
            throw .wrapping(error, as: .other, "the script failed")
        }
    }

    private func respond(to request: HTTPRequest) async throws -> HTTPResponse {
        guard let clock = TestClock.current else { return try await perform(request) }
        let exchange = ScriptedExchange(request.timeouts, clock)
        return try await exchange.response(connectingFor: connectDelay) { try await self.perform(request) }
    }

    private func perform(_ request: HTTPRequest) async throws -> HTTPResponse {
        let request = try await request.withBodyInMemory()
        received.withLock { $0.append(request) }
        return try await script(request)
    }
}

extension HTTPResponse {
    /// A response with JSON text as its body.
    public static func json(_ text: String, status: Status = 200) -> Self {
        HTTPResponse(
            status: status, fields: [.contentType: "application/json"], body: .data(Data(text.utf8)))
    }
}
