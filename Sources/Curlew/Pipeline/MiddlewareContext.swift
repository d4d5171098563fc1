import Synchronization

/// What a middleware knows about its send.
public struct MiddlewareContext: Sendable {
    /// The number of the send, unique within the process.
    public let sendID: Int
    /// The endpoint's name.
    public let endpoint: String
    /// The number of the attempt, from 1.
    public internal(set) var attempt: Int
    /// When the total limit passes; nil without one.
    public var deadline: ContinuousClock.Instant? { sendDeadline?.moment }
    var sendDeadline: SendDeadline?
    /// The attempts of the send so far.
    let attempts: AttemptCounter
    /// Reads the body that the send decodes; nil if the caller reads it, or without retries.
    let collect: SendOptions.Collect?
    /// Whether the endpoint sets Accept-Encoding itself.
    let hasOwnCodings: Bool

    /// Makes a context, for tests of a middleware.
    public init(
        endpoint: String, attempt: Int = 1, deadline: ContinuousClock.Instant? = nil, sendID: Int = 0
    ) {
        let sendDeadline = deadline.map { moment in
            SendDeadline(moment, limit: ContinuousClock.now.duration(to: moment), clock: .system)
        }
        self.init(
            endpoint: endpoint, attempt: attempt, deadline: sendDeadline, sendID: sendID,
            attempts: AttemptCounter())
    }

    init(
        endpoint: String, attempt: Int = 1, deadline: SendDeadline?, sendID: Int,
        attempts: AttemptCounter, collect: SendOptions.Collect? = nil, hasOwnCodings: Bool = false
    ) {
        self.sendID = sendID
        self.endpoint = endpoint
        self.attempt = attempt
        sendDeadline = deadline
        self.attempts = attempts
        self.collect = collect
        self.hasOwnCodings = hasOwnCodings
    }

    /// Returns the context with the total limit of a request that starts now, if it passes first.
    func limited(by timeouts: Timeouts, _ clock: Client.Clock) -> MiddlewareContext {
        guard let deadline = timeouts.deadline(from: clock) else { return self }
        guard sendDeadline.map({ deadline.moment < $0.moment }) ?? true else { return self }
        var context = self
        context.sendDeadline = deadline
        return context
    }
}

/// Counts the attempts of a send.
final class AttemptCounter: Sendable {
    private let value = Atomic(0)

    var count: Int { value.load(ordering: .relaxed) }

    func next() -> Int { value.add(1, ordering: .relaxed).newValue }
}
