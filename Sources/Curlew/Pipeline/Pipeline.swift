import Synchronization

/// The way of a request, in its one fixed order: the middleware of the send, redirects; then for each hop what the
/// configuration adds to it; then for each attempt the middleware of the exchange and the transport.
struct Pipeline: Sendable {
    private let transport: any Transport
    private let middleware: [any Middleware]
    private let redirects: RedirectPolicy
    private let hopMiddleware: [any Middleware]
    private let exchangeMiddleware: [any Middleware]
    private let clock: ClientClock

    init(
        transport: any Transport, middleware: [any Middleware], redirects: RedirectPolicy,
        hopMiddleware: [any Middleware], exchangeMiddleware: [any Middleware], clock: ClientClock
    ) {
        self.transport = transport
        self.middleware = middleware
        self.redirects = redirects
        self.hopMiddleware = hopMiddleware
        self.exchangeMiddleware = exchangeMiddleware
        self.clock = clock
    }

    /// Sends a request on its way; each time that it reaches the exchange is an attempt, which the context counts.
    func perform(
        _ request: HTTPRequest, _ context: inout SendContext
    ) async throws(NetworkError) -> HTTPResponse {
        let redirects = context.redirects ?? self.redirects
        guard !isPlain(redirects) else {
            context.attempts = 1
            return try await exchange(request)
        }
        let attempts = AttemptCounter()
        defer { context.attempts = attempts.count }
        let exchange = Exchange(
            endpoint: context.endpoint, deadline: request.timeouts.deadline(from: clock),
            sendID: SendNumbers.next(), attempts: attempts, collect: context.collect)
        do {
            guard !middleware.isEmpty else { return try await hops(exchange, redirects)(request) }
            return try await Self.chain(middleware, exchange) { request in
                let exchange = exchange.limited(by: request.timeouts.deadline(from: clock))
                return try await hops(exchange, redirects)(request)
            }(request)
        } catch {
            throw NetworkError.wrapping(error, as: .middlewareFailed, "a middleware failed")
        }
    }

    /// Sends each hop.
    private func hops(_ exchange: Exchange, _ redirects: RedirectPolicy) -> Middleware.Next {
        let next = Self.chain(hopMiddleware, exchange, attempt(exchange))
        return redirects.isFollowing ? Self.link(Redirects(policy: redirects), exchange, next) : next
    }

    /// Whether nothing stands before the transport.
    private func isPlain(_ redirects: RedirectPolicy) -> Bool {
        !redirects.isFollowing && middleware.isEmpty && hopMiddleware.isEmpty && exchangeMiddleware.isEmpty
    }

    /// Sends one attempt; what comes of it says which attempt it was.
    private func attempt(_ exchange: Exchange) -> Middleware.Next {
        { request in
            let number = exchange.attempts.next()
            do {
                var response = try await send(request, exchange, attempt: number)
                response.attempts = number
                return response
            } catch let error as NetworkError {
                throw error.endpoint == nil ? error.updating { $0.attempts = number } : error
            }
        }
    }

    private func send(
        _ request: HTTPRequest, _ exchange: Exchange, attempt number: Int
    ) async throws -> HTTPResponse {
        guard !exchangeMiddleware.isEmpty else {
            return try await self.exchange(request.limited(by: exchange.sendDeadline))
        }
        var attempt = exchange
        attempt.attempt = number
        return try await Self.chain(exchangeMiddleware, attempt) { request in
            try await self.exchange(request.limited(by: exchange.sendDeadline))
        }(request)
    }

    private func exchange(_ request: HTTPRequest) async throws(NetworkError) -> HTTPResponse {
        var response = try await transport.send(request)
        response.target = request.target
        return response
    }

    private static func chain(
        _ middleware: [any Middleware], _ exchange: Exchange, _ last: @escaping Middleware.Next
    ) -> Middleware.Next {
        middleware.reversed().reduce(last) { next, middleware in link(middleware, exchange, next) }
    }

    private static func link(
        _ middleware: any Middleware, _ exchange: Exchange, _ next: @escaping Middleware.Next
    ) -> Middleware.Next {
        { try await middleware.intercept($0, context: exchange, next: next) }
    }
}

extension Exchange {
    /// With the limit that a middleware of the send has set, where that passes before the send's.
    fileprivate func limited(by deadline: SendDeadline?) -> Exchange {
        guard let deadline, sendDeadline.map({ deadline.moment < $0.moment }) ?? true else { return self }
        var exchange = self
        exchange.sendDeadline = deadline
        return exchange
    }
}

/// Numbers the sends of this process.
private enum SendNumbers {
    private static let last = Atomic(0)

    static func next() -> Int { last.add(1, ordering: .relaxed).newValue }
}
