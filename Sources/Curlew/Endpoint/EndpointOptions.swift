/// What one call does otherwise than its client: limits, redirects, retries, credentials, and how it is transported.
///
///     let login = Endpoint<Token>.post("/login", body: .json(user)).with {
///         $0.options.auth = .none
///         $0.options.timeouts.total = .seconds(5)
///     }
public struct EndpointOptions: Sendable {
    /// The limits that take the place of the client's, one by one.
    public var timeouts: Timeouts.Overrides
    /// Which redirects are followed; nil for the client's policy.
    public var redirects: RedirectPolicy?
    /// What is sent again; nil for the client's policy.
    ///
    /// A policy with a budget draws on the client's, which is one for all its requests.
    public var retries: RetryPolicy?
    /// Whose credentials are sent.
    public var auth: Auth
    /// How the transport sends the request; `withResponse`, events and downloads choose the delivery themselves.
    public var transport: HTTPRequest.Options

    /// Makes options; without arguments they are those of the client.
    public init(
        timeouts: Timeouts.Overrides = Timeouts.Overrides(), redirects: RedirectPolicy? = nil,
        retries: RetryPolicy? = nil, auth: Auth = .client,
        transport: HTTPRequest.Options = HTTPRequest.Options(decoding: .automatic)
    ) {
        self.timeouts = timeouts
        self.redirects = redirects
        self.retries = retries
        self.auth = auth
        self.transport = transport
    }

    /// Whose credentials are sent.
    public enum Auth: Sendable {
        /// Those of the client, which go to the origin of its base URL only.
        case client
        /// None but what fields carry.
        case none
        /// Those of this call, which go to the origin of its URL only.
        case own(Authentication)
    }
}
