/// When the client reconnects to an event stream that has ended or broken.
public struct EventReconnection: Sendable, Hashable {
    /// The delay before the first reconnection, unless the server sends `retry`; always at least 100 ms.
    public var delay: Duration
    /// The most consecutive failures after which the client reconnects; the next failure is thrown.
    ///
    /// Any line of the stream, even a comment, resets the count, and so does a connection that lasted longer than the
    /// delay before it.
    public var failureLimit: Int
    /// Whether the client reconnects at all.
    var isEnabled = true

    /// Makes a policy; the defaults are 3 s and 10 failures.
    ///
    /// The delay doubles with each consecutive failure, up to a minute or the server's time, whichever is longer.
    public init(delay: Duration = .seconds(3), failureLimit: Int = 10) {
        self.delay = delay
        self.failureLimit = failureLimit
    }

    /// A single connection: its end ends the sequence, and its failure is thrown.
    public static var never: Self {
        var policy = Self(failureLimit: 0)
        policy.isEnabled = false
        return policy
    }
}
