/// The settings of one call that differ from its client's: limits, redirects, retries, credentials, error bodies, and
/// transport.
///
///     let login = Endpoint<Token>.post("/login", body: .json(user)).with {
///         $0.options.auth = .none
///         $0.options.timeouts.total = .seconds(5)
///     }
public struct EndpointOptions: Sendable {
    /// The limits that replace the client's, each on its own.
    public var timeouts: Timeouts.Overrides
    /// How the transport sends the request; `withResponse`, events and downloads choose the delivery themselves.
    public var transport: HTTPRequest.Options
    /// Nil if all are the client's, as in most endpoints, which are then cheap to copy.
    private(set) var policies: Policies?

    /// Makes options; without arguments they are the client's.
    public init(
        timeouts: Timeouts.Overrides = Timeouts.Overrides(), redirects: RedirectPolicy? = nil,
        retries: RetryPolicy? = nil, auth: Auth = .client,
        failureBody: (any (Decodable & Sendable).Type)? = nil,
        transport: HTTPRequest.Options = HTTPRequest.Options(decoding: .automatic)
    ) {
        self.timeouts = timeouts
        self.transport = transport
        if redirects != nil { self.redirects = redirects }
        if retries != nil { self.retries = retries }
        if failureBody != nil { self.failureBody = failureBody }
        if case .client = auth.kind { return }
        self.auth = auth
    }

    /// Whose credentials are sent; more choices can be added without breaking a caller.
    public struct Auth: Sendable {
        enum Kind: Sendable {
            case client
            case none
            case own(Authentication)
        }

        let kind: Kind

        /// The client's, which are sent only to the origin of its base URL.
        public static let client = Auth(kind: .client)
        /// None, except those in the fields of the endpoint.
        public static let none = Auth(kind: .none)

        /// The call's own, which are sent only to the origin of its URL.
        ///
        /// Like `none`, they replace the client's `auth`, the `Authorization` field of its configuration, and the user
        /// name and password of its base URL and of the endpoint's URL. An `Authorization` field of the endpoint wins.
        public static func own(_ authentication: Authentication) -> Auth { Auth(kind: .own(authentication)) }
    }
}

// The policies that replace the client's.
extension EndpointOptions {
    /// Which redirects are followed; nil for the client's policy.
    public var redirects: RedirectPolicy? {
        get { policies?.values.redirects }
        set { change { $0.redirects = newValue } }
    }

    /// Which requests are retried; nil for the client's policy.
    ///
    /// A policy with a budget uses the client's, which all its requests share.
    public var retries: RetryPolicy? {
        get { policies?.values.retries }
        set { change { $0.retries = newValue } }
    }

    /// Whose credentials are sent.
    public var auth: Auth {
        get { policies?.values.auth ?? .client }
        set { change { $0.auth = newValue } }
    }

    /// The type of the call's error bodies; nil for the client's `failureBody`.
    public var failureBody: (any (Decodable & Sendable).Type)? {
        get { policies?.values.failureBody }
        set { change { $0.failureBody = newValue } }
    }

    /// Whether the call has credentials of its own, or none, in place of all others.
    var replacesAuth: Bool {
        guard let policies else { return false }
        if case .client = policies.values.auth.kind { return false }
        return true
    }

    private mutating func change(_ change: (inout Policies.Values) -> Void) {
        var values = policies?.values ?? Policies.Values()
        change(&values)
        policies = Policies(values)
    }

    /// The policies of one call, in one reference.
    final class Policies: Sendable {
        struct Values: Sendable {
            var redirects: RedirectPolicy?
            var retries: RetryPolicy?
            var auth = Auth.client
            var failureBody: (any (Decodable & Sendable).Type)?
        }

        let values: Values

        init(_ values: Values) {
            self.values = values
        }
    }
}
