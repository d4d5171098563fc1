/// When the client connects again to an event stream that has ended or broken off.
public struct EventReconnection: Sendable, Hashable {
    /// How long to wait first, until the server names a time with `retry`; 100 ms at least, whoever says it.
    public var delay: Duration
    /// How many failures in a row are followed by another connection; the failure after that is thrown.
    ///
    /// A line of the stream, even a comment, starts the count again, and so does a connection that lived longer than the
    /// client had waited for it.
    public var failureLimit: Int
    /// Whether the client connects again after the server has ended the stream.
    var isEnabled = true

    /// Makes a policy; the defaults are 3 s and 10 failures.
    ///
    /// The wait doubles with each failure in a row, up to a minute, or to the server's time where that is longer.
    public init(delay: Duration = .seconds(3), failureLimit: Int = 10) {
        self.delay = delay
        self.failureLimit = failureLimit
    }

    /// One connection: its end is the end of the sequence, and what breaks it off is thrown.
    public static var never: Self {
        var policy = Self(failureLimit: 0)
        policy.isEnabled = false
        return policy
    }
}
