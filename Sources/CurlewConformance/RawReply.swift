import Curlew
import CurlewTesting

/// The bytes that a broken or hostile server sends for one request, and the expected outcome.
struct RawReply: Sendable {
    /// The possible outcomes of a reply.
    enum Outcome: Sendable {
        /// This response.
        case response(Int, String)
        /// An error of one of these codes.
        case error([NetworkError.Code])
        /// A standard leaves the choice to the reader: 200 with this body, or an error of one of these codes.
        case either(String, [NetworkError.Code])

        /// Not valid HTTP.
        static let violation = error([.protocolViolation])
        /// The connection ends before the head is complete.
        static let lost = error([.connectionLost, .protocolViolation])

        /// A reader may accept or refuse it.
        static func lenient(_ body: String) -> Self { either(body, [.protocolViolation]) }
    }

    let input: String
    let bytes: [UInt8]
    let outcome: Outcome
    /// What the server does afterwards.
    let ending: LoopbackServer.Reply.Step
    let method: HTTPRequest.Method
    /// The longest time that the exchange may take.
    var limit = Duration.seconds(5)

    init(
        _ input: String, _ text: String, _ outcome: Outcome,
        then ending: LoopbackServer.Reply.Step = .close, to method: HTTPRequest.Method = .get
    ) {
        self.init(input, bytes: Array(text.utf8), outcome, then: ending, to: method)
    }

    init(
        _ input: String, bytes: [UInt8], _ outcome: Outcome,
        then ending: LoopbackServer.Reply.Step = .close, to method: HTTPRequest.Method = .get
    ) {
        self.input = input
        self.bytes = bytes
        self.outcome = outcome
        self.ending = ending
        self.method = method
    }

    /// The same reply with another time limit for the exchange.
    func within(_ limit: Duration) -> Self {
        var copy = self
        copy.limit = limit
        return copy
    }

    /// The check of this reply.
    var check: ConformanceCheck {
        .check(input) { try await expectOutcome(on: $0) }
    }

    private var reply: LoopbackServer.Reply {
        // The pause lets the bytes arrive: a reset would discard them.
        if case .reset = ending.kind { return .init(.sendBytes(bytes), .pause(.milliseconds(20)), .reset) }
        return .init(.sendBytes(bytes), ending)
    }

    /// Sends a request, and throws unless it has the expected outcome.
    func expectOutcome(on transport: any Transport) async throws {
        // A request that is resent, as its method allows, gets the same reply.
        let server = try LoopbackServer(replies: [reply, reply])
        let request = try HTTPRequest(
            method: method, url: server.url, timeouts: .total(limit),
            options: .init(decoding: .automatic))
        switch outcome {
        case .response(let status, let body):
            try await expectResponse(status, body, to: request, on: transport)
        case .error(let codes): try await expectError(codes) { try await transport.response(to: request) }
        case .either(let body, let codes):
            do {
                try await expectResponse(200, body, to: request, on: transport)
            } catch let error as NetworkError {
                try await expectError(codes) { throw error }
            }
        }
    }

    private func expectResponse(
        _ status: Int, _ body: String, to request: HTTPRequest, on transport: any Transport
    ) async throws {
        let response = try await transport.response(to: request)
        try expect("the status", response.status, is: status)
        try expect("the body", response.text, is: body)
    }
}
