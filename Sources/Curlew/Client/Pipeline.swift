import Synchronization

/// The way of a request: the middleware of the send, then for each attempt the middleware of the exchange and the
/// transport.
struct Pipeline: Sendable {
    let transport: any Transport
    let middleware: [any Middleware]
    let exchangeMiddleware: [any Middleware]

    private var isPlain: Bool { middleware.isEmpty && exchangeMiddleware.isEmpty }

    /// Sends a request on its way; each time that it reaches the exchange is an attempt, which the context counts.
    func perform(
        _ request: HTTPRequest, _ context: inout SendContext
    ) async throws(NetworkError) -> HTTPResponse {
        guard !isPlain else {
            context.attempts = 1
            return try await transport.send(request)
        }
        let attempts = AttemptCounter()
        defer { context.attempts = attempts.count }
        let exchange = Exchange(endpoint: context.endpoint, deadline: request.timeouts.deadline)
        do {
            return try await chain(middleware, exchange) { request in
                let attempt = Exchange(
                    endpoint: exchange.endpoint, attempt: attempts.next(), deadline: exchange.deadline)
                return try await chain(exchangeMiddleware, attempt) { request in
                    try await transport.send(request.limited(by: exchange.deadline))
                }(request)
            }(request)
        } catch {
            throw NetworkError.wrapping(error, as: .middlewareFailed, "a middleware failed")
        }
    }

    private func chain(
        _ middleware: [any Middleware], _ exchange: Exchange, _ last: @escaping Middleware.Next
    ) -> Middleware.Next {
        middleware.reversed().reduce(last) { next, middleware in
            { try await middleware.intercept($0, context: exchange, next: next) }
        }
    }
}

/// Counts how often a send has reached the exchange.
private final class AttemptCounter: Sendable {
    private let value = Atomic(0)

    var count: Int { value.load(ordering: .relaxed) }

    func next() -> Int { value.add(1, ordering: .relaxed).newValue }
}

extension Timeouts {
    /// When the total limit passes that begins now; nil without one, or with one too large for the clock.
    ///
    /// One that is not positive sets no deadline either: the transport refuses it.
    var deadline: ContinuousClock.Instant? {
        guard let total, total > .zero, total.nanoseconds != nil else { return nil }
        return ContinuousClock.now.advanced(by: total)
    }
}

extension HTTPRequest {
    /// The request with what is left of the total limit, which counts over all attempts; throws `.timedOut`.
    func limited(by deadline: ContinuousClock.Instant?) throws(NetworkError) -> HTTPRequest {
        guard let deadline, let limit = timeouts.total else { return self }
        let rest = ContinuousClock.now.duration(to: deadline)
        guard rest > .zero else { throw .timedOut(.total, after: limit) }
        var request = self
        request.timeouts.total = min(rest, limit)
        return request
    }
}
