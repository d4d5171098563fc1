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
    ///   - limit: the limit over everything; nil for none.
    ///   - isDone: whether this is the answer that is waited for.
    /// - Throws: what sending throws; `.timedOut` with the phase `total` as soon as the next send would come too late;
    ///   `.cancelled`.
    public func poll<Output>(
        _ endpoint: Endpoint<Output>, every delay: Duration = .seconds(1), within limit: Duration? = nil,
        until isDone: (DecodedResponse<Output>) -> Bool
    ) async throws(NetworkError) -> Output {
        let clock = configuration.clock
        let deadline = limit.map { clock.now().advanced(by: $0) }
        while true {
            let answer = try await response(for: endpoint) { request throws(NetworkError) in
                try request.limit(to: Self.rest(until: deadline, limit, clock))
            }
            if isDone(answer) { return answer.value }
            let retryAfter = RetryAfter.delay(in: answer.fields, now: clock.date())
            let pause = min(retryAfter ?? max(.zero, delay), Self.longestPause)
            do {
                try Self.check(deadline, after: pause, limit, clock)
                try await clock.sleep(pause)
            } catch {
                throw NetworkError.wrapping(error, as: .other, "the wait for the next answer failed")
                    .updating { $0.endpoint = endpoint.name }
            }
        }
    }

    /// So that no clock overflows, whatever the server says.
    private static var longestPause: Duration { .seconds(24 * 60 * 60) }

    /// Throws `.timedOut` when a send after the pause would come too late.
    private static func check(
        _ deadline: ContinuousClock.Instant?, after pause: Duration, _ limit: Duration?, _ clock: ClientClock
    ) throws(NetworkError) {
        guard let rest = try rest(until: deadline, limit, clock), let limit, pause >= rest else { return }
        throw lateness(limit)
    }

    /// What is left until the deadline, nil without one; throws `.timedOut` when nothing is.
    private static func rest(
        until deadline: ContinuousClock.Instant?, _ limit: Duration?, _ clock: ClientClock
    ) throws(NetworkError) -> Duration? {
        guard let limit, let deadline else { return nil }
        let rest = clock.now().duration(to: deadline)
        guard rest > .zero else { throw lateness(limit) }
        return rest
    }

    private static func lateness(_ limit: Duration) -> NetworkError {
        NetworkError(.timedOut, "the operation was not done within \(limit.shortText)").updating {
            $0.phase = .total
        }
    }
}

extension HTTPRequest {
    /// Shortens the total limit to what is left, where anything limits it.
    fileprivate mutating func limit(to rest: Duration?) {
        guard let rest else { return }
        timeouts.total = min(rest, timeouts.total ?? rest)
    }
}
