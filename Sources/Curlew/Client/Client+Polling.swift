extension Client {
    /// Sends an endpoint again and again until its answer says that an operation is done, and returns that answer's value.
    ///
    ///     let job = try await client.poll(.job(id), every: .seconds(2), within: .seconds(600)) { $0.value.isDone }
    ///
    /// Between two sends it waits as long as the answer's `Retry-After` says, a day at most, and otherwise for `delay`.
    ///
    /// - Parameters:
    ///   - endpoint: what is sent; an answer that it does not decode ends the polling.
    ///   - delay: how long to wait where the server does not say.
    ///   - limit: the limit over everything; nil for none, as is one too large for the clock.
    ///   - isDone: whether this is the answer that is waited for.
    /// - Throws: what sending throws; `.timedOut` with the phase `total` as soon as the next send would come too late;
    ///   `.cancelled`.
    public func poll<Output>(
        _ endpoint: Endpoint<Output>, every delay: Duration = .seconds(1), within limit: Duration? = nil,
        until isDone: (DecodedResponse<Output>) -> Bool
    ) async throws(NetworkError) -> Output {
        let clock = configuration.clock
        let deadline = limit.flatMap { SendDeadline(in: $0, clock: clock) }
        while true {
            let answer = try await response(for: endpoint) { request throws(NetworkError) in
                request = try request.limited(by: deadline)
            }
            if isDone(answer) { return answer.value }
            let retryAfter = RetryAfter.delay(in: answer.fields, now: clock.date())
            let pause = min(retryAfter ?? max(.zero, delay), Self.longestPause)
            do {
                if let deadline, pause >= deadline.rest { throw deadline.error }
                try await clock.sleep(pause)
            } catch {
                throw NetworkError.wrapping(error, as: .other, "the wait for the next answer failed")
                    .updating { $0.endpoint = endpoint.name }
            }
        }
    }

    /// So that no clock overflows, whatever the server says.
    private static var longestPause: Duration { .seconds(24 * 60 * 60) }
}
