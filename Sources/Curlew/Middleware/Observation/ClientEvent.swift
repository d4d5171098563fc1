/// One thing that happened to a request of a client; what it does not say is nil.
///
/// No secret shows in it: the URL is without query, and the fields are redacted.
public struct ClientEvent: Sendable {
    /// What happened.
    public let kind: Kind
    /// The number of the send, the same for all its attempts.
    public let sendID: Int
    /// The endpoint's name, which has no value of the call in it and so serves as a label.
    public let endpoint: String
    /// Which attempt of the send it is, from 1.
    public internal(set) var attempt: Int
    /// The time since the attempt started; zero with `started` and `retrying`.
    public internal(set) var elapsed: Duration = .zero
    /// Why the attempt failed, or is followed by another.
    public internal(set) var error: NetworkError?
    /// What the exchange has cost: as of the head with `headReceived`, in all with `ended`.
    public internal(set) var metrics: TransferMetrics?
    /// The pause before the next attempt; only with `retrying`.
    public internal(set) var delay: Duration?
    /// Whether the body was read to its end; only with `ended`.
    public internal(set) var isComplete: Bool?
    /// The head of the answer, once there was one.
    var response: HTTPResponse?
    private let request: HTTPRequest

    init(_ kind: Kind, _ request: HTTPRequest, _ context: MiddlewareContext) {
        self.kind = kind
        self.request = request
        sendID = context.sendID
        endpoint = context.endpoint
        attempt = context.attempt
    }

    /// The method.
    public var method: HTTPRequest.Method { request.method }
    /// The URL without query.
    public var url: String { request.target.redactedURL }
    /// The request's fields, the values of secret ones replaced.
    public var fields: HTTPFields { request.fields.redacted }
    /// The answer's status, once there was a head.
    public var status: HTTPResponse.Status? { response?.status }
    /// The answer's fields, the values of secret ones replaced.
    public var responseFields: HTTPFields? { response?.fields.redacted }
}

extension ClientEvent {
    /// What happened; more kinds can be added.
    public struct Kind: Sendable, Hashable, CustomStringConvertible {
        /// The kind's name.
        public let description: String

        /// An attempt goes to the transport.
        public static let started = Kind(description: "started")
        /// The head of the answer is there.
        public static let headReceived = Kind(description: "headReceived")
        /// The body was read to its end, or let go before.
        public static let ended = Kind(description: "ended")
        /// The attempt failed, before the head or in the body.
        public static let failed = Kind(description: "failed")
        /// The attempt is followed by another one after a pause.
        public static let retrying = Kind(description: "retrying")
    }
}

extension ClientEvent: CustomStringConvertible {
    /// One line: `#7.1 GET https://example.com/people ended: 200, 1240 bytes, 12 ms`.
    public var description: String {
        let details = [
            status.map { "\($0.code)" }, error.map { "\($0.code)" },
            metrics?.bytesReceived.map { "\($0) bytes" }, isComplete == false ? "not read to its end" : nil,
            delay.map { "after \($0.shortText)" }, kind == .started || delay != nil ? nil : elapsed.shortText,
        ].compactMap(\.self).joined(separator: ", ")
        let suffix = details.isEmpty ? "" : ": \(details)"
        return "#\(sendID).\(attempt) \(request.description) \(kind)\(suffix)"
    }
}
