/// Retries refused and failed requests according to a policy; shared by all requests with that policy.
final class Retries: Middleware {
    private let policy: RetryPolicy
    private let clock: Client.Clock
    private let observers: [any Client.Observer]
    /// Nil for no bound.
    private let budget: SharedRetryBudget?

    /// A policy without a bound uses no budget.
    init(
        _ policy: RetryPolicy, clock: Client.Clock, observers: [any Client.Observer],
        budget: SharedRetryBudget
    ) {
        self.policy = policy
        self.clock = clock
        self.observers = observers
        self.budget = policy.budget == nil ? nil : budget
    }

    func intercept(
        _ request: HTTPRequest, context: MiddlewareContext, next: @escaping Next
    ) async throws -> HTTPResponse {
        var machine = RetryMachine(policy, request)
        var lastResponse: HTTPResponse?
        while true {
            let (refusal, wait): (Refusal, RetryMachine.Delay)
            do {
                let response = try await next(request)
                guard let delay = machine.delay(after: response, to: request) else {
                    return passed(try await collected(response, to: request, context))
                }
                (refusal, wait) = (.response(response), delay)
            } catch let error as NetworkError {
                // The closure that gets credentials runs once for all waiting requests.
                guard error.sendWithoutCredentials != context.sendID,
                    let delay = machine.delay(after: error, of: request)
                else { throw error.keeping(lastResponse) }
                (refusal, wait) = (.failure(error), delay)
            }
            if case .response(let response) = refusal { lastResponse = response.head }
            let deadline = context.sendDeadline
            let action = machine.attemptRefused(
                wait, retryAfter: retryAfter(of: refusal), left: deadline?.rest)
            if let deadline, action == .expire {
                throw try await expired(refusal, lastResponse, at: deadline)
            }
            guard case .retry(let delay) = action, takeRetry() else {
                return try refusal.result(lastResponse)
            }
            let start = clock.now()
            try await drop(refusal)
            note(request, context, refusal, delay)
            let rest = delay - start.duration(to: clock.now())
            if rest > .zero { try await clock.sleep(rest) }
        }
    }

    private func passed(_ response: HTTPResponse) -> HTTPResponse {
        if !policy.statuses.contains(response.status) { budget?.requestSucceeded() }
        return response
    }

    private func takeRetry() -> Bool { budget?.takeRetry() ?? true }

    private func retryAfter(of refusal: Refusal) -> Duration? {
        guard case .response(let response) = refusal else { return nil }
        return RetryAfter.delay(in: response.fields, now: clock.date())
    }

    /// The response with the body that the send decodes: nothing of it has reached the caller, so a truncated body is
    /// retried like a failure before the head.
    private func collected(
        _ response: HTTPResponse, to request: HTTPRequest, _ context: MiddlewareContext
    ) async throws(NetworkError) -> HTTPResponse {
        guard request.options.delivery == .collected, let collect = context.collect else { return response }
        return try await collect(response)
    }

    /// Ends the attempt: a small body is read to its end, so that the retry can reuse its connection.
    private func drop(_ refusal: Refusal) async throws {
        if case .response(let response) = refusal { await response.body.drop() }
        try Task.checkCancellation()
    }

    /// The error of the send once the deadline has come.
    private func expired(
        _ refusal: Refusal, _ lastResponse: HTTPResponse?, at deadline: SendDeadline
    ) async throws -> NetworkError {
        var error = deadline.error.keeping(lastResponse)
        switch refusal {
        case .response(let response):
            let prefix = try await response.body.prefix(upTo: NetworkError.bodyPrefixLimit)
            error.update { $0.bodyPrefix = prefix }
        case .failure(let failure): error.update { $0.underlying = failure }
        }
        if deadline.rest > .zero { try await deadline.wait() }
        return error
    }

    private func note(
        _ request: HTTPRequest, _ context: MiddlewareContext, _ refusal: Refusal, _ delay: Duration
    ) {
        guard !observers.isEmpty else { return }
        var event = Client.Event(.retrying, request, context)
        event.attempt = context.attempts.count
        event.delay = delay
        switch refusal {
        case .response(let response): event.response = response.head
        case .failure(let error):
            event.error = error
            event.response = error.response
        }
        observers.observe(event)
    }
}

/// A refused or failed attempt.
private enum Refusal {
    case response(HTTPResponse)
    case failure(NetworkError)

    /// The outcome to return if no attempt follows.
    func result(_ lastResponse: HTTPResponse?) throws(NetworkError) -> HTTPResponse {
        switch self {
        case .response(let response): return response
        case .failure(let error): throw error.keeping(lastResponse)
        }
    }
}

extension NetworkError {
    /// If the total limit passes after refused responses, the error keeps the last of them.
    fileprivate func keeping(_ last: HTTPResponse?) -> NetworkError {
        guard let last, phase == .total, response == nil else { return self }
        return updating { $0.response = last }
    }
}
