extension Client {
    /// Sends an endpoint repeatedly until a response says that an operation is done, and returns that response's
    /// value.
    ///
    ///     let job = try await client.poll(.job(id), every: .seconds(2), within: .seconds(600)) { $0.value.isDone }
    ///
    /// Between two sends it waits as long as the response's `Retry-After` says, but at most a day; without one it
    /// waits for `delay`. It never waits less than 100 ms, or than `delay` if that is shorter, whatever the server
    /// says.
    ///
    /// - Parameters:
    ///   - endpoint: what is sent; a response that it cannot decode ends the polling.
    ///   - delay: how long to wait if the server does not say; 100 ms if it is not positive.
    ///   - limit: the limit for everything; nil for none, like one that is too large for the clock.
    ///   - isDone: returns whether this response ends the polling.
    /// - Throws: what sending throws; `.timedOut` with the phase `total` as soon as the next send would be too late;
    ///   `.cancelled`.
    public func poll<Output>(
        _ endpoint: Endpoint<Output>, every delay: Duration = .seconds(1), within limit: Duration? = nil,
        until isDone: (Response<Output>) -> Bool
    ) async throws(NetworkError) -> Output {
        let clock = configuration.clock
        let delay = delay > .zero ? delay : Self.shortestDelay
        let deadline = limit.flatMap { SendDeadline(in: $0, clock: clock) }
        while true {
            let response = try await performing(endpoint, then: decoding(endpoint, within: deadline))
            if isDone(response) { return response.value }
            let retryAfter = RetryAfter.delay(in: response.fields, now: clock.date())
            let wait = min(max(retryAfter ?? delay, min(delay, Self.shortestDelay)), .longestDelay)
            do {
                if let deadline, wait >= deadline.rest { throw deadline.error }
                try await clock.sleep(wait)
            } catch {
                throw NetworkError.wrapping(error, as: .other, "the wait for the next poll failed")
                    .updating { $0.endpoint = endpoint.name }
            }
        }
    }

    /// Keeps a server from making a client send without a delay.
    private static var shortestDelay: Duration { .milliseconds(100) }
}
