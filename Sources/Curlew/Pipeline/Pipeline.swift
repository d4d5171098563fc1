/// The path of a request, in fixed order: the middleware of the send and redirects; for each hop, the configuration's
/// middleware; for each attempt, its middleware and the transport.
struct Pipeline: Sendable {
    private let transport: any Transport
    private let middleware: [any Middleware]
    private let redirects: RedirectPolicy
    private let hopMiddleware: HopMiddleware
    private let attemptMiddleware: [any Middleware]
    private let clock: Client.Clock

    init(
        transport: any Transport, middleware: [any Middleware], redirects: RedirectPolicy,
        hopMiddleware: HopMiddleware, attemptMiddleware: [any Middleware], clock: Client.Clock
    ) {
        self.transport = transport
        self.middleware = middleware
        self.redirects = redirects
        self.hopMiddleware = hopMiddleware
        self.attemptMiddleware = attemptMiddleware
        self.clock = clock
    }

    /// Sends a request, and adds its attempts to the earlier ones.
    func perform(
        _ request: HTTPRequest, _ options: SendOptions, attempts: inout Int
    ) async throws(NetworkError) -> HTTPResponse {
        try options.deadline?.check()
        let policy = options.policies?.values.redirects ?? redirects
        let hopMiddleware = hopMiddleware.all(for: options.policies, to: request.target)
        guard policy.isFollowing || hasMiddleware || !hopMiddleware.isEmpty else {
            attempts += 1
            return try await exchange(request, within: options.deadline)
        }
        let redirects = Redirects(policy: policy)
        let number = options.number ?? SendNumber()
        let earlier = number.attempts.count
        defer { attempts += number.attempts.count - earlier }
        let context = MiddlewareContext(
            endpoint: options.endpoint, deadline: options.deadline, sendID: number.id,
            attempts: number.attempts, collect: options.collect, hasOwnCodings: options.hasOwnCodings
        ).limited(by: request.timeouts, clock)
        do {
            guard !middleware.isEmpty else {
                return try await redirects.intercept(
                    request, context: context, next: hop(context, hopMiddleware))
            }
            return try await Self.chain(middleware, context) { request in
                let context = context.limited(by: request.timeouts, clock)
                return try await redirects.intercept(
                    request, context: context, next: hop(context, hopMiddleware))
            }(request)
        } catch {
            throw NetworkError.wrapping(error, as: .middlewareFailed, "a middleware failed")
        }
    }

    private var hasMiddleware: Bool { !middleware.isEmpty || !attemptMiddleware.isEmpty }

    /// Sends one hop.
    private func hop(_ context: MiddlewareContext, _ hopMiddleware: [any Middleware]) -> Middleware.Next {
        Self.chain(hopMiddleware, context, attempt(context))
    }

    /// Sends one attempt; its response or error has its number.
    private func attempt(_ context: MiddlewareContext) -> Middleware.Next {
        { request in
            let number = context.attempts.next()
            do {
                var response =
                    attemptMiddleware.isEmpty
                    ? try await exchange(request, within: context.sendDeadline)
                    : try await Self.chain(attemptMiddleware, context.numbered(number)) { request in
                        try await exchange(request, within: context.sendDeadline)
                    }(request)
                response.attempts = number
                return response
            } catch let error as NetworkError {
                throw error.endpoint == nil ? error.updating { $0.attempts = number } : error
            }
        }
    }

    /// Hands a request to the transport, with the rest of its total limit.
    private func exchange(
        _ request: HTTPRequest, within deadline: SendDeadline?
    ) async throws(NetworkError) -> HTTPResponse {
        var response =
            if let deadline { try await transport.send(request.limited(by: deadline)) } else {
                try await transport.send(request)
            }
        response.target = request.target
        return response
    }

    /// Chains the middleware: each one's `next` calls the following one, and the last one's is `last`.
    private static func chain(
        _ middleware: [any Middleware], _ context: MiddlewareContext, _ last: @escaping Middleware.Next
    ) -> Middleware.Next {
        middleware.reversed().reduce(last) { next, middleware in
            { try await middleware.intercept($0, context: context, next: next) }
        }
    }
}

extension MiddlewareContext {
    fileprivate func numbered(_ attempt: Int) -> MiddlewareContext {
        var context = self
        context.attempt = attempt
        return context
    }
}
