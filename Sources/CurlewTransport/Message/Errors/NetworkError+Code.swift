extension NetworkError {
    /// What kind of failure an error is; more kinds can be added without breaking a caller.
    public struct Code: Sendable, Hashable, RawRepresentable {
        /// The stable name, as programs print it.
        public let rawValue: String

        /// Makes a code; nil for a name that this version does not know.
        public init?(rawValue: String) {
            guard let kind = Kind(rawValue: rawValue) else { return nil }
            self.init(kind)
        }

        private init(_ kind: Kind) {
            rawValue = kind.rawValue
        }

        private enum Kind: String, CaseIterable {
            case invalidURL, invalidRequest, encodingFailed, unsupported, cannotResolve, cannotConnect,
                tlsFailed
            case proxyFailed, timedOut, cancelled, connectionLost, incompleteBody, protocolViolation
            case headersTooLarge, contentDecodingFailed, bodyTooLarge, bodyNotReplayable, tooManyRedirects
            case redirectRefused, unacceptableStatus, unexpectedContentType, emptyBody, decodingFailed
            case failureReported, closed, middlewareFailed, fileFailed, checksumMismatch, pagingLoop
            case addressRefused, other
        }

        /// The URL, base URL or path cannot be used.
        public static let invalidURL = Code(.invalidURL)
        /// The request's method, a field, its framing or a timeout is invalid.
        public static let invalidRequest = Code(.invalidRequest)
        /// The encoder could not encode the request's value.
        public static let encodingFailed = Code(.encodingFailed)
        /// This transport cannot do what the request asks for.
        public static let unsupported = Code(.unsupported)
        /// The host's name has no address.
        public static let cannotResolve = Code(.cannotResolve)
        /// No connection could be made, or it broke during the TLS handshake: no byte of the request was sent.
        public static let cannotConnect = Code(.cannotConnect)
        /// The server's certificate or this client was rejected in the TLS handshake, or with TLS 1.3 right after it.
        public static let tlsFailed = Code(.tlsFailed)
        /// A proxy refused the request.
        public static let proxyFailed = Code(.proxyFailed)
        /// A limit of `Timeouts` passed; `phase` says which.
        public static let timedOut = Code(.timedOut)
        /// The calling task was cancelled; thrown in place of a `CancellationError`.
        public static let cancelled = Code(.cancelled)
        /// The connection was lost before a response; `mayHaveBeenProcessed` says whether the server may have acted.
        public static let connectionLost = Code(.connectionLost)
        /// The body ended before its declared length or last chunk.
        public static let incompleteBody = Code(.incompleteBody)
        /// What the server sent is not HTTP.
        public static let protocolViolation = Code(.protocolViolation)
        /// The response's head is larger than the limit.
        public static let headersTooLarge = Code(.headersTooLarge)
        /// The body is not what its Content-Encoding says.
        public static let contentDecodingFailed = Code(.contentDecodingFailed)
        /// A body, line or event is larger than its ceiling.
        public static let bodyTooLarge = Code(.bodyTooLarge)
        /// The request had to be sent again and its body can be read only once.
        public static let bodyNotReplayable = Code(.bodyNotReplayable)
        /// More redirects than the policy allows.
        public static let tooManyRedirects = Code(.tooManyRedirects)
        /// The policy does not allow the target of a redirect or of a link to the next page.
        public static let redirectRefused = Code(.redirectRefused)
        /// The decoder does not accept the status; the error keeps the start of the body.
        public static let unacceptableStatus = Code(.unacceptableStatus)
        /// The decoder does not accept the body's media type.
        public static let unexpectedContentType = Code(.unexpectedContentType)
        /// The decoder needs a body, but there is none.
        public static let emptyBody = Code(.emptyBody)
        /// The decoder could not decode the body.
        public static let decodingFailed = Code(.decodingFailed)
        /// The server reported a failure within a stream that had begun well: an event named `error`, or a line or event
        /// that is not a value but the client's `failureBody`.
        public static let failureReported = Code(.failureReported)
        /// The transport was shut down, or the body was already read.
        public static let closed = Code(.closed)
        /// A middleware threw an error of its own, kept as underlying error.
        public static let middlewareFailed = Code(.middlewareFailed)
        /// A file could not be read or written; `errno` says why.
        public static let fileFailed = Code(.fileFailed)
        /// The downloaded bytes do not have the expected checksum.
        public static let checksumMismatch = Code(.checksumMismatch)
        /// A page links to one that was already fetched.
        public static let pagingLoop = Code(.pagingLoop)
        /// The transport's address policy does not allow the address of the host; nothing was sent.
        public static let addressRefused = Code(.addressRefused)
        /// Any other failure of the underlying library, whose error is kept.
        public static let other = Code(.other)

        /// Lets `catch NetworkError.Code.timedOut` match an error with that code.
        public static func ~= (code: Code, error: any Error) -> Bool {
            (error as? NetworkError)?.code == code
        }
    }
}

extension NetworkError.Code: CaseIterable {
    /// Every code, in the order of the documentation.
    public static let allCases: [Self] = Kind.allCases.map(Self.init)
}

extension NetworkError.Code: CustomStringConvertible {
    /// The stable name.
    public var description: String { rawValue }
}
