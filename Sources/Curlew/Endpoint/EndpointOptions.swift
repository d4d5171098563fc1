/// What one call does otherwise than its client: limits, redirects, retries, credentials, and how it is sent.
///
///     let login = Endpoint<Token>.post("/login", body: .json(user)).with {
///         $0.options.auth = .none
///         $0.options.timeouts.total = .seconds(5)
///     }
public struct EndpointOptions: Sendable {
    /// The limits that take the place of the client's, one by one.
    public var timeouts: Timeouts.Overrides
    /// How the transport sends the request; `withResponse`, events and downloads choose the delivery themselves.
    public var transport: HTTPRequest.Options
    /// Nil where all are those of the client, as in most endpoints, which are then cheap to copy.
    private(set) var policies: Policies?

    /// Makes options; without arguments they are those of the client.
    public init(
        timeouts: Timeouts.Overrides = Timeouts.Overrides(), redirects: RedirectPolicy? = nil,
        retries: RetryPolicy? = nil, auth: Auth = .client,
        transport: HTTPRequest.Options = HTTPRequest.Options(decoding: .automatic)
    ) {
        self.timeouts = timeouts
        self.transport = transport
        if redirects != nil { self.redirects = redirects }
        if retries != nil { self.retries = retries }
        if case .client = auth { return }
        self.auth = auth
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

// What a client's policies are replaced by.
extension EndpointOptions {
    /// Which redirects are followed; nil for the client's policy.
    public var redirects: RedirectPolicy? {
        get { policies?.redirects }
        set { policies = Policies(redirects: newValue, retries: retries, auth: auth) }
    }

    /// What is sent again; nil for the client's policy.
    ///
    /// A policy with a budget draws on the client's, which is one for all its requests.
    public var retries: RetryPolicy? {
        get { policies?.retries }
        set { policies = Policies(redirects: redirects, retries: newValue, auth: auth) }
    }

    /// Whose credentials are sent.
    public var auth: Auth {
        get { policies?.auth ?? .client }
        set { policies = Policies(redirects: redirects, retries: retries, auth: newValue) }
    }

    /// The policies of one call.
    final class Policies: Sendable {
        let redirects: RedirectPolicy?
        let retries: RetryPolicy?
        let auth: Auth

        init(redirects: RedirectPolicy?, retries: RetryPolicy?, auth: Auth) {
            self.redirects = redirects
            self.retries = retries
            self.auth = auth
        }
    }
}
