extension HTTPRequest {
    /// How a transport sends one request and hands over its answer.
    ///
    /// A transport that cannot honour an option throws `.unsupported` before any I/O.
    public struct Options: Sendable, Hashable {
        /// Whether the transport undoes the answer's Content-Encoding.
        public var decoding: Decoding
        /// Whether a small answer is handed over at once or as it arrives.
        public var delivery: Delivery
        /// Which version of HTTP is spoken.
        public var httpVersion: VersionChoice
        /// Whether the request asks for `100 Continue` before it sends its body (RFC 9110 §10.1.1).
        ///
        /// A 417 that arrives before any body byte was written is followed by one repeat without the question.
        public var expectContinue: Bool

        /// Makes options; the defaults are those of a bare request.
        public init(
            decoding: Decoding = .raw, delivery: Delivery = .collected,
            httpVersion: VersionChoice = .automatic,
            expectContinue: Bool = false
        ) {
            self.decoding = decoding
            self.delivery = delivery
            self.httpVersion = httpVersion
            self.expectContinue = expectContinue
        }
    }

    /// What happens to a Content-Encoding.
    public enum Decoding: Sendable, Hashable {
        /// The transport decodes the body and removes Content-Encoding and Content-Length from the head.
        ///
        /// A part (206) of encoded data cannot be decoded and is `.contentDecodingFailed`: send `Range` with
        /// `Accept-Encoding: identity`, as a client does unless it is told otherwise.
        case automatic
        /// The body's bytes are those on the wire.
        case raw
    }

    /// When the answer's head is handed over.
    public enum Delivery: Sendable, Hashable {
        /// A small answer that is there at once comes whole; a slow or large one as it arrives.
        case collected
        /// The head comes as soon as it is complete, the body as it arrives.
        case streamed
    }

    /// Which version of HTTP is spoken.
    public enum VersionChoice: Sendable, Hashable {
        /// HTTP/2 where the server offers it on https, otherwise HTTP/1.1.
        ///
        /// The libcurl transport sends a head of more than 65,000 bytes by HTTP/1.1, since HTTP/2's library refuses it.
        /// With a libcurl before 8.1 streamed answers use HTTP/1.1: on HTTP/2 one that is read slowly would hold up all
        /// others from the same server.
        case automatic
        /// HTTP/1.1 only.
        case http1_1
    }
}
