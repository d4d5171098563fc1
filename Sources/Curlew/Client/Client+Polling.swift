extension Client {
    /// Sends an endpoint again and again until its answer says that an operation is done, and returns that answer's value.
    ///
    ///     let job = try await client.poll(.job(id), every: .seconds(2), within: .seconds(600)) { $0.value.isDone }
    ///
    /// Between two sends it waits as long as the response's `Retry-After` says, a day at most, and otherwise for `delay`.
    /// No server makes it wait less than 100 ms, or than `delay` where that is shorter.
    ///
    /// - Parameters:
    ///   - endpoint: what is sent; an answer that it does not decode ends the polling.
    ///   - delay: how long to wait where the server does not say; 100 ms for one that is not positive.
    ///   - limit: the limit over everything; nil for none, as is one too large for the clock.
    ///   - isDone: whether this is the answer that is waited for.
    /// - Throws: what sending throws; `.timedOut` with the phase `total` as soon as the next send would come too late;
    ///   `.cancelled`.
    public func poll<Output>(
        _ endpoint: Endpoint<Output>, every delay: Duration = .seconds(1), within limit: Duration? = nil,
        until isDone: (DecodedResponse<Output>) -> Bool
    ) async throws(NetworkError) -> Output {
        let clock = configuration.clock
        let delay = delay > .zero ? delay : Self.shortestPause
        let deadline = limit.flatMap { SendDeadline(in: $0, clock: clock) }
        while true {
            let answer = try await performing(endpoint, then: decoding(endpoint, within: deadline))
            if isDone(answer) { return answer.value }
            let retryAfter = RetryAfter.delay(in: answer.fields, now: clock.date())
            let pause = min(max(retryAfter ?? delay, min(delay, Self.shortestPause)), .longestDelay)
            do {
                if let deadline, pause >= deadline.rest { throw deadline.error }
                try await clock.sleep(pause)
            } catch {
                throw NetworkError.wrapping(error, as: .other, "the wait for the next answer failed")
                    .updating { $0.endpoint = endpoint.name }
            }
        }
    }

    /// So that no server makes a client send without a pause.
    private static var shortestPause: Duration { .milliseconds(100) }
}
