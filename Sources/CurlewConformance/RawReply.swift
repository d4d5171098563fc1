import Curlew
import CurlewTesting

/// What a broken or hostile server sends for one request, byte by byte, and what must come of it.
struct RawReply: Sendable {
    /// What may come of a reply.
    enum Outcome: Sendable {
        /// This answer.
        case answer(Int, String)
        /// An error of one of these codes.
        case error([NetworkError.Code])
        /// What a standard lets a reader choose: 200 with this body, or an error of one of these codes.
        case either(String, [NetworkError.Code])

        /// What is no HTTP.
        static let violation = error([.protocolViolation])
        /// What ends before the head has.
        static let lost = error([.connectionLost, .protocolViolation])

        /// What a reader may accept or refuse.
        static func lenient(_ body: String) -> Self { either(body, [.protocolViolation]) }
    }

    let input: String
    let bytes: [UInt8]
    let outcome: Outcome
    /// What the server does then.
    let ending: LoopbackServer.Reply.Step
    let method: HTTPRequest.Method
    /// How long the exchange may take.
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

    /// The same reply in an exchange that may take so long.
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
        // The pause lets the bytes arrive before a reset takes them away.
        if case .reset = ending { return .init(.sendBytes(bytes), .pause(.milliseconds(20)), .reset) }
        return .init(.sendBytes(bytes), ending)
    }

    /// Sends a request, and throws unless this reply comes to its outcome.
    func expectOutcome(on transport: any Transport) async throws {
        // A request that is sent again, as its method allows, gets the same reply.
        let server = try LoopbackServer(replies: [reply, reply])
        let request = try HTTPRequest(
            method: method, url: server.url, timeouts: .total(limit),
            options: .init(decoding: .automatic))
        switch outcome {
        case .answer(let status, let body): try await expectAnswer(status, body, to: request, on: transport)
        case .error(let codes): try await expectError(codes) { try await transport.answer(to: request) }
        case .either(let body, let codes):
            do {
                try await expectAnswer(200, body, to: request, on: transport)
            } catch let error as NetworkError {
                try await expectError(codes) { throw error }
            }
        }
    }

    private func expectAnswer(
        _ status: Int, _ body: String, to request: HTTPRequest, on transport: any Transport
    ) async throws {
        let answer = try await transport.answer(to: request)
        try expect("the status", answer.status, is: status)
        try expect("the body", answer.text, is: body)
    }
}
