/// The middleware of each hop, the outermost first: retries, auth.
struct HopMiddleware: Sendable {
    private let configuration: Client.Configuration
    /// Where the client's credentials are sent; nil for a client without a base URL.
    private let origin: HTTPRequest.Target?
    private let budget: SharedRetryBudget
    /// The middleware of endpoints that replace neither.
    private let standard: [any Middleware]

    init(_ configuration: Client.Configuration, origin: HTTPRequest.Target?, budget: SharedRetryBudget) {
        self.configuration = configuration
        self.origin = origin
        self.budget = budget
        let retries = Self.retries(configuration.retries, configuration, budget)
        standard = retries + Self.auth(configuration.auth, origin, configuration)
    }

    /// The middleware for an endpoint's policies and target; nil policies are the client's.
    func all(
        for policies: EndpointOptions.Policies?, to target: HTTPRequest.Target
    ) -> [any Middleware] {
        guard let policies else { return standard }
        let retries = Self.retries(policies.retries ?? configuration.retries, configuration, budget)
        return switch policies.auth {
        case .client: retries + Self.auth(configuration.auth, origin, configuration)
        case .none: retries
        case .own(let own): retries + Self.auth(own, target, configuration)
        }
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
