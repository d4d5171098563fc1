/// What is done for each hop, the outermost first: retries, auth.
struct HopMiddleware: Sendable {
    private let configuration: Client.Configuration
    /// Where the client's credentials go; nil for a client without a base URL.
    private let origin: HTTPRequest.Target?
    private let budget: SharedRetryBudget
    /// For an endpoint that overrides neither.
    private let standard: [any Middleware]

    init(_ configuration: Client.Configuration, origin: HTTPRequest.Target?, budget: SharedRetryBudget) {
        self.configuration = configuration
        self.origin = origin
        self.budget = budget
        let retries = Self.retries(configuration.retries, configuration, budget)
        standard = retries + Self.auth(configuration.auth, origin, configuration)
    }

    /// The middleware for an endpoint whose request goes to a target.
    func all(for options: EndpointOptions, to target: HTTPRequest.Target) -> [any Middleware] {
        let auth: (Authentication?, origin: HTTPRequest.Target?)
        switch (options.auth, options.retries) {
        case (.client, nil): return standard
        case (.client, _): auth = (configuration.auth, origin)
        case (.none, _): auth = (nil, nil)
        case (.own(let own), _): auth = (own, target)
        }
        let retries = Self.retries(options.retries ?? configuration.retries, configuration, budget)
        return retries + Self.auth(auth.0, auth.origin, configuration)
    }

    private static func retries(
        _ policy: RetryPolicy, _ configuration: Client.Configuration, _ budget: SharedRetryBudget
    ) -> [any Middleware] {
        guard policy.maxRetries > 0 else { return [] }
        return [
            Retries(policy, clock: configuration.clock, observers: configuration.observers, budget: budget)
        ]
    }

    private static func auth(
        _ auth: Authentication?, _ origin: HTTPRequest.Target?, _ configuration: Client.Configuration
    ) -> [any Middleware] {
        guard let auth, let origin else { return [] }
        return [Authenticator(auth, origin: origin, clock: configuration.clock)]
    }
}
