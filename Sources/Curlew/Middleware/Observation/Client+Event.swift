extension Client {
    /// An event in the life of a client's request; properties that do not apply are nil.
    ///
    /// It contains no secrets: the URL has no query, and the fields are redacted.
    public struct Event: Sendable {
        /// What happened.
        public let kind: Kind
        /// The number of the send, the same for all its attempts.
        public let sendID: Int
        /// The endpoint's name, which contains no value of the call and so can serve as a label.
        public let endpoint: String
        /// The number of the attempt, from 1.
        public internal(set) var attempt: Int
        /// The time since the attempt started; zero with `started` and `retrying`.
        public internal(set) var elapsed: Duration = .zero
        /// Why the attempt failed or is retried.
        public internal(set) var error: NetworkError?
        /// The metrics of the exchange: up to the head with `headReceived`, complete with `ended`.
        public internal(set) var metrics: TransferMetrics?
        /// The delay before the next attempt; only with `retrying`.
        public internal(set) var delay: Duration?
        /// Whether the body was read to its end; only with `ended`.
        public internal(set) var isComplete: Bool?
        /// The head of the response, once received.
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
        /// The request's fields, with secret values redacted.
        public var fields: HTTPFields { request.fields.redacted }
        /// The response's status, once the head was received.
        public var status: HTTPResponse.Status? { response?.status }
        /// The response's fields, with secret values redacted.
        public var responseFields: HTTPFields? { response?.fields.redacted }
    }
}

extension Client.Event {
    /// What happened; more kinds can be added.
    public struct Kind: Sendable, Hashable, CustomStringConvertible {
        /// The kind's name.
        public let description: String

        /// An attempt is handed to the transport.
        public static let started = Kind(description: "started")
        /// The head of the response has arrived.
        public static let headReceived = Kind(description: "headReceived")
        /// The body was read to its end, or dropped before.
        public static let ended = Kind(description: "ended")
        /// The attempt failed, before the head or in the body.
        public static let failed = Kind(description: "failed")
        /// Another attempt follows after a delay.
        public static let retrying = Kind(description: "retrying")
    }
}

extension Client.Event: CustomStringConvertible {
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
