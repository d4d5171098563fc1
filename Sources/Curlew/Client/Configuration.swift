#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

extension Client {
    /// The version of this package.
    public static let version = "0.1"

    /// The settings for every send of a client, unless the endpoint overrides them.
    public struct Configuration: Sendable {
        /// Fields of every request, such as an API's version.
        public var fields: HTTPFields
        /// The User-Agent field's value.
        public var userAgent: String
        /// How long an exchange and its phases may take.
        public var timeouts: Timeouts
        /// Encodes `.json` bodies, with its settings for dates and keys.
        public var encoder: any BodyEncoder
        /// Decodes `.json` responses, with its settings for dates and keys.
        public var decoder: any BodyDecoder
        /// The type of the API's error bodies, decoded by the decoder; nil for none.
        ///
        /// `error.failure(as:)` returns its value. The description of an error contains that of the value, if the type
        /// is `CustomStringConvertible`, on one line of at most 300 characters, otherwise only the type's name: members
        /// of unknown meaning may be secrets, so leave them out of the description. A body that is not of this type
        /// leaves the error as it is.
        public var failureBody: (any (Decodable & Sendable).Type)?
        /// The largest body that a decoder collects, in bytes; a larger one is `.bodyTooLarge`.
        public var bodyLimit: Int
        /// Which redirects are followed.
        public var redirects: RedirectPolicy
        /// How the client authenticates; nil for the user name and password of the base URL, if it has them.
        public var auth: Authentication?
        /// Which failed requests are sent again.
        public var retries: RetryPolicy
        /// Stores and sends cookies; nil for no cookies.
        public var cookies: CookieJar?
        /// The observers of every attempt.
        public var observers: [any Client.Observer]
        /// Whether each attempt gets the `traceparent` field of `TraceContext.current`.
        public var propagatesTraceContext: Bool
        /// The time, and the way to wait.
        public var clock: Client.Clock

        /// Makes a configuration; the defaults are 30 s to the head, 60 s without a byte, JSON, 16 MiB and 10
        /// redirects.
        public init(
            fields: HTTPFields = [:], userAgent: String = "Curlew/\(Client.version)",
            timeouts: Timeouts = Timeouts(), encoder: any BodyEncoder = JSONEncoder(),
            decoder: any BodyDecoder = JSONDecoder(),
            failureBody: (any (Decodable & Sendable).Type)? = nil, bodyLimit: Int = 16 * 1024 * 1024,
            redirects: RedirectPolicy = .follow(), auth: Authentication? = nil,
            retries: RetryPolicy = .none, cookies: CookieJar? = nil, observers: [any Client.Observer] = [],
            propagatesTraceContext: Bool = false, clock: Client.Clock = .system
        ) {
            self.fields = fields
            self.userAgent = userAgent
            self.timeouts = timeouts
            self.encoder = encoder
            self.decoder = decoder
            self.failureBody = failureBody
            self.bodyLimit = bodyLimit
            self.redirects = redirects
            self.auth = auth
            self.retries = retries
            self.cookies = cookies
            self.observers = observers
            self.propagatesTraceContext = propagatesTraceContext
            self.clock = clock
        }
    }
}
