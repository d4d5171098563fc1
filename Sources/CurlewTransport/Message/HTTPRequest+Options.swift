extension HTTPRequest {
    /// How a transport sends one request and delivers its response.
    ///
    /// A transport that cannot honour an option throws `.unsupported` before any I/O.
    public struct Options: Sendable, Hashable {
        /// Whether the transport decodes the response's Content-Encoding.
        public var decoding: Decoding
        /// Whether a small response is delivered complete or as it arrives.
        public var delivery: Delivery
        /// Which HTTP version is used.
        public var httpVersion: VersionChoice
        /// Whether the request asks for `100 Continue` before it sends its body (RFC 9110 §10.1.1).
        ///
        /// A 417 that arrives before any body byte was written is followed by one repeat without `Expect`.
        public var expectContinue: Bool
        /// Nil if proxy and unix socket are the transport's, as for most requests, whose options are then cheap to copy.
        package var ownConnection: OwnConnection?

        /// Makes options; the defaults are those of a bare request.
        public init(
            decoding: Decoding = .raw, delivery: Delivery = .collected,
            httpVersion: VersionChoice = .automatic, expectContinue: Bool = false,
            proxy: TransportConfiguration.Proxy? = nil, unixSocket: TransportConfiguration.UnixSocket? = nil
        ) {
            ownConnection = OwnConnection(proxy: proxy, unixSocket: unixSocket)
            self.decoding = decoding
            self.delivery = delivery
            self.httpVersion = httpVersion
            self.expectContinue = expectContinue
        }
    }

    /// What happens to a response's Content-Encoding; more ways can be added without breaking a caller.
    public struct Decoding: Sendable, Hashable {
        private enum Kind { case automatic, raw }

        private let kind: Kind

        /// The transport decodes the body and removes Content-Encoding and Content-Length from the head.
        ///
        /// A part (206) of encoded data cannot be decoded and is `.contentDecodingFailed`: send `Range` with
        /// `Accept-Encoding: identity`, as the client does by default.
        public static let automatic = Decoding(kind: .automatic)
        /// The body's bytes are those on the wire.
        public static let raw = Decoding(kind: .raw)
    }

    /// When the response's head is delivered; more ways can be added without breaking a caller.
    public struct Delivery: Sendable, Hashable {
        private enum Kind { case collected, streamed }

        private let kind: Kind

        /// A small response that arrives at once is delivered complete, a slow or large one as it arrives.
        public static let collected = Delivery(kind: .collected)
        /// The head is delivered as soon as it is complete, the body as it arrives.
        public static let streamed = Delivery(kind: .streamed)
    }

    /// Which HTTP version is used; more choices can be added without breaking a caller.
    public struct VersionChoice: Sendable, Hashable {
        package enum Kind { case automatic, http1_1 }

        package let kind: Kind

        /// HTTP/2 where the server offers it on https, otherwise HTTP/1.1.
        ///
        /// The libcurl transport sends a head of more than 65,000 bytes over HTTP/1.1, since nghttp2 refuses it. With
        /// libcurl before 8.1, streamed responses use HTTP/1.1: over HTTP/2 a slow reader would stall all other
        /// responses from the same server.
        public static let automatic = VersionChoice(kind: .automatic)
        /// HTTP/1.1 only.
        public static let http1_1 = VersionChoice(kind: .http1_1)
    }
}
