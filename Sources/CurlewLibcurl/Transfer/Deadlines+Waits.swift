import CurlewTransport

/// How long a transfer may wait for something within its limits: a second, or a third of the smallest limit if that is less.
extension Deadlines {
    /// For a connection that is being made for another transfer, so that time is left for one or two more.
    var sharingNanoseconds: Int64 {
        Self.third(
            of: min(
                timeouts.nanoseconds(of: .connect), timeouts.nanoseconds(of: .head),
                timeouts.nanoseconds(of: .total)))
    }

    /// For sending the rest of a request whose response is complete.
    var standstillNanoseconds: Int64 {
        Self.third(of: min(timeouts.nanoseconds(of: .idle), timeouts.nanoseconds(of: .total)))
    }

    private static func third(of limit: Int64) -> Int64 { min(1_000_000_000, limit / 3) }
}
