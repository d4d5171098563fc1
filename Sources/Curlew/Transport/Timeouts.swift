/// How long an exchange and its phases may take; nil is no limit.
///
/// Zero and negative limits are `.invalidRequest` when the request is sent; one too large for the clock is no limit.
public struct Timeouts: Sendable, Hashable {
    /// From sending, waiting for a free connection included, to a usable connection.
    public var connect: Duration?
    /// From sending to the final head; started again by every request byte that is sent.
    public var head: Duration?
    /// Without a byte in either direction after the head; a pause by the reader does not count.
    public var idle: Duration?
    /// One limit over everything: redirects, retries and the body.
    public var total: Duration?

    /// Makes limits; the defaults are 30 s to the head and 60 s of idleness.
    public init(
        connect: Duration? = nil, head: Duration? = .seconds(30), idle: Duration? = .seconds(60),
        total: Duration? = nil
    ) {
        self.connect = connect
        self.head = head
        self.idle = idle
        self.total = total
    }

    /// Makes one limit over everything, and no other.
    public static func total(_ limit: Duration) -> Self { Timeouts(head: nil, idle: nil, total: limit) }

    /// Throws `.invalidRequest` for a limit that is not positive.
    package func check() throws(NetworkError) {
        for (name, limit) in [("connect", connect), ("head", head), ("idle", idle), ("total", total)] {
            guard let limit, limit <= .zero else { continue }
            throw .invalidRequest("the \(name) timeout is not positive")
        }
    }
}

/// Which of the limits passed.
public enum TimeoutPhase: String, Sendable, Hashable {
    /// `Timeouts.connect`.
    case connect
    /// `Timeouts.head`.
    case head
    /// `Timeouts.idle`.
    case idle
    /// `Timeouts.total`.
    case total

    package var explanation: String {
        switch self {
        case .connect: "no connection was made"
        case .head: "the server did not answer"
        case .idle: "no byte came or went"
        case .total: "the exchange did not end"
        }
    }
}

extension Duration {
    /// Nanoseconds, or nil when they do not fit: such a limit is no limit.
    package var nanoseconds: Int64? {
        let (seconds, attoseconds) = components
        let (product, overflow) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
        guard !overflow else { return nil }
        let (sum, isTooLarge) = product.addingReportingOverflow(attoseconds / 1_000_000_000)
        return isTooLarge ? nil : sum
    }

    /// For a person to read: `400 µs`, `300 ms`, `1.5 s`.
    package var shortText: String {
        let (seconds, attoseconds) = components
        let milliseconds = attoseconds / 1_000_000_000_000_000
        if seconds == 0 {
            return milliseconds == 0 ? "\(attoseconds / 1_000_000_000_000) µs" : "\(milliseconds) ms"
        }
        if milliseconds == 0 { return "\(seconds) s" }
        var digits = String(1000 + milliseconds).dropFirst()
        while digits.hasSuffix("0") { digits.removeLast() }
        return "\(seconds).\(digits) s"
    }
}
