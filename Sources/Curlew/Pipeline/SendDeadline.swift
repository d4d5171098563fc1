/// The deadline of a limit that covers several sends, by the clock of their client.
struct SendDeadline: Sendable {
    /// The moment at which the limit passes.
    let moment: ContinuousClock.Instant
    /// The limit that was set.
    fileprivate let limit: Duration
    private let clock: Client.Clock

    init(_ moment: ContinuousClock.Instant, limit: Duration, clock: Client.Clock) {
        self.moment = moment
        self.limit = limit
        self.clock = clock
    }

    /// A limit that begins now; nil for one too large for the clock, which is no limit.
    init?(in limit: Duration, clock: Client.Clock) {
        guard let moment = limit.end(from: clock.now()) else { return nil }
        self.init(moment, limit: max(.zero, limit), clock: clock)
    }

    /// The remaining time; not positive once the limit has passed.
    var rest: Duration { clock.now().duration(to: moment) }

    /// The error for a passed limit.
    var error: NetworkError { .timedOut(.total, after: limit) }

    /// Throws `.timedOut` once it has passed.
    func check() throws(NetworkError) {
        guard rest > .zero else { throw error }
    }

    /// The limit of the next send; throws `.timedOut` if it would not be positive.
    ///
    /// Less than a millisecond is ignored, so that the first send has the limit that was set.
    func nextLimit() throws(NetworkError) -> Duration {
        let rest = rest
        guard rest > .zero else { throw error }
        return limit - rest < .milliseconds(1) ? limit : rest
    }

    /// Waits until it passes; throws what the clock's `sleep` throws.
    func wait() async throws {
        try await clock.sleep(rest)
    }
}

extension Timeouts {
    /// The deadline of a total limit that begins now; nil without one, or if it is too large for the clock.
    ///
    /// A limit that is not positive sets no deadline either: the transport refuses it.
    func deadline(from clock: Client.Clock) -> SendDeadline? {
        let limit = nanoseconds(of: .total)
        guard limit > 0, limit != .max else { return nil }
        let rest = Duration.nanoseconds(limit)
        return rest.end(from: clock.now()).map { SendDeadline($0, limit: namedTotal ?? rest, clock: clock) }
    }
}

extension HTTPRequest {
    /// Returns the request with the rest of its total limit; throws `.timedOut`.
    func limited(by deadline: SendDeadline?) throws(NetworkError) -> HTTPRequest {
        guard let deadline else { return self }
        let rest = try deadline.nextLimit()
        if let total = timeouts.total, total <= rest { return self }
        var request = self
        request.timeouts.setTotal(rest, leftOf: deadline.limit)
        return request
    }
}
