/// Sends refused and failed requests again, as a policy says; as one policy for many requests.
final class Retries: Middleware {
    private let policy: RetryPolicy
    private let clock: ClientClock
    private let observers: [any ClientObserver]
    /// Nil for no bound.
    private let budget: SharedRetryBudget?

    /// A policy without a bound draws on no budget.
    init(
        _ policy: RetryPolicy, clock: ClientClock, observers: [any ClientObserver], budget: SharedRetryBudget
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
        var lastAnswer: HTTPResponse?
        while true {
            let (refusal, delay): (Refusal, RetryMachine.Delay)
            do {
                let response = try await next(request)
                guard let wait = machine.delay(after: response, to: request) else {
                    return passed(try await collected(response, to: request, context))
                }
                (refusal, delay) = (.answer(response), wait)
            } catch let error as NetworkError {
                // The closure that gets credentials runs once for all who wait for them.
                guard error.sendWithoutCredentials != context.sendID,
                    let wait = machine.delay(after: error, of: request)
                else { throw error.keeping(lastAnswer) }
                (refusal, delay) = (.failure(error), wait)
            }
            if case .answer(let response) = refusal { lastAnswer = response.head }
            let deadline = context.sendDeadline
            let action = machine.attemptRefused(
                delay, retryAfter: retryAfter(of: refusal), left: deadline?.rest)
            if let deadline, action == .expire { throw try await expired(refusal, lastAnswer, at: deadline) }
            guard case .retry(let pause) = action, takeRetry() else { return try refusal.result(lastAnswer) }
            let start = clock.now()
            try await drop(refusal)
            note(request, context, refusal, pause)
            let rest = pause - start.duration(to: clock.now())
            if rest > .zero { try await clock.sleep(rest) }
        }
    }

    private func passed(_ response: HTTPResponse) -> HTTPResponse {
        if !policy.statuses.contains(response.status) { budget?.requestSucceeded() }
        return response
    }

    private func takeRetry() -> Bool { budget?.takeRetry() ?? true }

    private func retryAfter(of refusal: Refusal) -> Duration? {
        guard case .answer(let response) = refusal else { return nil }
        return RetryAfter.delay(in: response.fields, now: clock.date())
    }

    /// The response with the body that the send decodes: nothing of it has reached the caller, so a body that breaks off is
    /// a failure like one before the head.
    private func collected(
        _ response: HTTPResponse, to request: HTTPRequest, _ context: MiddlewareContext
    ) async throws(NetworkError) -> HTTPResponse {
        guard request.options.delivery == .collected, let collect = context.collect else { return response }
        return try await collect(response)
    }

    /// Ends the attempt: a small body is read to its end, so that it leaves its connection to the retry.
    private func drop(_ refusal: Refusal) async throws {
        if case .answer(let response) = refusal { await response.body.drop() }
        try Task.checkCancellation()
    }

    /// What the send fails with, once the deadline is there.
    private func expired(
        _ refusal: Refusal, _ lastAnswer: HTTPResponse?, at deadline: SendDeadline
    ) async throws -> NetworkError {
        var error = deadline.error.keeping(lastAnswer)
        switch refusal {
        case .answer(let response):
            let prefix = try await response.body.prefix(upTo: NetworkError.bodyPrefixLimit)
            error.update { $0.bodyPrefix = prefix }
        case .failure(let failure): error.update { $0.underlying = failure }
        }
        if deadline.rest > .zero { try await deadline.wait() }
        return error
    }

    private func note(
        _ request: HTTPRequest, _ context: MiddlewareContext, _ refusal: Refusal, _ pause: Duration
    ) {
        guard !observers.isEmpty else { return }
        var event = ClientEvent(.retrying, request, context)
        event.attempt = context.attempts.count
        event.delay = pause
        switch refusal {
        case .answer(let response): event.response = response.head
        case .failure(let error):
            event.error = error
            event.response = error.response
        }
        observers.observe(event)
    }
}

/// An attempt that is not the last one.
private enum Refusal {
    case answer(HTTPResponse)
    case failure(NetworkError)

    /// What the caller gets when there is no further attempt.
    func result(_ lastAnswer: HTTPResponse?) throws(NetworkError) -> HTTPResponse {
        switch self {
        case .answer(let response): return response
        case .failure(let error): throw error.keeping(lastAnswer)
        }
    }
}

extension NetworkError {
    /// A total limit that passes after refused answers keeps the last of them.
    fileprivate func keeping(_ answer: HTTPResponse?) -> NetworkError {
        guard let answer, phase == .total, response == nil else { return self }
        return updating { $0.response = answer }
    }
}
