/// The middleware of each hop, the outermost first: retries, auth.
struct HopMiddleware: Sendable {
    private let retries: RetryPolicy
    private let auth: Authentication?
    /// The origin of the client's credentials; nil for a client without a base URL.
    private let origin: HTTPRequest.Target?
    private let clock: Client.Clock
    private let observers: [any Client.Observer]
    private let budget: SharedRetryBudget
    /// The middleware of an endpoint without policies of its own.
    private var standard: [any Middleware] = []

    init(
        retries: RetryPolicy, auth: Authentication?, origin: HTTPRequest.Target?, clock: Client.Clock,
        observers: [any Client.Observer], budget: SharedRetryBudget
    ) {
        self.retries = retries
        self.auth = auth
        self.origin = origin
        self.clock = clock
        self.observers = observers
        self.budget = budget
        standard = middleware(retries) + middleware(auth, origin)
    }

    /// The middleware for an endpoint whose request is sent to a target; without policies of its own it has the client's.
    func all(
        for policies: EndpointOptions.Policies?, to target: HTTPRequest.Target
    ) -> [any Middleware] {
        guard let policies else { return standard }
        let retries = middleware(policies.values.retries ?? retries)
        return switch policies.values.auth.kind {
        case .client: retries + middleware(auth, origin)
        case .none: retries
        case .own(let own): retries + middleware(own, target)
        }
    }

    private func middleware(_ policy: RetryPolicy) -> [any Middleware] {
        guard policy.maxRetries > 0 else { return [] }
        return [Retries(policy, clock: clock, observers: observers, budget: budget)]
    }

    private func middleware(_ auth: Authentication?, _ origin: HTTPRequest.Target?) -> [any Middleware] {
        guard let auth, let origin else { return [] }
        return [Authenticator(auth, origin: origin, clock: clock)]
    }
}
